// Which test files could notice a change in a folder: those that import it, however indirectly, in their own process.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `{ file, reached }`: the test file, and all files of ours that it imports. */
export function testFilesFor(root, folder) {
  const files = ['src', 'test'].flatMap((below) =>
    readdirSync(join(root, below), { recursive: true })
      .map((name) => join(below, String(name)))
      .filter((name) => name.endsWith('.ts')),
  )
  const imports = new Map(files.map((file) => [file, importsOf(root, file)]))
  const reachedFrom = (file, seen = new Set()) => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const other of imports.get(file) ?? []) reachedFrom(other, seen)
    return seen
  }
  return (
    files
      // In the built command there are no mutants.
      .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.built.test.ts'))
      .map((file) => ({ file, reached: [...reachedFrom(file)] }))
      .filter(({ reached }) =>
        reached.some((one) => one.startsWith(join('src', folder, '/')) && !one.endsWith('.test.ts')),
      )
  )
}

function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)]
    .filter(({ index }) => !/^import type /.test(lineOf(text, index)))
    .map(([, path]) => join(dirname(file), path))
}

const lineOf = (text, at) => text.slice(text.lastIndexOf('\n', at) + 1, at)
