// The commands that a file of a project defines: scripts of package.json, targets of make, recipes of just and the like.
import { attempt } from '../../../base/values/attempt.ts'
import { isObject } from '../../../base/values/is-object.ts'

/** Who runs it: the word before the name, without `run` or `task`. */
type Runner = 'node' | 'make' | 'just' | 'deno' | 'composer' | 'python'

interface DefinedCommands {
  runner: Runner
  names: readonly string[]
  /** It can define more than it names: patterns, includes, names that are computed. */
  isOpen: boolean
}

/** How the list knows a command. */
export function commandKey(runner: Runner, name: string): string {
  return `${runner} ${name}`
}

const RUNNERS: Record<string, Runner> = {
  npm: 'node',
  pnpm: 'node',
  yarn: 'node',
  bun: 'node',
  make: 'make',
  just: 'just',
  deno: 'deno',
  composer: 'composer',
  poetry: 'python',
  pdm: 'python',
}

interface NamedCommand {
  runner: Runner
  name: string
  /** Not being defined by the project means that it does not work: the tool has no other names for it. */
  isOwn: boolean
}

/** `npm run lint`, `make release`; undefined where it names a command of the tool itself. */
export function namedCommand(command: string): NamedCommand | undefined {
  const words = command.split(' ')
  const [tool = '', second = ''] = words
  const run = words.length > 2 && (second === 'run' || second === 'task')
  const name = words[run ? 2 : 1] ?? ''
  const runner = RUNNERS[tool]
  if (!runner || words.length !== (run ? 3 : 2)) return undefined
  const isTest = name === 'test' || name === 'start' || name === 'stop' || name === 'restart'
  if (tool === 'npm')
    return run || isTest ? { runner, name, isOwn: name !== 'env' && (run || name === 'test') } : undefined
  if (runner === 'make' || runner === 'just') return { runner, name, isOwn: true }
  if (runner === 'deno') return run ? { runner, name, isOwn: true } : undefined
  // The others also run programs and files by that name.
  return { runner, name, isOwn: tool === 'pnpm' && (run || name === 'test') }
}

/** Whose commands a file defines, by its path. */
export function runnerOf(path: string): Runner | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name.endsWith('.mk')) return 'make'
  if (name.endsWith('.just')) return 'just'
  const runners = Object.keys(COMMAND_FILES) as Runner[]
  return runners.find((runner) => COMMAND_FILES[runner].some((file) => file.toLowerCase() === name))
}

/** undefined where the file is none that defines any. */
export function findCommands(path: string, text: string): DefinedCommands | undefined {
  const runner = runnerOf(path)
  if (runner === 'make') return inMakefile(text)
  if (runner === 'just') return inJustfile(text)
  if (runner === 'python') return inPyproject(text)
  return runner && inJson(text, runner, runner === 'deno' ? 'tasks' : 'scripts')
}

/** The files that hold them in a directory. */
export const COMMAND_FILES: Record<Runner, readonly string[]> = {
  node: ['package.json'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  deno: ['deno.json', 'deno.jsonc'],
  composer: ['composer.json'],
  python: ['pyproject.toml'],
}

function inJson(text: string, runner: Runner, field: string): DefinedCommands {
  const manifest: unknown = attempt(() => JSON.parse(text))
  const scripts = isObject(manifest) ? (manifest[field] ?? {}) : undefined
  return isObject(scripts)
    ? { runner, names: Object.keys(scripts), isOpen: false }
    : { runner, names: [], isOpen: true }
}

/** `a b: c`, `a:: c`; not `A := b`. */
function inMakefile(text: string): DefinedCommands {
  const rules = text.replace(/\\\r?\n/g, ' ').matchAll(/^([^\s#:=][^#:=\n]*):(?!:{0,2}=)/gm)
  const names = [...rules].flatMap(([, targets = '']) => targets.trim().split(/\s+/))
  const isOpen =
    names.some((target) => /[%$]|^\.DEFAULT$/.test(target)) ||
    /^[ \t]*-?s?include\b|\$[({]eval\b|^[ \t]*define\b/m.test(text)
  return { runner: 'make', names, isOpen }
}

function inJustfile(text: string): DefinedCommands {
  const recipes = text.matchAll(/^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)|^alias[ \t]+([\w-]+)[ \t]*:=/gm)
  const names = [...recipes].map(([, recipe, alias]) => recipe ?? alias ?? '')
  return { runner: 'just', names, isOpen: /^(?:!include|import|mod|set[ \t]+fallback)\b/m.test(text) }
}

const SCRIPT_TABLES = /^\[(?:project|tool\.(?:poetry|pdm)|tool\.uv)\.scripts\]/

function inPyproject(text: string): DefinedCommands {
  const names: string[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isInside = SCRIPT_TABLES.test(line)
    const [, name] = isInside ? (/^"?([\w:.-]+)"?\s*=/.exec(line) ?? []) : []
    if (name !== undefined) names.push(name)
  }
  return { runner: 'python', names, isOpen: true }
}
