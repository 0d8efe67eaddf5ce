// Paths whose steps have the same letters in a row are different places.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFileOps } from '../lib/file-ops.ts'
import { overwriting } from '../testing/overwriting.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { listMemoryFiles } from './scan-files.ts'
import { openWriter } from './writer.ts'

test('files that are written together each get into their own directory', async () => {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const writer = overwriting(
    openWriter({
      directory,
      state: join(home, 'state'),
      loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
      ops: { ...nodeFileOps, fsync: () => {} },
    }),
  )
  const files = ['a/bc/x.md', 'ab/c/x.md', 'abc/x.md']
  await writer.overwrite(
    files.map((file) => ({ file, content: file })),
    { actor: 'user', action: 'add' },
  )
  expect(listMemoryFiles(directory).sort()).toEqual(files)
  expect(files.map((file) => readFileSync(join(directory, file), 'utf8'))).toEqual(files)
})
