import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Usage } from '../lib/content.ts'
import { complete, type ModelRequest } from '../models/model.ts'
import { FakeModel } from '../testing/fake-model.ts'
import { openLedger } from './ledger.ts'
import { meterModel } from './metered-model.ts'
import { costOf, DEFAULT_PRICES, findPrice, priceList } from './prices.ts'
import { checkSpend } from './spend-cap.ts'
import { reportSpend } from './spend-report.ts'
import { readPrices, readSpendCaps } from './spend-settings.ts'

let directory: string
let now = new Date('2026-03-31T23:59:00Z')
const clock = { now: () => now }
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-ledger-'))
  now = new Date('2026-03-31T23:59:00Z')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const usage = (input: number, output = 0): Usage => ({ input, output, cacheRead: 0, cacheCreated: 0 })
const call = (tokens: number, more = {}) => ({
  purpose: 'extraction',
  project: 'shop',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  usage: usage(tokens),
  ...more,
})
const request: ModelRequest = {
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
}

test('calls are kept by month and day, priced where the price is known', () => {
  const ledger = openLedger({ directory, clock })
  ledger.record(call(1_000_000))
  ledger.record(call(10, { provider: 'openai', model: 'something-new' }))
  now = new Date('2026-04-01T00:00:01Z')
  ledger.record(call(1_000_000, { purpose: 'dream' }))
  expect(ledger.callsOn('2026-03-31').map(({ cost }) => cost)).toEqual([3, undefined])
  expect(ledger.callsOn(ledger.today())).toHaveLength(1)
  const report = reportSpend(ledger.calls('2026-03-01', '2026-04-30'), 'purpose')
  expect(report.total).toMatchObject({ calls: 3, cost: 6, unpriced: 1 })
  expect(report.groups.map(({ name, cost }) => [name, cost])).toEqual([
    ['extraction', 3],
    ['dream', 3],
  ])
})

test('prices: the longest name that fits, the cache apart, settings win', () => {
  expect(findPrice(DEFAULT_PRICES, 'anthropic', 'claude-opus-5-5-20260922')).toEqual(
    DEFAULT_PRICES['claude-opus-5-5'],
  )
  expect(findPrice(DEFAULT_PRICES, 'ollama', 'qwen3')?.input).toBe(0)
  expect(findPrice(DEFAULT_PRICES, 'openai', 'gpt-5.9')).toBeUndefined()
  const all = { input: 1e6, output: 1e6, cacheRead: 1e6, cacheCreated: 1e6 }
  expect(costOf({ input: 10, output: 50 }, all)).toBeCloseTo(10 + 50 + 1 + 12.5)
  const ledger = openLedger({
    directory,
    clock,
    prices: { 'claude-sonnet-*': { input: 1, output: 1 }, 'claude-sonnet-4-5': { input: 1, output: 1 } },
  })
  ledger.record(call(1_000_000))
  expect(ledger.callsOn(ledger.today())[0]?.cost).toBe(1)
})

test('a torn line costs itself only', () => {
  const ledger = openLedger({ directory, clock })
  ledger.record(call(1))
  appendFileSync(join(directory, '2026-03.jsonl'), '{"type":"call","ti')
  expect(ledger.callsOn('2026-03-31')).toHaveLength(1)
  ledger.record(call(2))
  expect(ledger.callsOn('2026-03-31')).toHaveLength(2)
  expect(openLedger({ directory, clock }).callsOn('2026-03-31')).toHaveLength(2)
})

test('over a cap the answer is a value, and the user is told once a day', () => {
  const ledger = openLedger({ directory, clock })
  const other = openLedger({ directory, clock })
  const caps = { perDay: { tokens: 1_000 }, perProject: { money: 2 }, perTurn: { tokens: 300 } }
  const ask = { purpose: 'notes', project: 'shop', turn: 't1' }
  expect(checkSpend(ledger, caps, ask)).toEqual({ status: 'ok' })
  ledger.record(call(300, { turn: 't1' }))
  expect(checkSpend(ledger, caps, ask)).toMatchObject({
    status: 'over_cap',
    cap: 'perTurn',
    used: 300,
    tell: true,
  })
  expect(checkSpend(ledger, caps, { ...ask, turn: 't2' })).toEqual({ status: 'ok' })
  expect(checkSpend(ledger, { perDay: caps.perDay }, { ...ask, tokens: 800 })).toMatchObject({
    cap: 'perDay',
    tell: true,
  })
  ledger.record(call(900, { project: 'other' }))
  const over = checkSpend(other, caps, { ...ask, turn: 't2' })
  expect(over).toMatchObject({ status: 'over_cap', cap: 'perDay', unit: 'tokens', used: 1_200, tell: false })
  expect(over.status === 'over_cap' && over.message).toBe(
    'The spend cap for today is reached (1,200 tokens of 1,000 tokens): memdir goes on without a model.',
  )
  now = new Date('2026-04-01T08:00:00Z')
  expect(checkSpend(other, caps, ask)).toEqual({ status: 'ok' })
  ledger.record(call(2_000, { usage: usage(700_000) }))
  expect(checkSpend(ledger, { perProject: { money: 2 } }, ask)).toMatchObject({
    cap: 'perProject',
    unit: 'money',
    tell: true,
  })
})

test('every price says where it was read and when; one that the person set says that', () => {
  for (const [model, { source, asOf, input }] of Object.entries(DEFAULT_PRICES)) {
    if (model.endsWith('/*')) expect([source, input]).toEqual(['a server of your own', 0])
    else
      expect([source, asOf]).toEqual([
        expect.stringMatching(/^https:/),
        expect.stringMatching(/^20\d\d-\d\d$/),
      ])
  }
  const list = priceList({ 'claude-opus-5': { input: 1, output: 2 }, mine: { input: 3, output: 4 } })
  expect(list.find(({ model }) => model === 'claude-opus-5')).toEqual({
    model: 'claude-opus-5',
    input: 1,
    output: 2,
    set: true,
  })
  expect(list.filter(({ set }) => set).map(({ model }) => model)).toEqual(['claude-opus-5', 'mine'])
})

test('caps and prices from the settings; a misspelt one is told', () => {
  const caps = { perDay: { tokens: 1_000, money: 0.5 }, perTurn: { tokens: 9 } }
  expect(readSpendCaps(caps)).toEqual(caps)
  expect(readSpendCaps(undefined)).toEqual({})
  expect(() => readSpendCaps({ perday: { tokens: 1 } })).toThrow(/spend\.caps\.perday/)
  expect(() => readSpendCaps({ perDay: { tokens: 'many' } })).toThrow(/number/)
  expect(() => readSpendCaps({ perDay: 5 })).toThrow(/object/)
  expect(readPrices({ x: { input: 1, output: 2, cacheRead: 0 } })).toEqual({
    x: { input: 1, output: 2, cacheRead: 0 },
  })
  expect(() => readPrices({ x: { input: 1 } })).toThrow(/"output" is missing/)
})

test('a metered model writes every call down, failed and abandoned ones too', async () => {
  const ledger = openLedger({ directory, clock })
  const model = new FakeModel([
    { say: [{ text: 'a' }], usage: { input: 5, output: 2 } },
    { fail: 'overloaded' },
    { say: [{ text: 'long' }], slow: { bytes: 1, pauseMs: 5 } },
  ])
  const metered = meterModel(model, { ledger, purpose: 'selector', project: 'shop', turn: 't' })
  await complete(metered, request)
  await expect(complete(metered, request)).rejects.toThrow()
  for await (const event of metered.stream(request)) if (event.type === 'text') break
  const calls = ledger.callsOn(ledger.today())
  expect(calls.map(({ failed }) => failed)).toEqual([undefined, 'overloaded', 'cancelled'])
  expect(calls[0]).toMatchObject({ purpose: 'selector', turn: 't', usage: { input: 5, output: 2 } })
  expect(calls[2]?.usage.estimated).toBe(true)
})

test('several processes share one file: no line is lost or torn, one of them tells', async () => {
  const script = `
    import { appendFileSync, openSync, writeSync, fsyncSync } from 'node:fs'
    const fd = openSync(process.argv[1] + '/2026-03.jsonl', 'a')
    for (let i = 0; i < 200; i++) {
      writeSync(fd, JSON.stringify({ type: 'call', time: '2026-03-31T00:00:00Z', purpose: 'p', project: 'x',
        provider: 'f', model: 'm', usage: { input: 1, output: 0, cacheRead: 0, cacheCreated: 0 } }) + '\\n')
    }`
  mkdirSync(directory, { recursive: true })
  const ledger = openLedger({ directory, clock })
  const children = [1, 2, 3].map(
    () =>
      new Promise((done) =>
        spawn(process.execPath, ['--input-type=module', '-e', script, directory]).on('exit', done),
      ),
  )
  for (let at = 0; at < 50; at++) {
    ledger.record(call(1))
    await new Promise((wake) => setImmediate(wake))
  }
  await Promise.all(children)
  expect(ledger.callsOn('2026-03-31')).toHaveLength(650)
  expect(readFileSync(join(directory, '2026-03.jsonl'), 'utf8').split('\n').filter(Boolean)).toHaveLength(650)
  const told = [1, 2, 3].map(() => openLedger({ directory, clock }).tellOnce('x'))
  expect(told.filter(Boolean)).toHaveLength(1)
})
