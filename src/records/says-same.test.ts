import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairSimilarity } from './pair-similarity.ts'
import { richnessOf, saysSame } from './says-same.ts'

type Pairs = Record<'same' | 'other', [string, string][]>
const file = join(import.meta.dirname, '../../bench/records/pairs.json')
const { own } = JSON.parse(readFileSync(file, 'utf8')) as { own: Record<'en' | 'zh', Pairs> }
const same = [...own.en.same, ...own.zh.same]
const other = [...own.en.other, ...own.zh.other]

/** One word each: what a model finds nearly the same. */
const FLIPPED: [string, string][] = [
  ['The cache is enabled when the load is high', 'The cache is disabled when the load is high'],
  ['The request timeout is 30 seconds', 'The request timeout is 30 minutes'],
  ['The request timeout is 30 ms', 'The request timeout is 30 s'],
  ['Backups start at 3 am every day', 'Backups start at 3 pm every day'],
  ['The server clock is UTC+8', 'The server clock is UTC-8'],
  ['The minimum password length is 12', 'The maximum password length is 12'],
  ['The API accepts at least 10 items', 'The API accepts at most 10 items'],
  ['Grant Bob read access to the billing bucket', 'Grant Bob write access to the billing bucket'],
  ['Orders over 100 EUR ship for free', 'Orders under 100 EUR ship for free'],
  ['Set `failFast: true` in config/app.yaml', 'Set `failFast: false` in config/app.yaml'],
  ['The user is based in Sydney', 'The user was based in Sydney'],
  ['Import it from src/a.ts', 'Import it from src/b.ts'],
  ['Convert the config from JSON to YAML', 'Convert the config from YAML to JSON'],
  ['部署前必须先备份', '部署后必须先备份'],
  ['接口最多返回一百条', '接口至少返回一百条'],
  ['小明向小红汇报', '小红向小明汇报'],
  ['配置 `retry = true`', '配置 `retry = false`'],
]

describe('two texts', () => {
  it.each([...FLIPPED, ...other])('are kept apart, however near: "%s" and "%s"', (one, two) => {
    expect([pairSimilarity(one, two, 0.99), pairSimilarity(two, one, 0.99)].every((at) => at < 0.85)).toBe(
      true,
    )
    expect(pairSimilarity(one, two, undefined)).toBeLessThan(0.85)
  })

  it.each(same)('say the same: "%s" and "%s"', (one, two) => {
    expect([pairSimilarity(one, two, 0.95), pairSimilarity(two, one, 0.95)].every((at) => at > 0.85)).toBe(
      true,
    )
  })

  it('are compared the same way from both ends, whatever they are', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...other.flat()))
    const property = fc.property(text, text, (one, two) => {
      expect(saysSame(one, two)).toBe(saysSame(two, one))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('are compared in linear time', () => {
    const long = 'The API, not the worker, listens on port 8080 在服务器上。 '.repeat(4_000)
    const began = performance.now()
    expect(saysSame(long, `${long} In Berlin it rains.`)).toBe(true)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

it('a text is as rich as it has words that say something', () => {
  expect(richnessOf('Please use the tabs')).toBe(richnessOf('Use tabs'))
  expect(richnessOf('Use tabs in Go')).toBeGreaterThan(richnessOf('Use tabs'))
  expect(richnessOf('超时为 30 秒')).toBe(richnessOf('超时是三十秒'))
})
