import { describe, expect, it, test } from 'vitest'
import { type Cursor, NO_CURSOR } from './cursors.ts'
import { type ExtractionState, MOST_MESSAGES, planExtraction, type SkipReason } from './plan-extraction.ts'
import type { SaidMessage } from './proposal.ts'

const open = { subAgent: false, enabled: true, memoryOn: true, remote: false, inFlight: false }
const settings = { everyTurns: 1, messageInterval: 10, onSessionEnd: true }
const now = new Date('2026-04-09T10:00:00Z')

/** A person and an agent in turn: u1, a2, u3, … */
const talk = (count: number): SaidMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at % 2 === 0 ? 'u' : 'a'}${at + 1}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `message ${at + 1}`,
    time: now.toISOString(),
  }))

const plan = (state: Partial<ExtractionState>) =>
  planExtraction({
    gates: open,
    occasion: 'turn',
    settings,
    cursor: NO_CURSOR,
    said: talk(4),
    hasWritten: false,
    now,
    ...state,
  })
const idsOf = (state: Partial<ExtractionState>) => {
  const made = plan(state)
  return made.action === 'run' ? made.messages.map(({ id }) => id) : made.reason
}
const at = (message: string, more: Partial<Cursor> = {}): Cursor => ({ ...NO_CURSOR, message, ...more })

describe('the gates', () => {
  it.each<[keyof typeof open, SkipReason]>([
    ['subAgent', 'sub-agent'],
    ['enabled', 'off'],
    ['memoryOn', 'memory-off'],
    ['remote', 'remote'],
    ['inFlight', 'in-flight'],
  ])('%s closes', (gate, reason) => {
    expect(plan({ gates: { ...open, [gate]: !open[gate] } })).toEqual({ action: 'skip', reason })
  })
})

describe('the messages', () => {
  it('are all without a cursor, and those after it with one', () => {
    expect(idsOf({})).toEqual(['u1', 'a2', 'u3', 'a4'])
    expect(idsOf({ cursor: at('a2') })).toEqual(['u3', 'a4'])
    expect(idsOf({ cursor: at('a4') })).toBe('nothing-new')
  })

  it('are all where the cursor’s message is gone', () => {
    expect(idsOf({ said: talk(8).slice(4), cursor: at('a2') })).toEqual(['u5', 'a6', 'u7', 'a8'])
  })

  it('that a compaction wrote again are not new, and none comes twice', () => {
    const said = talk(6)
    const again = [...said, ...said.slice(1, 5), ...talk(8).slice(6)]
    expect(idsOf({ said: again, cursor: at('a4') })).toEqual(['u5', 'a6', 'u7', 'a8'])
  })

  it('of the agent alone are nothing new', () => {
    expect(idsOf({ said: talk(4), cursor: at('u3') })).toBe('nothing-new')
    expect(idsOf({ said: [] })).toBe('nothing-new')
  })

  it('are the last where there are too many, with a few before them', () => {
    const said = talk(MOST_MESSAGES + 10)
    const made = plan({ said })
    if (made.action !== 'run') throw new Error('skipped')
    expect([made.messages.length, made.messages.at(-1)?.id, made.before.map(({ id }) => id)]).toEqual([
      MOST_MESSAGES,
      said.at(-1)?.id,
      ['u5', 'a6', 'u7', 'a8', 'u9', 'a10'],
    ])
  })
})

test('a success moves the cursor to the last message, a failure only counts', () => {
  const cursor = at('a2', { failures: 1 })
  expect(plan({ cursor })).toMatchObject({
    cursor: { message: 'a4', time: now.toISOString(), turns: 0, failures: 0 },
    failed: { message: 'a2', failures: 2 },
  })
  expect(plan({ cursor: at('a2', { failures: 3 }) })).toEqual({
    action: 'skip',
    reason: 'given-up',
    cursor: { message: 'a4', time: now.toISOString(), turns: 0, failures: 0 },
  })
})

test('where the agent has saved something, only what was asked for is looked at', () => {
  expect([plan({}), plan({ hasWritten: true })]).toMatchObject([{ onlyAsked: false }, { onlyAsked: true }])
})

describe('the throttle', () => {
  const third = { ...settings, everyTurns: 3 }
  it('lets every third turn through, and counts those between', () => {
    expect(plan({ settings: third })).toEqual({
      action: 'skip',
      reason: 'throttled',
      cursor: { ...NO_CURSOR, turns: 1 },
    })
    expect(plan({ settings: third, cursor: { ...NO_CURSOR, turns: 2 } }).action).toBe('run')
  })

  it.each(['trailing', 'end', 'compaction'] as const)('does not hold up %s', (occasion) => {
    expect(plan({ settings: third, occasion }).action).toBe('run')
  })

  it('of hosts without turns is a number of messages', () => {
    expect(idsOf({ occasion: 'messages', said: talk(9) })).toBe('too-few-messages')
    expect(plan({ occasion: 'messages', said: talk(10) }).action).toBe('run')
    expect(idsOf({ occasion: 'messages', said: talk(10), cursor: at('a2') })).toBe('too-few-messages')
  })

  it('at the end there is no run where that is switched off', () => {
    expect(idsOf({ occasion: 'end', settings: { ...settings, onSessionEnd: false } })).toBe('not-at-end')
  })
})
