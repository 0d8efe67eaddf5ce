import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFrom, recordsPlace } from '../../test/records-place.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { openClockWatch } from '../base/time/clock-watch.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { cleanUp, isCleanUpDue, lastCleanUp, planCleanUp, planShownCleanUp } from './clean-up.ts'

const NOW = new Date('2026-04-09T10:00:00Z')
const HOUR = 3_600_000

describe('the plan of a clean-up', () => {
  const memory = (file: string, expires?: string, updated = '2026-04-09T10:00:00Z') =>
    memoryFrom({ file, expires, created: updated, updated })
  const plan = (...memories: ReturnType<typeof memory>[]) => {
    const { due, later, waiting } = planCleanUp(memories, NOW, 30)
    return [due, later, waiting].map((part) => part.map(({ file }) => file))
  }

  it('removes at the end of the audit period, not before', () => {
    expect(plan(memory('a', '2026-03-10T10:00:00Z'))).toEqual([['a'], [], []])
    expect(plan(memory('a', '2026-03-10T10:00:01Z'))).toEqual([[], [], ['a']])
    expect(plan(memory('a', '2026-04-09T10:00:00Z'))).toEqual([[], [], ['a']])
    expect(plan(memory('a', '2026-04-09T10:00:01Z'), memory('b'))).toEqual([[], [], []])
  })

  it('takes a tenth a run, the oldest first', () => {
    const due = memory('b', '2026-01-02')
    expect(plan(due, memory('a', '2026-01-01'), memory('c', '2026-04-01'))).toEqual([['a'], ['b'], ['c']])
  })

  it('counts from the newest change, whatever is before and after it', () => {
    const old = memory('old', '2026-01-10T00:00:00Z', '2026-01-01T00:00:00Z')
    const newest = memory('new', undefined, '2026-02-09T00:00:00Z')
    const between = memory('between', undefined, '2026-02-08T00:00:00Z')
    expect(plan(old)).toEqual([[], [], ['old']])
    expect(plan(old, between)).toEqual([[], [], ['old']])
    for (const order of [
      [old, newest, between],
      [newest, between, old],
      [between, newest, old],
    ])
      expect(plan(...order)).toEqual([['old'], [], []])
  })

  it('passes over a time that is none', () => {
    const old = memory('old', '2026-01-01T00:00:00Z')
    const broken = memory('broken', undefined, 'yesterday')
    for (const order of [
      [old, broken],
      [broken, old],
    ])
      expect(plan(...order)).toEqual([['old'], [], []])
  })
})

describe('a clean-up', () => {
  it('that is aborted removes nothing, and is due again', async () => {
    const { records, by, store, state } = recordsPlace()
    await store.add({ content: 'Gone by now.', expires: '2020-01-01' }, by)
    await expect(records.cleanUpIfDue(by, AbortSignal.abort())).rejects.toThrow('abort')
    expect([store.list().length, lastCleanUp(state)]).toEqual([1, undefined])
    await records.cleanUpIfDue(by, new AbortController().signal)
    expect(lastCleanUp(state)).toEqual(expect.any(Number))
  })

  it('right after a jump of the clock only counts, and does not count as one', async () => {
    const { records, by, store, clock, state } = recordsPlace()
    await store.add({ content: 'one', expires: '2026-01-01' }, by)
    await store.add({ content: 'other', expires: '2026-04-10' }, by)
    clock.time = new Date(NOW.getTime() + 10 * DAY_MS)
    openClockWatch(state, clock).look()
    clock.time = new Date(NOW.getTime() + 2 * DAY_MS)
    expect(await records.cleanUp(by)).toEqual({
      removed: [],
      waiting: 1,
      later: 1,
      history: { dropped: 0, later: 0 },
      clockJump: expect.objectContaining({ days: -8 }),
    })
    expect([store.list().length, lastCleanUp(state)]).toEqual([2, undefined])
  })

  it('says what it removed, and when it ran', async () => {
    const { records, by, store, clock, state, directory } = recordsPlace()
    const { memory } = await store.add({ content: 'one', expires: '2026-01-01' }, by)
    expect(await records.cleanUp(by)).toEqual({
      removed: [
        { id: memory.id, file: memory.file, name: 'one', expired: '2026-01-01', change: expect.any(String) },
      ],
      waiting: 0,
      later: 0,
      history: { dropped: 0, later: 0 },
    })
    expect(existsSync(join(directory, memory.file))).toBe(false)
    expect(JSON.parse(readFileSync(join(state, 'clean-up.json'), 'utf8'))).toEqual({
      v: 1,
      ran: clock.time.toISOString(),
    })
    expect(lastCleanUp(state)).toBe(clock.time.getTime())
  })

  it('removes all that a person was shown and agreed to, as long as it is that', async () => {
    const { records, by, store, clock } = recordsPlace()
    for (const content of ['one', 'two', 'three', 'four', 'five'])
      await store.add({ content, expires: '2026-01-01' }, by)
    const shown = planShownCleanUp(store.list(), clock.time, 30)
    expect([shown.due.length, shown.later.length]).toEqual([5, 0])
    const [changed, ...rest] = shown.due
    const done = await records.cleanUp(by, [{ file: changed!.file, hash: 'another' }, ...rest])
    expect([done.removed.length, done.later, store.list().length]).toEqual([4, 1, 1])
  })

  it('removes what writes left behind that were cut off', async () => {
    const { records, by, state } = recordsPlace()
    mkdirSync(join(state, 'usage'), { recursive: true })
    const left = join(state, 'usage', '.memdir-tmp-abc')
    writeFileSync(left, 'half')
    utimesSync(left, new Date(0), new Date(0))
    await records.cleanUp(by)
    expect(existsSync(left)).toBe(false)
  })
})

describe('is due', () => {
  function at(stamp: unknown): (now: number) => boolean {
    const state = temporaryDirectory()
    if (stamp !== undefined) writeFileSync(join(state, 'clean-up.json'), JSON.stringify(stamp))
    return (now) => isCleanUpDue(state, 24, now)
  }
  const ran = NOW.getTime()

  it('after the hours that are set, to the millisecond', () => {
    const isDue = at({ v: 1, ran: NOW.toISOString() })
    expect([isDue(ran), isDue(ran + 24 * HOUR - 1), isDue(ran + 24 * HOUR)]).toEqual([false, false, true])
    expect(isDue(ran - 1)).toBe(true)
  })

  it.each([undefined, { v: 2, ran: NOW.toISOString() }, { v: 1, ran: 'never' }])(
    'where nobody knows when it ran: %j',
    (stamp) => {
      expect(at(stamp)(ran + 1)).toBe(true)
    },
  )
})

it('leaves what was changed between the look and the lock', async () => {
  const { by, store, clock, state, directory } = recordsPlace()
  const { memory } = await store.add({ content: 'one', expires: '2026-01-01' }, by)
  const list = () => {
    const before = store.list()
    writeFileSync(join(directory, memory.file), '---\nexpires: 2027-01-01\n---\none\n')
    return before
  }
  const done = await cleanUp({ store: { ...store, list }, clock, auditDays: 30, historyDays: 365, state }, by)
  expect([done.removed, existsSync(join(directory, memory.file))]).toEqual([[], true])
})
