// What the name and the imports of a test file say about it.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
/** Who imports this, however indirectly, runs the built program. */
export const BUILT = 'test/built.ts'

/** Paths from the root. */
export function testFiles(): string[] {
  return ['src', 'test'].flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true })
      .map((name) => join(directory, String(name)))
      .filter((name) => name.endsWith('.test.ts')),
  )
}

export const isNamedBuilt = (file: string): boolean => file.endsWith('.built.test.ts')

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Itself, and what it imports below `test/`, however indirectly: nothing in `src/` imports from there. */
export function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const [, path] of textOf(file).matchAll(/(?:from|import\()\s*'(\.[^'$]+\.(?:ts|mjs))'/g)) {
    const imported = join(dirname(file), path!)
    if (imported.startsWith(join('test', '/'))) reachedFrom(imported, reached)
    // What measures runs the built program.
    else if (imported.startsWith(join('bench', 'evaluate', '/'))) reached.add(BUILT)
  }
  return reached
}

/**
 * A test that starts processes may fail once on a busy machine; twice is a fault. A property that fails once has found
 * something: files with properties are never tried again.
 */
export function mayBeRetried(file: string): boolean {
  const text = textOf(file)
  const starts = isNamedBuilt(file) || text.includes("from 'node:child_process'")
  return starts && !text.includes("from 'fast-check'")
}

/** Built tests whose name or imports name the folder of `src/`. */
export function builtTestsOf(folder: string): string[] {
  const inName = new RegExp(`\\b${basename(folder).replace(/s$/, '')}s?\\b`)
  return testFiles().filter(
    (file) =>
      isNamedBuilt(file) &&
      (inName.test(file.replace(/^test\//, '')) || textOf(file).includes(`src/${folder}/`)),
  )
}

/** To an agent's commands nothing below `/dev` is a file, and the directory in memory is there. */
export const NEED_DISK = [
  'test/conversation-reach.test.ts',
  'src/agent/tools/credentials.test.ts',
  'src/agent/sandbox-policy.test.ts',
  'src/agent/tools/read-only-shell/',
  'test/agents/origin.built.test.ts',
  'test/cli/answers.built.test.ts',
  'test/cli/chat-tools.built.test.ts',
  'test/cli/sandbox.built.test.ts',
  'test/cli/usage.built.test.ts',
]

export const needsDisk = (file: string): boolean => NEED_DISK.some((path) => file.startsWith(path))
