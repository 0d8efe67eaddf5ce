// Glob: files by the pattern of their path, the newest first.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess } from './file-access.ts'
import { defineTool, errorResult, type Tool } from './tool.ts'

interface GlobInput {
  pattern: string
  path?: string
}

const MAX_SHOWN = 200
/** More are not sorted by time: looking at each would take too long. */
const MAX_SORTED = 20_000

export function createGlobTool(
  access: FileAccess = nodeFileAccess,
  credentials: Credentials = createCredentials(),
): Tool {
  return defineTool<GlobInput>({
    name: 'Glob',
    description: `Lists files whose path matches a pattern such as "src/**/*.ts", the most recently changed first, at most ${MAX_SHOWN}. node_modules and .git are left out.`,
    inputSchema: inputSchema(
      {
        pattern: { type: 'string', description: 'The pattern, relative to `path`.' },
        path: { type: 'string', description: 'Directory to look in; the working directory if left out.' },
      },
      ['pattern'],
    ),
    readOnly: true,
    credentialsIn(input, cwd) {
      const [base, pattern] = splitPattern(input.pattern, absolutePath(input.path ?? '.', cwd))
      return credentials.at(base, cwd) ?? credentials.at(join(base, fixedPart(pattern)), cwd)
    },
    async run(input, { cwd, signal }) {
      const [base, pattern] = splitPattern(input.pattern, absolutePath(input.path ?? '.', cwd))
      const facts = await access.look(base)
      if (facts?.kind !== 'directory') return errorResult(`There is no directory ${base}.`)
      const { glob } = await import('tinyglobby')
      const found = await glob(pattern, {
        cwd: base,
        dot: true,
        followSymbolicLinks: false,
        ignore: ['**/node_modules/**', '**/.git/**'],
        signal,
      })
      const leftOut = credentials.leftOut(join(base, fixedPart(pattern)), cwd)
      const names = found.filter((name) => !leftOut?.has(join(base, name)))
      const named = input.path === undefined ? [] : [base]
      if (names.length === 0) return { content: 'Nothing found.', details: { files: 0 }, reached: named }
      const shown = newestFirst(base, names).slice(0, MAX_SHOWN)
      const files = shown.map((name) => join(base, name))
      const lines = [...files]
      if (shown.length < names.length) lines.push(`[${shown.length} of ${names.length} files shown.]`)
      return { content: lines.join('\n'), details: { files: names.length }, reached: [...named, ...files] }
    },
  })
}

/** An absolute pattern starts at its own fixed part. */
function splitPattern(pattern: string, base: string): [string, string] {
  if (!pattern.startsWith('/')) return [base, pattern]
  const steps = pattern.slice(1).split('/')
  const fixed = steps.findIndex((step, at) => /[*?[\]{}()!]/.test(step) || at === steps.length - 1)
  return [`/${steps.slice(0, fixed).join('/')}`, steps.slice(fixed).join('/')]
}

/** The part in front of the first step with a pattern. */
function fixedPart(pattern: string): string {
  const steps = pattern.split('/')
  const first = steps.findIndex((step) => /[*?[\]{}()!]/.test(step))
  return (first < 0 ? steps : steps.slice(0, first)).join('/')
}

function newestFirst(base: string, names: string[]): string[] {
  if (names.length > MAX_SORTED) return names.sort()
  return names
    .map((name) => ({ name, time: attempt(() => statSync(join(base, name)).mtimeMs) ?? 0 }))
    .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}
