import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwriting } from '../../../test/support/overwriting.ts'
import { stoppedFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { type FileOps, nodeFileOps } from '../../base/files/file-ops.ts'
import { attempt } from '../../base/values/attempt.ts'
import { openWriter, type WriterOptions } from '../open-writer.ts'
import { listMemoryFiles } from '../scan-files.ts'
import type { StagedFile } from '../writer.ts'

const unsynced: FileOps = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }
const memory = (name: string) => `---\nname: ${name}\ndescription: about ${name}\n---\nBody of ${name}.\n`
const writing = (...files: string[]) => files.map((file) => ({ file, content: memory(file) }))
const staged: StagedFile[] = [
  { directory: 'quarantine', name: 'new1.json', content: '{}' },
  { directory: 'quarantine', name: 'new2.json', content: '{}' },
  { directory: 'quarantine', name: 'old.json', content: null },
]
const by = { actor: 'test', action: 'import' } as const

function place() {
  const home = temporaryDirectory()
  const [directory, state] = [join(home, 'memory'), join(home, 'state')]
  mkdirSync(join(state, 'quarantine'), { recursive: true })
  writeFileSync(join(state, 'quarantine/old.json'), '{}')
  const open = (more: Partial<WriterOptions> = {}) =>
    overwriting(
      openWriter({
        directory,
        state,
        loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
        ops: unsynced,
        lockTimeoutMs: 2_000,
        ...more,
      }),
    )
  const held = () => readdirSync(join(state, 'quarantine')).sort()
  const waiting = () => attempt(() => readdirSync(join(state, 'staged'))) ?? []
  return { directory, state, open, held, waiting }
}

for (const files of [['a.md', 'b.md', 'c.md'], ['a.md']])
  test(`files that change with ${files.length} memories do so or not, wherever the process is killed`, async () => {
    const seen = new Set<boolean>()
    for (let at = 1; ; at++) {
      const here = place()
      const ops = stoppedFileOps(({ count }) => count === at, unsynced)
      const done = await here
        .open({ ops })
        .overwrite(writing(...files), { ...by, staged })
        .then(
          () => true,
          () => false,
        )
      if (ops.calls.length < at) break
      await here.open().overwrite(writing('next.md'), by)
      const counts = listMemoryFiles(here.directory).includes('a.md')
      if (done) expect(counts, `stopped at call ${at}`).toBe(true)
      expect(here.held(), `stopped at call ${at}`).toEqual(counts ? ['new1.json', 'new2.json'] : ['old.json'])
      expect(here.waiting(), `stopped at call ${at}`).toEqual([])
      seen.add(counts)
    }
    expect(seen).toEqual(new Set([true, false]))
  })

test('files that change with nothing change at once', async () => {
  const here = place()
  await here.open().overwrite([], { ...by, staged })
  expect([here.held(), here.waiting()]).toEqual([['new1.json', 'new2.json'], []])
})

test('a write that is refused changes none of them', async () => {
  const here = place()
  const writes = [{ file: 'a.md', replace: memory('a'), expect: 'another' }]
  await expect(here.open().overwrite(writes, { ...by, staged })).rejects.toThrow('a.md')
  expect([here.held(), here.waiting()]).toEqual([['old.json'], []])
})

test('without a next write they are finished by whoever looks', async () => {
  const here = place()
  const ops = stoppedFileOps(
    ({ name, args }) => name === 'rename' && /\/quarantine\//.test(String(args[1])),
    unsynced,
  )
  await here
    .open({ ops })
    .overwrite(writing('a.md', 'b.md'), { ...by, staged })
    .catch(() => {})
  expect(here.held()).toEqual(['old.json'])
  await here.open().recover()
  expect(here.held()).toEqual(['new1.json', 'new2.json'])
})

test('one alone that waits is put in place too, and its directory is made', async () => {
  const here = place()
  const one: StagedFile[] = [{ directory: 'elsewhere', name: 'new1.json', content: '{}' }]
  const ops = stoppedFileOps(
    ({ name, args }) => name === 'rename' && /\/elsewhere\//.test(String(args[1])),
    unsynced,
  )
  await here
    .open({ ops })
    .overwrite(writing('a.md', 'b.md'), { ...by, staged: one })
    .catch(() => {})
  expect(here.waiting()).toHaveLength(1)
  await here.open().recover()
  expect([here.waiting(), readdirSync(join(here.state, 'elsewhere'))]).toEqual([[], ['new1.json']])
})
