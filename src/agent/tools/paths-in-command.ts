// Which files and directories a command line names: words that exist, seen from where the command would be. What a
// command prints, and names that a shell would make of variables and patterns, are not looked at.
import { existsSync } from 'node:fs'
import { absolutePath } from './file-access.ts'

const MOST_WORDS = 200
const MOST_PATHS = 20
/** Quoted, or up to a blank or something that ends a word. */
const WORD = /"([^"$`\\]*)"|'([^']*)'|([^\s"'|&;<>(){}$`*?[\]\\]+)|(&&|\|\||[;|&)\n])/g

/** Absolute, each once, in the order of the line. `cd` counts for what follows it. */
export function pathsInCommand(command: string, cwd: string): string[] {
  const found = new Set<string>()
  let base = cwd
  let first = true
  let changes = false
  for (const [, double, single, plain, end] of firstWords(command)) {
    if (end !== undefined) {
      first = true
      changes = false
      // What happened in a sub-shell stays there.
      if (end === ')') base = cwd
      continue
    }
    const word = double ?? single ?? plain ?? ''
    if (first) changes = word === 'cd' || word === 'pushd'
    const value = word.replace(/^--?[\w-]+=/, '')
    const path = first || value === '' || value.startsWith('-') ? undefined : existing(value, base)
    first = false
    if (path === undefined) continue
    found.add(path)
    if (changes) base = path
    if (found.size === MOST_PATHS) break
  }
  return [...found]
}

function* firstWords(command: string): Generator<RegExpExecArray> {
  let words = 0
  for (const match of command.matchAll(WORD)) {
    if (++words > MOST_WORDS) return
    yield match
  }
}

function existing(word: string, base: string): string | undefined {
  if (word.length > 1_000 || word.includes('\0')) return undefined
  const path = absolutePath(word, base)
  return existsSync(path) ? path : undefined
}
