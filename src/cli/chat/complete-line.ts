// What Tab offers: the commands after `/` at the beginning of a line, files of the project after `@`.
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { printable } from '../output.ts'

const MOST = 100

/** As readline wants it: the words, and the part of the line that one of them replaces. */
export type Completion = [string[], string]

interface CompletionSource {
  /** Without the slash. */
  commands(): readonly string[]
  directory: string
}

export function completeLine(line: string, { commands, directory }: CompletionSource): Completion {
  const [, command] = /^\/(\S*)$/.exec(line) ?? []
  if (command !== undefined) return [offered(commands(), command).map((name) => `/${name} `), line]
  const [part, path] =
    /(?:^|\s)(@\S*)$/
      .exec(line)
      ?.slice(1)
      .flatMap((word) => [word, word.slice(1)]) ?? []
  if (part === undefined || path === undefined) return [[], line]
  return [filesFrom(directory, path).map((file) => `@${file}`), part]
}

function offered(names: readonly string[], begin: string): string[] {
  return names
    .filter((name) => name.startsWith(begin))
    .sort()
    .slice(0, MOST)
}

/** Hidden files only where they are asked for; a name that could drive the terminal is not offered. */
function filesFrom(directory: string, path: string): string[] {
  const [folder, begin] = path.endsWith('/') || path === '' ? [path, ''] : [dirname(path), basename(path)]
  const entries = attempt(() => readdirSync(resolve(directory, folder), { withFileTypes: true })) ?? []
  const names = entries.flatMap((entry) => {
    const { name } = entry
    if ((name.startsWith('.') && !begin.startsWith('.')) || /\s/.test(name) || printable(name) !== name)
      return []
    return [entry.isDirectory() ? `${name}/` : name]
  })
  return offered(names, begin).map((name) =>
    folder === '.' && !path.startsWith('./') ? name : join(folder, name),
  )
}
