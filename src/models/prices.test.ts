import { expect, test } from 'vitest'
import { readPrices, readSpendCaps } from '../base/settings/spend-settings.ts'
import type { Usage } from '../base/values/usage.ts'
import { costOf, DEFAULT_PRICES, findPrice, priceList } from './prices.ts'

const none: Usage = { input: 0, output: 0, cacheRead: 0, cacheCreated: 0 }

test('the longest name that fits counts, with a date or a version after it', () => {
  const table = {
    'gpt-5': { input: 1, output: 1 },
    'gpt-5-mini': { input: 2, output: 2 },
    'gpt-*': { input: 3, output: 3 },
    'local/*': { input: 0, output: 0 },
  }
  const found = (model: string, provider = 'openai') => findPrice(table, provider, model)?.input
  expect(found('gpt-5')).toBe(1)
  expect(found('gpt-5-2026-01-01')).toBe(1)
  expect(found('gpt-5@latest')).toBe(1)
  expect(found('gpt-5-latest')).toBe(1)
  expect(found('gpt-5-preview-2')).toBe(1)
  expect(found('gpt-5-0613')).toBe(1)
  expect(found('gpt-5-mini')).toBe(2)
  expect(found('gpt-5-turbo')).toBe(3)
  expect(found('gpt-6')).toBe(3)
  expect(found('my-gpt-6')).toBeUndefined()
  expect(found('gptx')).toBeUndefined()
  expect(found('anything', 'local')).toBe(0)
  expect(found('anything', 'other')).toBeUndefined()
  expect(findPrice(DEFAULT_PRICES, 'anthropic', 'claude-opus-5-5-20260922')).toEqual(
    DEFAULT_PRICES['claude-opus-5-5'],
  )
  expect(findPrice(DEFAULT_PRICES, 'ollama', 'qwen3')?.input).toBe(0)
  expect(findPrice(DEFAULT_PRICES, 'openai', 'gpt-5.9')).toBeUndefined()
})

test('a cost is made of four parts; the cache has a price of its own or one from the input', () => {
  const price = { input: 10, output: 50 }
  expect(costOf(price, { ...none, input: 1e6 })).toBe(10)
  expect(costOf(price, { ...none, output: 1e6 })).toBe(50)
  expect(costOf(price, { ...none, cacheRead: 1e6 })).toBe(1)
  expect(costOf(price, { ...none, cacheCreated: 1e6 })).toBe(12.5)
  expect(
    costOf({ ...price, cacheRead: 3, cacheCreated: 4 }, { ...none, cacheRead: 1e6, cacheCreated: 1e6 }),
  ).toBe(7)
  expect(costOf(price, none)).toBe(0)
  expect(costOf(undefined, none)).toBeUndefined()
  expect(costOf(undefined, { ...none, input: 1 })).toBeUndefined()
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
  const written = { 'claude-opus-5': { input: 1, output: 2 }, mine: { input: 3, output: 4 } }
  const list = priceList({ get: () => written as never })
  expect(list.find(({ model }) => model === 'claude-opus-5')).toEqual({
    model: 'claude-opus-5',
    input: 1,
    output: 2,
    set: true,
  })
  expect(list.filter(({ set }) => set).map(({ model }) => model)).toEqual(['claude-opus-5', 'mine'])
  const names = list.map(({ model }) => model)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  expect(names).toHaveLength(Object.keys(DEFAULT_PRICES).length + 1)
})

/** A change of the table is a decision: this is what somebody pays. */
test('the prices that memdir knows', () => {
  const table = Object.entries(DEFAULT_PRICES).map(
    ([model, { input, output, cacheRead, cacheCreated }]) =>
      `${model} ${[input, output, cacheRead, cacheCreated].map((one) => one ?? '-').join(' ')}`,
  )
  const sources = Object.entries(DEFAULT_PRICES).map(([model, { source }]) => [
    model,
    source?.split('/docs/en/')[1],
  ])
  expect(Object.fromEntries(sources)).toMatchObject({
    'claude-opus-5': 'about-claude/pricing',
    'claude-opus-5-5': 'models/opus-5-5/overview',
    'claude-sonnet-5': 'models/sonnet-5/overview',
    'claude-sonnet-4-6': 'models/sonnet-4-6/overview',
    'claude-sonnet-4-5': 'models/sonnet-4-5/overview',
    'claude-haiku-4-5': 'models/sonnet-5/overview',
  })
  expect(table).toEqual([
    'claude-fable-5-1 10 50 0.25 12.5',
    'claude-fable-5 10 50 1 12.5',
    'claude-opus-5-5 4 20 0.2 5',
    'claude-opus-5 5 25 0.5 6.25',
    'claude-opus-4-8 5 25 0.5 6.25',
    'claude-opus-4-7 5 25 0.5 6.25',
    'claude-opus-4-6 5 25 0.5 6.25',
    'claude-opus-4-5 5 25 0.5 6.25',
    'claude-opus-4-1 15 75 1.5 18.75',
    'claude-sonnet-5 2 10 0.2 2.5',
    'claude-sonnet-4-6 3 15 - -',
    'claude-sonnet-4-5 3 15 - -',
    'claude-haiku-4-5 1 5 - -',
    'ollama/* 0 0 - -',
    'openai-compatible/* 0 0 - -',
  ])
})

test('caps and prices from the settings; a misspelt one is refused', () => {
  const caps = { perDay: { tokens: 1_000, money: 0.5 }, perTurn: { tokens: 9 }, perProject: { tokens: 0 } }
  const background = { money: 1, unpricedTokens: 200_000 }
  expect(readSpendCaps(caps)).toEqual({ ...caps, background })
  expect(readSpendCaps(undefined)).toEqual({ background })
  expect(readSpendCaps({ background: { tokens: 5 } })).toEqual({ background: { tokens: 5 } })
  expect(() => readSpendCaps({ perday: { tokens: 1 } })).toThrow(
    'spend.caps.perday: known are perTurn, perDay, perProject, background.',
  )
  expect(() => readSpendCaps({ perDay: { tokens: 'many' } })).toThrow(
    'spend.caps.perDay.tokens: it must be a number',
  )
  expect(() => readSpendCaps({ perDay: { tokens: -1 } })).toThrow(/number of at least 0/)
  expect(() => readSpendCaps({ perDay: { tokens: Number.NaN } })).toThrow(/number of at least 0/)
  expect(() => readSpendCaps({ perDay: { euros: 1 } })).toThrow(/spend\.caps\.perDay\.euros: unknown setting/)
  expect(() => readSpendCaps({ perDay: 5 })).toThrow(/spend\.caps\.perDay: it must be an object/)
  expect(() => readSpendCaps([])).toThrow(/spend\.caps: it must be an object/)
  const prices = { x: { input: 1, output: 2, cacheRead: 0, cacheCreated: 3 } }
  expect(readPrices(prices)).toEqual(prices)
  expect(() => readPrices({ x: { input: 1 } })).toThrow(/spend\.prices\.x: "output" is missing/)
  expect(() => readPrices({ x: { output: 1 } })).toThrow(/"input" is missing/)
  expect(() => readPrices('x')).toThrow(/spend\.prices: it must be an object/)
  expect(() => readPrices({ x: 1 })).toThrow(
    expect.objectContaining({ code: 'bad_settings', fix: 'Correct it in the settings.' }),
  )
})
