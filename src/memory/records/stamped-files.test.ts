import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { listMemoryFiles } from '../scan-files.ts'
import { WIDTH } from './snapshot-file.ts'
import { stampedFiles } from './stamped-files.ts'

function directoryWith(...files: string[]): string {
  const directory = join(temporaryDirectory(), 'memory')
  for (const file of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), file)
  }
  return directory
}

test('names the files that are memories, in the same order, in all directories', () => {
  const deep = Array.from({ length: 17 }, (_, n) => `d${n}`)
  const directory = directoryWith(
    'a.md',
    'b.md',
    'MEMORY.md',
    'notes.txt',
    '.hidden.md',
    '.git/x.md',
    'topics/c.md',
    'topics/named.md/d.md',
    'logs/2026/04/2026-04-09.md',
    'logs/own.md',
    `${deep.slice(0, 15).join('/')}/seen.md`,
    `${deep.join('/')}/too-deep.md`,
  )
  symlinkSync(join(directory, 'a.md'), join(directory, 'link.md'))
  symlinkSync(join(directory, 'topics'), join(directory, 'linked'))
  const { files, stamps } = stampedFiles(directory, { names: readdirSync(directory) })
  expect(files).toEqual(listMemoryFiles(directory))
  expect(files).toContain('topics/named.md/d.md')
  expect(files).toHaveLength(6)
  expect(files.map((_, at) => stamps[WIDTH * at])).toEqual(files.map((file) => file.length))
})

test('does not know what a directory in its place says', () => {
  const directory = directoryWith('a.md', 'b.md')
  const names = readdirSync(directory)
  renameSync(directory, `${directory}.away`)
  mkdirSync(directory)
  writeFileSync(join(directory, 'b.md'), 'of somebody else')
  const { files, stamps } = stampedFiles(`${directory}.away`, { names, plain: directory })
  expect(files.sort()).toEqual(['a.md', 'b.md'])
  const own = stampedFiles(`${directory}.away`, { names })
  expect(Array.from(stamps).filter((value, at) => value === own.stamps[at])).toEqual([])
})
