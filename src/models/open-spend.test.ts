// Models that are counted and capped, request by request.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FakeModel } from '../../test/support/published/fake-model.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { message } from '../base/messages/message.ts'
import { modelsTexts } from '../base/messages/models.ts'
import { estimateTokens } from '../base/text/tokens.ts'
import type { Usage } from '../base/values/usage.ts'
import { openLedger } from './ledger.ts'
import { complete, type Model, type ModelEvent, type ModelRequest } from './model.ts'
import { ModelError } from './model-error.ts'
import { openSpend } from './open-spend.ts'

const now = new Date('2026-03-31T23:59:00Z')
const request: ModelRequest = {
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
}
const answer = { say: [{ text: 'a' }], usage: { input: 5, output: 2 } }
const usage = (input: number): Usage => ({ input, output: 0, cacheRead: 0, cacheCreated: 0 })

function open(tokens?: number) {
  const ledger = openLedger({ directory: temporaryDirectory(), clock: { now: () => now } })
  const caps = tokens === undefined ? {} : { perDay: { tokens } }
  const seen: number[] = []
  const onSpent = (spent: { tokens: number }) => void seen.push(spent.tokens)
  const spend = openSpend({ ledger, caps, project: 'shop', turn: () => 't', onSpent })
  return { ledger, spend, seen, calls: () => ledger.callsOn(ledger.today()) }
}

/** Each attempt but the last fails after `spent` tokens, as providers' models repeat them. */
function repeating(attempts: number, spent: number, lastFails = false) {
  const sent: number[] = []
  const why = message(modelsTexts.overloaded, { provider: 'fake', reason: 'try later' })
  const failure = () => new ModelError('overloaded', why, { provider: 'fake', usage: usage(spent) })
  const model: Model = {
    provider: 'fake',
    name: 'fake',
    window: 1_000,
    maxOutput: 100,
    serialise: (body) => JSON.stringify(body),
    async *stream(): AsyncGenerator<ModelEvent, void, undefined> {
      for (let attempt = 1; attempt < attempts; attempt++) {
        sent.push(attempt)
        yield { type: 'retry', error: failure(), attempt, delayMs: 0 }
      }
      sent.push(attempts)
      if (lastFails) throw failure()
      yield { type: 'end', response: { content: [], stop: 'end', usage: usage(1), model: 'fake' } }
    },
  }
  return { model, sent }
}

test('a metered model records every call, failed and abandoned ones too', async () => {
  const { spend, calls } = open()
  const model = new FakeModel([
    answer,
    { fail: 'overloaded' },
    { say: [{ text: 'long' }], slow: { bytes: 1, pauseMs: 5 } },
  ])
  const metered = spend.meter(model, 'selector')
  await complete(metered, request)
  await expect(complete(metered, request)).rejects.toThrow()
  for await (const event of metered.stream(request)) if (event.type === 'text') break
  expect(calls().map(({ failed }) => failed)).toEqual([undefined, 'overloaded', 'cancelled'])
  expect(calls()[0]).toMatchObject({
    purpose: 'selector',
    project: 'shop',
    turn: 't',
    provider: 'fake',
    model: 'fake',
    usage: { input: 5, output: 2 },
  })
  expect(calls()[2]?.usage).toEqual({
    input: estimateTokens(model.serialise(request)),
    output: 0,
    cacheRead: 0,
    cacheCreated: 0,
    estimated: true,
  })
  expect(spend.spent()).toEqual({ cost: 0, calls: 3, tokens: 7 + (calls()[2]?.usage.input ?? 0) })
})

test('what a failed request took is in the ledger, and counts against the cap', async () => {
  const { spend, calls } = open()
  const metered = spend.meter(new FakeModel([{ drop: 'midway' }]), 'selector')
  await expect(complete(metered, request)).rejects.toThrow()
  expect(calls()).toMatchObject([{ failed: 'network' }])
  const { input = 0, cacheRead = 0, cacheCreated = 0 } = calls()[0]?.usage ?? {}
  expect(input + cacheRead + cacheCreated).toBeGreaterThan(5)
  expect(spend.spent().tokens).toBeGreaterThan(5)
})

test('what a metered model says of itself is what the model says', () => {
  const model = new FakeModel([answer], { name: 'm', window: 7, maxOutput: 3 })
  const metered = open().spend.meter(model, 'notes')
  expect([metered.provider, metered.name, metered.window, metered.maxOutput]).toEqual(['fake', 'm', 7, 3])
  expect(metered.serialise(request)).toBe(model.serialise(request))
})

test('the cap is asked before every request, not once per model', async () => {
  const { spend, calls } = open(14)
  const model = new FakeModel([answer, answer, answer])
  const metered = spend.meter(model, 'extraction')
  await complete(metered, request)
  await complete(metered, request)
  await expect(complete(metered, request)).rejects.toMatchObject({
    code: 'unavailable',
    details: { cap: 'perDay', notify: true },
  })
  await expect(complete(metered, request)).rejects.toMatchObject({ details: { notify: false } })
  expect([model.requests.length, calls().length]).toEqual([2, 2])
})

test('a request is not repeated over the cap', async () => {
  const { spend, calls } = open(20)
  const { model, sent } = repeating(4, 10)
  await expect(complete(spend.meter(model, 'dream'), request)).rejects.toMatchObject({ code: 'unavailable' })
  expect(sent).toEqual([1, 2])
  expect(calls().map(({ failed }) => failed)).toEqual(['overloaded', 'overloaded'])
})

test('each repetition is recorded once, the last one too', async () => {
  const good = open()
  await complete(good.spend.meter(repeating(3, 10).model, 'dream'), request)
  expect(good.calls().map((call) => [call.usage.input, call.failed])).toEqual([
    [10, 'overloaded'],
    [10, 'overloaded'],
    [1, undefined],
  ])
  const bad = open()
  await expect(complete(bad.spend.meter(repeating(2, 10, true).model, 'dream'), request)).rejects.toThrow()
  expect(bad.calls()).toHaveLength(2)
  const left = open()
  for await (const _ of left.spend.meter(repeating(2, 10).model, 'dream').stream(request)) break
  expect(left.calls()).toHaveLength(1)
})

test('an error that is no provider’s is recorded without tokens', async () => {
  const { spend, calls } = open()
  const broken: Model = {
    ...repeating(1, 0).model,
    stream: () => {
      throw new Error('broken')
    },
  }
  await expect(complete(spend.meter(broken, 'notes'), request)).rejects.toThrow('broken')
  expect(calls()).toMatchObject([{ failed: 'error', usage: { input: 0, output: 0 } }])
})

test('work that needs a model asks first, with what it will take', async () => {
  const { spend } = open(10)
  expect(spend.check('dream')).toEqual({ status: 'ok' })
  expect(spend.check('dream', 10)).toEqual({ status: 'ok' })
  expect(spend.check('dream', 11)).toMatchObject({ status: 'over_cap', used: 0 })
})

test('each call is announced with what all of them took so far', async () => {
  const { spend, seen } = open()
  const model = spend.meter(new FakeModel([answer, answer]), 'chat')
  await complete(model, request)
  await complete(model, request)
  expect(seen).toEqual([7, 14])
})

test('the cap of a turn counts the calls of that turn alone', async () => {
  const ledger = openLedger({ directory: temporaryDirectory(), clock: { now: () => now } })
  let turn = 'first'
  const caps = { perTurn: { tokens: 7 } }
  const spend = openSpend({ ledger, caps, project: 'shop', turn: () => turn })
  const model = spend.meter(new FakeModel([answer, answer]), 'chat')
  await complete(model, request)
  await expect(complete(model, request)).rejects.toMatchObject({
    code: 'unavailable',
    details: { cap: 'perTurn' },
  })
  turn = 'second'
  await complete(model, request)
  expect(ledger.callsOn(ledger.today()).map((call) => call.turn)).toEqual(['first', 'second'])
})

test('a ledger that cannot be written lets no request out, loses no answer, and is written as soon as it can be', async () => {
  const directory = temporaryDirectory()
  let isFull = true
  const write: typeof nodeFileOps.write = (...given) => {
    if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    return nodeFileOps.write(...given)
  }
  const ops = { ...nodeFileOps, write }
  const ledger = openLedger({ directory, ops, clock: { now: () => now } })
  const spend = openSpend({ ledger, caps: {}, project: 'shop' })
  const fake = new FakeModel([answer, answer])
  const model = spend.meter(fake, 'chat')
  const refused = {
    code: 'unavailable',
    message: expect.stringMatching(/no model is asked, because .* could not be recorded.*no space/s),
  }
  await expect(complete(model, request)).rejects.toMatchObject(refused)
  expect(fake.requests).toHaveLength(0)
  isFull = false
  for await (const event of model.stream(request)) if (event.type === 'text') isFull = true
  expect([fake.requests.length, spend.spent().tokens]).toEqual([1, 7])
  await expect(complete(model, request)).rejects.toMatchObject(refused)
  expect([fake.requests.length, ledger.callsOn(ledger.today()).length]).toEqual([1, 0])
  isFull = false
  await complete(model, request)
  expect(ledger.callsOn(ledger.today())).toHaveLength(2)
  expect(readdirSync(directory)).toEqual(['2026-03.jsonl'])
})
