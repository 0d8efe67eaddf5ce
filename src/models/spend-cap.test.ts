import { beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { dollars, readSpendCaps } from '../base/settings/spend-settings.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { capsLeft } from './spend/caps-left.ts'
import { checkSpend } from './spend-cap.ts'
import { reportSpend } from './spend-report.ts'

let directory: string
let now: Date
const clock = { now: () => now }
let ledger: Ledger
beforeEach(() => {
  directory = temporaryDirectory()
  now = new Date('2026-03-31T23:59:00Z')
  ledger = openLedger({ directory, clock })
})

const call = (tokens: number, more = {}) => ({
  purpose: 'extraction',
  project: 'shop',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  usage: { input: tokens, output: 0, cacheRead: 0, cacheCreated: 0 },
  ...more,
})
const ask = { purpose: 'notes', project: 'shop', turn: 't1' }

test('over a cap the answer is a value, and the person is notified once a day', () => {
  const other = openLedger({ directory, clock })
  const caps = { perDay: { tokens: 1_000 }, perProject: { money: 2 }, perTurn: { tokens: 300 } }
  expect(checkSpend(ledger, caps, ask)).toEqual({ status: 'ok' })
  ledger.record(call(300, { turn: 't1' }))
  expect(checkSpend(ledger, caps, ask)).toMatchObject({
    status: 'over_cap',
    cap: 'perTurn',
    limit: 300,
    used: 300,
    notify: true,
  })
  expect(checkSpend(ledger, caps, { ...ask, turn: 't2' })).toEqual({ status: 'ok' })
  expect(checkSpend(ledger, { perDay: caps.perDay }, { ...ask, tokens: 800 })).toMatchObject({
    cap: 'perDay',
    notify: true,
  })
  ledger.record(call(900, { project: 'other' }))
  const over = checkSpend(other, caps, { ...ask, turn: 't2' })
  expect(over).toMatchObject({
    status: 'over_cap',
    cap: 'perDay',
    unit: 'tokens',
    used: 1_200,
    notify: false,
  })
  now = new Date('2026-04-01T08:00:00Z')
  expect(checkSpend(other, caps, ask)).toEqual({ status: 'ok' })
  ledger.record(call(700_000))
  expect(checkSpend(ledger, { perProject: { money: 2 } }, ask)).toMatchObject({
    cap: 'perProject',
    unit: 'money',
    notify: true,
  })
})

test('what is reached is said in both languages, in tokens or money', () => {
  ledger.record(call(1_200_000, { turn: 't1' }))
  const message = (caps: Parameters<typeof checkSpend>[1]) => {
    const answer = checkSpend(ledger, caps, ask)
    return answer.status === 'over_cap' ? [answer.message.en, answer.message.zh] : []
  }
  expect(message({ perDay: { tokens: 1_000 } })).toEqual([
    'The spend cap for today is reached (1,200,000 tokens of 1,000 tokens): memdir continues without a model.',
    '今天的花费上限已到（1,200,000 个 token，上限 1,000 个 token）：memdir 将不使用模型继续工作。',
  ])
  expect(message({ perProject: { money: 2 } })[0]).toContain(
    'for this project today is reached ($3.60 of $2.00)',
  )
  expect(message({ perTurn: { tokens: 5 } })[0]).toContain('for this turn is reached')
})

test('a cap is reached exactly at its limit; a call that does not fit is not begun', () => {
  const answer = (limit: object, tokens?: number) =>
    checkSpend(ledger, { perDay: limit }, { ...ask, ...(tokens !== undefined && { tokens }) }).status
  ledger.record(call(1_000_000))
  expect([answer({ tokens: 1_000_000 }), answer({ tokens: 1_000_001 })]).toEqual(['over_cap', 'ok'])
  expect([answer({ tokens: 1_000_010 }, 10), answer({ tokens: 1_000_010 }, 11)]).toEqual(['ok', 'over_cap'])
  expect([answer({ money: 3 }), answer({ money: 3.01 }), answer({})]).toEqual(['over_cap', 'ok', 'ok'])
  expect(checkSpend(ledger, {}, ask)).toEqual({ status: 'ok' })
  ledger.record(call(1, { model: 'nobody-knows' }))
  expect(answer({ money: 3.01 })).toBe('ok')
})

test('each cap counts its own calls', () => {
  ledger.record(call(10, { turn: 'other' }))
  ledger.record(call(10, { project: 'other', turn: 't1' }))
  ledger.record(call(10))
  const used = (caps: Parameters<typeof checkSpend>[1], question: Parameters<typeof checkSpend>[2] = ask) => {
    const answer = checkSpend(ledger, caps, question)
    return answer.status === 'over_cap' ? answer.used : 0
  }
  expect(used({ perTurn: { tokens: 1 } })).toBe(10)
  expect(used({ perTurn: { tokens: 1 } }, { purpose: 'notes', project: 'shop' })).toBe(0)
  expect(used({ perProject: { tokens: 1 } })).toBe(20)
  expect(used({ perDay: { tokens: 1 } })).toBe(30)
})

test('one project’s notice is not another’s, and the day’s is for all of them', () => {
  ledger.record(call(10))
  ledger.record(call(10, { project: 'other' }))
  const notify = (caps: Parameters<typeof checkSpend>[1], project: string) => {
    const answer = checkSpend(ledger, caps, { purpose: 'notes', project })
    return answer.status === 'over_cap' && answer.notify
  }
  const perProject = { perProject: { tokens: 1 } }
  expect([notify(perProject, 'shop'), notify(perProject, 'other'), notify(perProject, 'shop')]).toEqual([
    true,
    true,
    false,
  ])
  const perDay = { perDay: { tokens: 1 } }
  expect([notify(perDay, 'shop'), notify(perDay, 'other')]).toEqual([true, false])
})

test('what is left of each cap', () => {
  ledger.record(call(1_000_000))
  ledger.record(call(500_000, { project: 'other', model: 'nobody-knows' }))
  const today = ledger.callsOn(ledger.today())
  const caps = { perTurn: { tokens: 9 }, perProject: { money: 2 }, perDay: { tokens: 2_000_000, money: 5 } }
  expect(capsLeft(caps, today, 'shop', ledger.tokens)).toEqual([
    { cap: 'perTurn', unit: 'tokens', limit: 9, left: 9 },
    { cap: 'perProject', unit: 'money', limit: 2, used: 3, left: 0 },
    { cap: 'perDay', unit: 'tokens', limit: 2_000_000, used: 1_500_000, left: 500_000 },
    { cap: 'perDay', unit: 'money', limit: 5, used: 3, left: 2 },
  ])
  expect(capsLeft({}, today, 'shop', ledger.tokens)).toEqual([])
})

test('what was spent, by purpose, project, day and model', () => {
  ledger.record(call(1_000_000))
  ledger.record(call(10, { purpose: 'dream', model: 'nobody-knows', failed: 'overloaded' }))
  ledger.record(call(30, { purpose: 'notes', model: 'nobody-knows', project: 'other' }))
  now = new Date('2026-04-01T00:00:01Z')
  ledger.record(call(2_000_000, { purpose: 'dream' }))
  const calls = ledger.calls('2026-03-01', '2026-04-30')
  const by = (group: Parameters<typeof reportSpend>[1]) =>
    reportSpend(calls, group).groups.map((sum) => [sum.name, sum.calls, sum.failed, sum.cost, sum.unpriced])
  expect(by('purpose')).toEqual([
    ['dream', 2, 1, 6, 1],
    ['extraction', 1, 0, 3, 0],
    ['notes', 1, 0, 0, 1],
  ])
  expect(by('project')).toEqual([
    ['shop', 3, 1, 9, 1],
    ['other', 1, 0, 0, 1],
  ])
  expect(by('day').map(([day]) => day)).toEqual(['2026-03-31', '2026-04-01'])
  expect(reportSpend(calls.toReversed(), 'day').groups.map(({ name }) => name)).toEqual([
    '2026-03-31',
    '2026-04-01',
  ])
  expect(by('model').map(([model]) => model)).toEqual(['claude-sonnet-4-5', 'nobody-knows'])
  expect(reportSpend(calls, 'day').total).toMatchObject({
    name: 'total',
    calls: 4,
    failed: 1,
    cost: 9,
    unpriced: 2,
    usage: { input: 3_000_040, output: 0 },
  })
})

test('without a price the most tokens come first', () => {
  const unpriced = (tokens: number, output: number, purpose: string) =>
    ledger.record({
      ...call(tokens, { purpose, model: 'nobody-knows' }),
      usage: { input: tokens, output, cacheRead: 0, cacheCreated: 0 },
    })
  unpriced(10, 0, 'few')
  unpriced(5, 20, 'many')
  unpriced(12, 0, 'some')
  expect(
    reportSpend(ledger.calls('2026-01-01', '2026-12-31'), 'purpose').groups.map(({ name }) => name),
  ).toEqual(['many', 'some', 'few'])
})

test('what runs by itself has a cap of its own, which nobody else meets', () => {
  const caps = { background: { tokens: 100 } }
  const status = (purpose: string, project = 'shop') => checkSpend(ledger, caps, { purpose, project }).status
  ledger.record(call(10_000, { purpose: 'chat' }))
  expect(status('extraction')).toBe('ok')
  ledger.record(call(60))
  ledger.record(call(60, { purpose: 'judge' }))
  expect([status('extraction'), status('dream'), status('chat'), status('extraction', 'other')]).toEqual([
    'over_cap',
    'over_cap',
    'ok',
    'ok',
  ])
})

test('what was read from a cache counts by its price', () => {
  const cached = { usage: { input: 100, output: 50, cacheRead: 190_000, cacheCreated: 850 } }
  const used = (model: string, limit: number) => {
    ledger.record(call(0, { ...cached, model, project: model }))
    const answer = checkSpend(ledger, { perProject: { tokens: limit } }, { ...ask, project: model })
    return answer.status === 'over_cap' ? answer.used : answer.status
  }
  expect(used('nobody-knows', 20_001)).toBe('ok')
  expect(used('nobody-else-knows', 20_000)).toBe(20_000)
  // It asks a twentieth for them.
  expect(used('claude-opus-5-5', 10_500)).toBe(10_500)
})

test('by itself memdir spends a dollar a day, or 200,000 tokens where nobody knows the price', () => {
  const caps = readSpendCaps(undefined)
  const over = (project: string) => {
    const answer = checkSpend(ledger, caps, { purpose: 'extraction', project })
    return answer.status === 'over_cap' ? [answer.unit, answer.message.en] : answer.status
  }
  ledger.record(call(300_000))
  expect(over('shop')).toBe('ok')
  ledger.record(call(34_000))
  expect(over('shop')).toEqual(['money', expect.stringContaining('($1.00 of $1.00)')])
  const unknown = { model: 'nobody-knows', project: 'other' }
  ledger.record(call(199_999, unknown))
  expect(over('other')).toBe('ok')
  ledger.record(call(1, unknown))
  expect(over('other')).toEqual([
    'unpricedTokens',
    expect.stringContaining('(200,000 of 200,000 tokens of models whose price is not known)'),
  ])
  ledger.record(call(5_000_000, { provider: 'ollama', model: 'qwen3:8b', project: 'own' }))
  expect(over('own')).toBe('ok')
})

test('a cap in money alone leaves the one for unknown prices, one in tokens takes the place of both', () => {
  const of = (written: object) => readSpendCaps({ background: written }).background
  expect(of({ money: 5 })).toEqual({ money: 5, unpricedTokens: 200_000 })
  expect(of({ unpricedTokens: 9 })).toEqual({ money: 1, unpricedTokens: 9 })
  expect(of({ tokens: 7 })).toEqual({ tokens: 7 })
  expect(of({})).toEqual({})
})

test('an amount that is small is not shown as nothing', () => {
  expect([0, 0.05, 0.001, 0.015, 0.25, 0.00042, 3.6, 1e-9].map(dollars)).toEqual([
    '$0.00',
    '$0.05',
    '$0.001',
    '$0.015',
    '$0.25',
    '$0.00042',
    '$3.60',
    '$0.000000001',
  ])
})
