import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../../base/values/usage.ts'
import { type Block, text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { compacted } from './compacted.ts'
import { DEFAULT_SETTINGS } from './context-settings.ts'
import { type ContextState, NEW_STATE } from './context-state.ts'
import {
  exceeds,
  type Gauge,
  gaugeOf,
  type Measured,
  sentBytes,
  type Tokens,
  toNumber,
  usedBy,
} from './gauge.ts'
import { prepare } from './prepare.ts'
import { sumBytes } from './sizes.ts'
import { snip } from './snip.ts'

const settings = { ...DEFAULT_SETTINGS, overheadBytes: 30_000 }
const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheCreated: 0 }

function message(at: number, words: string, usage?: Usage): TranscriptMessage {
  const role = at % 2 === 0 ? 'user' : 'assistant'
  const content: Block[] = [text(words)]
  return { id: `m${at}`, parent: null, role, time: '2026-11-01T08:00:00Z', content, ...(usage && { usage }) }
}

/** Every answer says how much was sent, at so many bytes per token. */
function counted(sizes: readonly number[], rate: number): TranscriptMessage[] {
  const messages: TranscriptMessage[] = []
  for (const [at, size] of sizes.entries()) {
    const sent = Math.round((settings.overheadBytes + sumBytes(messages)) / rate)
    const output = Math.round((size + 12) / rate)
    const usage = at % 2 === 1 ? { ...NOTHING, cacheRead: sent, output } : undefined
    messages.push(message(at, 'z'.repeat(size), usage))
  }
  return messages
}

const used = (messages: readonly TranscriptMessage[], state: ContextState = NEW_STATE) =>
  toNumber(usedBy(messages, state, settings))

describe('a gauge', () => {
  it.each([2.5, 3, 3.5, 4, 6])(
    'counts what came after the last usage as the provider will, at %d',
    (rate) => {
      const messages = counted([90_000, 60_000, 120_000], rate)
      const real = (settings.overheadBytes + sumBytes(messages)) / rate
      expect(Math.abs(used(messages) - real)).toBeLessThan(3)
      expect(gaugeOf(messages, NEW_STATE, settings).counted).toBe('measured')
    },
  )

  it('estimates before any usage, and where the server says nothing', () => {
    const messages = counted([25_000, 20_000], 4)
    const silent = messages.map((one) =>
      one.usage ? { ...one, usage: { ...one.usage, estimated: true } } : one,
    )
    for (const untold of [messages.slice(0, 1), silent]) {
      expect(gaugeOf(untold, NEW_STATE, settings).counted).toBe('estimated')
      expect(used(untold)).toBe(Math.ceil((settings.overheadBytes + sumBytes(untold)) / 2.5))
    }
  })

  it('takes what nothing explains for a part of every request', () => {
    const messages = [message(0, 'a'), message(1, 'b', { ...NOTHING, cacheRead: 50_000 }), message(2, 'c')]
    expect(used(messages)).toBeGreaterThanOrEqual(50_000)
    expect(used(messages)).toBeLessThan(50_020)
    expect(used([])).toBe(12_000)
    const gauge = gaugeOf(messages, NEW_STATE, settings)
    expect(toNumber(gauge.used(0))).toBeGreaterThan(30_000)
  })

  it('does not believe a usage without what came from the cache', () => {
    const messages = [message(0, 'z'.repeat(400_000)), message(1, 'b', { ...NOTHING, input: 900 })]
    expect(gaugeOf(messages, NEW_STATE, settings).counted).toBe('estimated')
  })

  it('keeps what it knows when a compaction takes the message with the usage away', () => {
    const messages = counted([100_000, 200_000, 100_000, 200_000, 50], 4)
    const input = { messages, state: NEW_STATE, settings, now: 0 }
    const done = compacted(input, messages, {
      ...{ level: 'full', reason: 'threshold', dropped: messages, tail: [], summary: 'In short.' },
    })
    if (done.status !== 'compacted') throw new Error('useless')
    expect(used(done.messages, done.state)).toBe(done.receipt.after)
    const after = (settings.overheadBytes + sumBytes(done.messages)) / 4
    expect(Math.abs(done.receipt.after - after)).toBeLessThan(3)
    // The next response tells anew.
    const usage = { ...NOTHING, cacheRead: 40_000 }
    const next = [...done.messages, { ...message(9, 'ok', usage), id: 'next' }]
    expect(gaugeOf(next, done.state, settings).kept.rate?.anchor).toBe('next')
  })

  it('leaves out what the provider clears, as its usage does', () => {
    const call: Block = { type: 'tool_use', id: 't', name: 'Read', inputJson: '{}' }
    const result: Block = { type: 'tool_result', toolUseId: 't', content: [text('z'.repeat(90_000))] }
    const messages = [
      message(0, 'a'),
      { ...message(1, ''), content: [call] },
      { ...message(2, ''), content: [result] },
    ]
    const providerClearing = { receipt: 'c1', through: 't' }
    const freed =
      sentBytes(messages, NEW_STATE, settings) - sentBytes(messages, { providerClearing }, settings)
    expect(freed).toBeGreaterThan(89_000)
    expect(freed).toBeLessThan(90_000)
  })

  it('makes receipts that are never negative and never of two kinds, whatever is counted', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 6, maxLength: 20 })
    fc.assert(
      fc.property(
        sizes,
        fc.double({ min: 0.5, max: 12, noNaN: true }),
        fc.boolean(),
        (given, rate, asked) => {
          const messages = counted(given, rate)
          const input = { messages, state: NEW_STATE, settings, now: 0 }
          const full = compacted(input, messages, {
            ...{ level: 'full', reason: 'threshold', dropped: messages, tail: [], summary: 'Short.' },
          })
          const { receipt } = asked ? snip(input, 30_000, 'asked') : full.status === 'compacted' ? full : {}
          if (!receipt) return
          expect(receipt.after).toBeGreaterThanOrEqual(0)
          expect(receipt.freed).toBeGreaterThanOrEqual(0)
          expect(receipt.freed).toBe(receipt.before - receipt.after)
          expect(receipt.before).toBe(used(messages))
          expect(receipt.counted).toBe('measured')
        },
      ),
    )
  })

  it('makes tokens that the compiler lets nobody mix', () => {
    const none = (_: () => unknown) => undefined
    const gauge: Gauge = gaugeOf([], NEW_STATE, settings)
    const tokens: Tokens = gauge.used(3_000)
    // @ts-expect-error No sums.
    none(() => tokens + 1)
    // @ts-expect-error No differences.
    none(() => tokens - gauge.tokens(3))
    // @ts-expect-error Not against a plain number: `exceeds`.
    none(() => tokens > 167_000)
    // @ts-expect-error Bytes are no tokens.
    none(() => exceeds(3_000, 167_000))
    // @ts-expect-error What is estimated is not measured.
    none((): Measured => tokens)
    expect(exceeds(tokens, 1_199)).toBe(true)
    expect(exceeds(tokens, 1_200)).toBe(false)
  })
})

describe('the blocking limit', () => {
  const full = counted([300_000, 300_000, 20], 3)
  const off = { ...settings, mode: 'off' as const }
  const next = (more: Partial<typeof settings>) =>
    prepare({
      ...{ messages: full, state: NEW_STATE, now: 0, canSummarise: true },
      settings: { ...off, ...more },
    }).next

  it('holds with auto compaction off, and leaves the rest to whoever waits for a refusal', () => {
    expect(used(full)).toBeGreaterThan(197_000)
    expect(next({})).toBe('blocked')
    expect(next({ window: 240_000 })).toBeUndefined()
    expect(next({ mode: 'reactive' })).toBeUndefined()
  })

  it('holds after a snip that was not enough', () => {
    const words = counted([20, 200_000, 20, 90_000, 20], 3)
    const done = prepare({
      ...{ messages: words, state: NEW_STATE, now: 0, canSummarise: false },
      settings: { ...settings, window: 100_000 },
    })
    expect(done.receipts).toMatchObject([{ level: 'snip' }])
    expect(done.tokens.level).toBe('fine')
    const latest = [...words.slice(0, 4), message(4, 'z'.repeat(400_000))]
    const blocked = prepare({
      ...{ messages: latest, state: NEW_STATE, now: 0, canSummarise: false },
      settings: { ...settings, window: 100_000 },
    })
    expect(blocked.next).toBe('blocked')
  })
})
