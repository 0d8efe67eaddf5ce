// What was acknowledged survives a power cut, and whatever was on its way is there whole or not at all.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Loss,
  type PowerLossFileOps,
  powerLossFileOps,
  restoreAfterPowerLoss,
} from '../../../test/support/power-loss.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { contentHash } from '../../base/values/hash.ts'
import { parseIndex, pointersOf } from '../files/index-file.ts'
import { type MemoryStore, openStore } from '../memory-store.ts'
import { type MemoryWriter, openWriter } from '../open-writer.ts'
import { newestChanges } from '../plan-undo.ts'
import { listMemoryFiles } from '../scan-files.ts'
import type { PlannedWrite, Written } from '../writer.ts'
import { undoChanges } from './undo.ts'

const LOSSES: Loss[] = ['all', 'bytes', 'names', ...[1, 2, 3, 4, 5, 6].map((seed) => ({ seed }))]

/** The tested write is the first of its month: the journal gets a new file. */
const [MARCH, APRIL] = ['2026-03-31T23:00:00Z', '2026-04-01T01:00:00Z']

function openAt(home: string, ops?: FileOps, time = APRIL) {
  return openWriter({
    directory: join(home, 'memory'),
    state: join(home, 'state'),
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
    ops,
    clock: { now: () => new Date(time) },
    lockTimeoutMs: 2_000,
  })
}

const memory = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\n---\n${body}\n`
const START: PlannedWrite[] = ['a', 'b'].map((name) => ({
  file: `${name}.md`,
  create: memory(name, 'before'),
}))
const BEFORE = { a: contentHash(memory('a', 'before')), b: contentHash(memory('b', 'before')) }
const by = { actor: 'user' }

interface Case {
  what: string
  run(writer: MemoryWriter, store: MemoryStore): Promise<Written | undefined>
  /** So many files that not every point is looked at. */
  isLong?: boolean
}

const CASES: Case[] = [
  {
    what: 'add',
    run: async (_, store) =>
      (await store.add({ content: 'after', id: 'new1', file: 'deep/new.md' }, by)).written,
  },
  {
    what: 'edit',
    run: async (_, store) =>
      (await store.edit(store.find('a.md'), { content: 'after, and longer than before' }, by)).written,
  },
  { what: 'remove two', run: (_, store) => store.removeAll(store.list(), by) },
  {
    what: 'rename',
    run: (writer) =>
      writer.write(
        [
          { file: 'deep/c.md', create: memory('a', 'before') },
          { file: 'a.md', remove: true, expect: BEFORE.a },
        ],
        { ...by, action: 'move' },
      ),
  },
  {
    what: 'merge',
    run: (writer) =>
      writer.write(
        [
          { file: 'a.md', replace: memory('a', 'both'), expect: BEFORE.a, merged: 'before' },
          { file: 'b.md', remove: true, expect: BEFORE.b },
        ],
        { ...by, action: 'merge' },
      ),
  },
  {
    what: 'undo',
    run: async (writer, store) => {
      await undoChanges(writer, store.directory, newestChanges(writer), 'user')
      return undefined
    },
  },
  {
    what: 'purge',
    run: async (_, store) => {
      await store.purge(store.find('a.md'), by)
      return undefined
    },
  },
  {
    what: 'import of many, synced together',
    run: (writer) =>
      writer.write(
        Array.from({ length: 66 }, (_, i) => ({ file: `i${i}.md`, create: memory(`i${i}`, 'after') })),
        { ...by, action: 'import' },
      ),
    isLong: true,
  },
  {
    what: 'add that puts one into quarantine',
    run: async (_, store) => {
      const staged = [{ directory: 'quarantine', name: 'late.json', content: '{}' }]
      return (await store.add({ content: 'after', id: 'new1', file: 'new.md' }, { ...by, staged })).written
    },
  },
  {
    what: 'add that lets one out of quarantine',
    run: async (_, store) => {
      const staged = [{ directory: 'quarantine', name: 'held.json', content: null }]
      return (await store.add({ content: 'after', id: 'new1', file: 'new.md' }, { ...by, staged })).written
    },
  },
]

/** Every file of the memory that is not the index, by name. */
function contents(home: string): Record<string, string> {
  const directory = join(home, 'memory')
  const files = existsSync(directory) ? listMemoryFiles(directory) : []
  const memories = files.map((file) => [file, readFileSync(join(directory, file), 'utf8')])
  const held = existsSync(quarantineIn(home)) ? readdirSync(quarantineIn(home)).sort().join() : ''
  return Object.fromEntries([...memories, ['held', held]])
}

const quarantineIn = (home: string) => join(home, 'state', 'quarantine')

async function start(): Promise<string> {
  const home = temporaryDirectory()
  await openAt(home, undefined, MARCH).write(START, { actor: 'test', action: 'add' })
  mkdirSync(quarantineIn(home))
  writeFileSync(join(quarantineIn(home), 'held.json'), '{}')
  return home
}

/** A machine that came back: the next write recovers what was cut off. */
async function comeBack(
  ops: PowerLossFileOps,
  loss: Loss,
  remembered: readonly string[] = [],
): Promise<Record<string, string>> {
  const home = temporaryDirectory()
  restoreAfterPowerLoss(ops.remains(loss), home)
  await openAt(home).write([{ file: 'next.md', create: memory('next', 'x') }], {
    actor: 'test',
    action: 'add',
  })
  const history = openAt(home)
    .journal.read()
    .map(({ id }) => id)
  expect(history).toEqual(expect.arrayContaining([...remembered]))
  const { 'next.md': next, ...rest } = contents(home)
  const { held: _, ...listed } = rest
  expect(next).toBe(memory('next', 'x'))
  const index = readFileSync(join(home, 'memory', 'MEMORY.md'), 'utf8')
  const pointed = pointersOf(parseIndex(index)).map(({ file }) => file)
  expect(new Set(pointed)).toEqual(new Set(['next.md', ...Object.keys(listed)]))
  return rest
}

const runOn = (home: string, ops: FileOps, { run }: Case) => {
  const writer = openAt(home, ops)
  return run(writer, openStore(join(home, 'memory'), writer, { now: () => new Date(APRIL) }))
}

describe('power loss', () => {
  test.each(CASES)('$what: what was acknowledged survives', async (one) => {
    const home = await start()
    const ops = powerLossFileOps({ root: home })
    const written = await runOn(home, ops, one)
    const acknowledged = contents(home)
    const ids = written?.changes.map(({ id }) => id)
    for (const loss of LOSSES) expect(await comeBack(ops, loss, ids)).toEqual(acknowledged)
  })

  test('purge: nothing of the text comes back', async () => {
    const home = await start()
    const writer = openAt(home)
    const store = openStore(join(home, 'memory'), writer, { now: () => new Date(APRIL) })
    await store.edit(store.find('a.md'), { content: 'the bandersnatch opens the vault' }, by)
    const ops = powerLossFileOps({ root: home })
    await runOn(home, ops, {
      what: 'purge',
      run: async (_, open) => void (await open.purge(open.find('a.md'), by)),
    })
    for (const loss of LOSSES) {
      const left = [...ops.remains(loss)].filter(([, { bytes }]) => bytes.includes('bandersnatch'))
      expect(left.map(([path]) => path)).toEqual([])
    }
  })

  test.each(CASES)('$what: at every point the old state or the new one', async (one) => {
    const home = await start()
    const old = contents(home)
    const points: { loss: Loss; ops: PowerLossFileOps }[] = []
    let count = 0
    const ops = powerLossFileOps({
      root: home,
      afterChange: (_, now) => {
        const loss = LOSSES[count++ % LOSSES.length] ?? 'all'
        const remains = now.remains(loss)
        if (!one.isLong || count % 7 === 0) points.push({ loss, ops: { ...now, remains: () => remains } })
      },
    })
    await runOn(home, ops, one)
    const fresh = contents(home)
    expect(points.length).toBeGreaterThan(10)
    for (const point of points) {
      const left = await comeBack(point.ops, point.loss)
      expect([old, fresh]).toContainEqual(left)
    }
  })
})
