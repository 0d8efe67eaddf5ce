// What a write gives back and what the journal keeps of it: one change, several, and files with a second name.
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWriter, unsynced } from '../../../test/support/open-test-writer.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { WriterOptions } from '../open-writer.ts'
import { listMemoryFiles } from '../scan-files.ts'

const by = { actor: 'user', action: 'add' } as const

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  mkdirSync(directory)
  const open = (more: Partial<WriterOptions> = {}) => openTestWriter(home, more)
  return { directory, open, at: (file: string) => join(directory, file) }
}
const files = (count: number) => Array.from({ length: count }, (_, n) => ({ file: `f${n}.md`, content: 'x' }))

test('a change alone says nothing of a group; those of several say how many they are', async () => {
  const writer = place().open()
  const written = await writer.overwrite([{ file: 'a.md', content: 'x' }], by)
  expect(written).toEqual({
    changes: [{ id: expect.any(String), file: 'a.md', hash: contentHash('x') }],
    group: expect.any(String),
    warnings: [],
  })
  await writer.overwrite(files(2), by)
  expect(writer.journal.read().map(({ groupSize }) => groupSize)).toEqual([undefined, 2, 2])
})

test('a file that had a second name is named', async () => {
  const { open, at } = place()
  writeFileSync(at('a.md'), 'old')
  linkSync(at('a.md'), at('../second-name'))
  const { separated } = await open().overwrite([{ file: 'a.md', content: 'new' }], by)
  expect(separated).toEqual(['a.md'])
})

test('from 64 files on they are synced together, and progress is reported after each', async () => {
  for (const [count, together] of [
    [62, 0],
    [63, 1],
  ] as const) {
    let calls = 0
    const reported: string[] = []
    const syncAll = () => {
      calls++
      return true
    }
    const onProgress = (done: number, total: number) => reported.push(`${done}/${total}`)
    const writer = place().open({ ops: { ...unsynced, syncAll } })
    await writer.overwrite(files(count), { ...by, onProgress })
    // And the index.
    expect([calls, reported.length, reported[0], reported.at(-1)]).toEqual([
      together,
      count + 1,
      `1/${count + 1}`,
      `${count + 1}/${count + 1}`,
    ])
  }
})

/** Temporary names stay behind where they should go, and of the marks in the journal none can be written. */
function unclean({ marks }: { marks: boolean }): FileOps {
  const fail = (code: string) => {
    throw Object.assign(new Error(code), { code })
  }
  let left = 2
  return {
    ...unsynced,
    unlink: (path) => {
      if (path.includes('.memdir-tmp-') && left-- > 0) fail('EIO')
      return unsynced.unlink(path)
    },
    write: (fd, bytes, offset, length) => {
      if (!marks && /"(?:done|settled)"/.test(Buffer.from(bytes).toString())) fail('ENOSPC')
      return unsynced.write(fd, bytes, offset, length)
    },
  }
}

test('what was acknowledged stays, also where a temporary name was left and one of the files went since', async () => {
  const { directory, open, at } = place()
  const writer = open({ ops: unclean({ marks: true }) })
  await writer.overwrite(files(3), by)
  expect(writer.journal.unfinished()).toEqual([])
  rmSync(at('f0.md'))
  await open().overwrite([{ file: 'next.md', content: 'x' }], by)
  expect(listMemoryFiles(directory).sort()).toEqual(['f1.md', 'f2.md', 'next.md'])
})

test('several that are in place but cannot be marked are put back and not acknowledged', async () => {
  const { directory, open, at } = place()
  const failing = open({ ops: unclean({ marks: false }) })
  await expect(failing.overwrite(files(3), by)).rejects.toMatchObject({ code: 'io' })
  expect(listMemoryFiles(directory)).toEqual([])
  writeFileSync(at('f0.md'), 'mine')
  await open().overwrite([{ file: 'next.md', content: 'x' }], by)
  expect(listMemoryFiles(directory).sort()).toEqual(['f0.md', 'next.md'])
})

test('one alone that cannot be marked counts, whatever was left', async () => {
  const { directory, open } = place()
  await open({ ops: unclean({ marks: false }) }).overwrite(files(1), by)
  const next = open()
  await next.overwrite([{ file: 'next.md', content: 'x' }], by)
  expect(listMemoryFiles(directory).sort()).toEqual(['f0.md', 'next.md'])
  expect(next.journal.read().map(({ file }) => file)).toEqual(['f0.md', 'next.md'])
})
