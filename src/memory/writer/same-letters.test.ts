// Paths whose steps have the same letters in a row are different places.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWriter } from '../../../test/support/open-test-writer.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { listMemoryFiles } from '../scan-files.ts'

test('files that are written together each get into their own directory', async () => {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const writer = openTestWriter(home)
  const files = ['a/bc/x.md', 'ab/c/x.md', 'abc/x.md']
  await writer.overwrite(
    files.map((file) => ({ file, content: file })),
    { actor: 'user', action: 'add' },
  )
  expect(listMemoryFiles(directory).sort()).toEqual(files)
  expect(files.map((file) => readFileSync(join(directory, file), 'utf8'))).toEqual(files)
})
