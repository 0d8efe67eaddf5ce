import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { conversationKey } from '../../base/values/hash.ts'
import { CONSOLIDATE_LOCK, countTouched, type DreamGates, isConsolidated, planDream } from './gates.ts'

const NOW = Date.parse('2026-04-09T12:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

describe('a dream', () => {
  const asked: string[] = []
  const gates = (more: Partial<DreamGates> = {}): DreamGates => ({
    enabled: true,
    memoryOn: true,
    dailyLog: false,
    remote: false,
    hours: 24,
    conversations: 5,
    state: {},
    now: NOW,
    countConversations: () => {
      asked.push('count')
      return 5
    },
    isTaken: () => {
      asked.push('lock')
      return false
    },
    ...more,
  })

  it.each([
    ['off', { enabled: false }],
    ['memory_off', { memoryOn: false }],
    ['daily_log', { dailyLog: true }],
    ['remote', { remote: true }],
    ['too_soon', { state: { last: ago(24 * 60 - 1) } }],
    ['scanned', { state: { last: ago(24 * 60), scanned: ago(9) } }],
  ] as const)('is not due: %s, and nothing dear is asked', (reason, more) => {
    asked.length = 0
    expect(planDream(gates(more))).toEqual({ status: 'skipped', reason })
    expect(asked).toEqual([])
  })

  it('is due after the time and the conversations, once nobody else is at it', () => {
    const last = ago(24 * 60)
    expect(planDream(gates({ state: { last, scanned: ago(10) } }))).toEqual({ status: 'due' })
    let since = 0
    const countConversations = (time: number) => {
      since = time
      return 4
    }
    expect(planDream(gates({ state: { last }, countConversations }))).toEqual({
      status: 'skipped',
      reason: 'few_conversations',
      scanned: true,
    })
    expect(since).toBe(Date.parse(last))
    expect(planDream(gates({ isTaken: () => true }))).toEqual({ status: 'skipped', reason: 'other_dream' })
    // A clock that was set back.
    expect(planDream(gates({ state: { last: ago(-60), scanned: ago(-60) } }))).toEqual({ status: 'due' })
  })
})

it('counts each conversation once, and not the current one', () => {
  const root = temporaryDirectory()
  const [a, b] = [join(root, 'a'), join(root, 'b')]
  for (const directory of [a, b]) mkdirSync(directory)
  // Our own logs are called as their conversation, what is kept of it by a hash of that.
  for (const name of ['1.jsonl', '2.jsonl', '.hidden']) writeFileSync(join(a, name), '')
  for (const name of ['2', '3']) writeFileSync(join(b, `${conversationKey(name)}.json`), '')
  writeFileSync(join(a, 'old.jsonl'), '')
  utimesSync(join(a, 'old.jsonl'), 1, 1)
  const none = { directory: join(root, 'none') }
  expect(countTouched([{ directory: a, byName: true }, { directory: b }, none], 2_000)).toBe(2)
  expect(countTouched([none], 0)).toBe(0)
})

it('honours the lock of Claude Code while its owner lives, for an hour', () => {
  const directory = temporaryDirectory()
  const path = join(directory, CONSOLIDATE_LOCK)
  expect(isConsolidated(directory, Date.now())).toBe(false)
  writeFileSync(path, String(process.pid))
  expect(isConsolidated(directory, Date.now())).toBe(true)
  expect(isConsolidated(directory, Date.now() + 3_700_000)).toBe(false)
  for (const owner of ['', '0', '-1', '999999999', 'x']) {
    writeFileSync(path, owner)
    expect(isConsolidated(directory, Date.now()), owner).toBe(false)
  }
  rmSync(path)
  const elsewhere = join(directory, 'elsewhere')
  writeFileSync(elsewhere, String(process.pid))
  symlinkSync(elsewhere, path)
  expect(isConsolidated(directory, Date.now()), 'behind a link').toBe(false)
})
