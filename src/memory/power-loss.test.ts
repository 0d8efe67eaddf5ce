// What was acknowledged survives a power cut, and whatever was on its way is there whole or not at all.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileOps } from '../lib/file-ops.ts'
import { contentHash } from '../lib/hash.ts'
import {
  type Loss,
  type PowerLossFileOps,
  powerLossFileOps,
  restoreAfterPowerLoss,
} from '../testing/power-loss.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { parseIndex, pointersOf } from './index-file.ts'
import type { PlannedWrite, WriteContext } from './planned-write.ts'
import { listMemoryFiles } from './scan-files.ts'
import { openWriter } from './writer.ts'

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

interface Case {
  what: string
  context: WriteContext
  writes: PlannedWrite[]
}

const CASES: Case[] = [
  {
    what: 'add',
    context: { actor: 'test', action: 'add' },
    writes: [{ file: 'deep/new.md', create: memory('new', 'after') }],
  },
  {
    what: 'edit',
    context: { actor: 'test', action: 'edit' },
    writes: [{ file: 'a.md', replace: memory('a', 'after, and longer than before'), expect: BEFORE.a }],
  },
  {
    what: 'remove two',
    context: { actor: 'test', action: 'remove' },
    writes: [
      { file: 'a.md', remove: true, expect: BEFORE.a },
      { file: 'b.md', remove: true, expect: BEFORE.b },
    ],
  },
  {
    what: 'import of many, synced together',
    context: { actor: 'test', action: 'import' },
    writes: Array.from({ length: 66 }, (_, i) => ({
      file: `i${i}.md`,
      create: memory(`i${i}`, 'after'),
    })),
  },
]

/** Every file of the memory that is not the index, by name. */
function contents(home: string): Record<string, string> {
  const directory = join(home, 'memory')
  const files = existsSync(directory) ? listMemoryFiles(directory) : []
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(directory, file), 'utf8')]))
}

async function start(): Promise<string> {
  const home = temporaryDirectory()
  await openAt(home, undefined, MARCH).write(START, { actor: 'test', action: 'add' })
  return home
}

/** A machine that came back: the next write settles what was cut off. */
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
  expect(next).toBe(memory('next', 'x'))
  const index = readFileSync(join(home, 'memory', 'MEMORY.md'), 'utf8')
  const pointed = pointersOf(parseIndex(index)).map(({ file }) => file)
  expect(new Set(pointed)).toEqual(new Set(['next.md', ...Object.keys(rest)]))
  return rest
}

describe('power loss', () => {
  test.each(CASES)('$what: what was acknowledged survives', async ({ writes, context }) => {
    const home = await start()
    const ops = powerLossFileOps({ root: home })
    const { changes } = await openAt(home, ops).write(writes, context)
    const acknowledged = contents(home)
    const ids = changes.map(({ id }) => id)
    for (const loss of LOSSES) expect(await comeBack(ops, loss, ids)).toEqual(acknowledged)
  })

  test.each(CASES)('$what: at every point the old state or the new one', async ({ writes, context }) => {
    const home = await start()
    const old = contents(home)
    const points: { loss: Loss; ops: PowerLossFileOps }[] = []
    let count = 0
    const ops = powerLossFileOps({
      root: home,
      afterChange: (_, now) => {
        const loss = LOSSES[count++ % LOSSES.length]!
        const remains = now.remains(loss)
        if (writes.length < 10 || count % 7 === 0)
          points.push({ loss, ops: { ...now, remains: () => remains } })
      },
    })
    await openAt(home, ops).write(writes, context)
    const fresh = contents(home)
    expect(points.length).toBeGreaterThan(10)
    for (const point of points) {
      const left = await comeBack(point.ops, point.loss)
      expect([old, fresh]).toContainEqual(left)
    }
  })
})
