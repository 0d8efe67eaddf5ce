import { describe, expect, test } from 'vitest'
import { KEYWORD_RULES } from '../secrets/rules/keyword-rules.ts'
import { PLATFORM_RULES } from '../secrets/rules/platform-rules.ts'
import { SERVICE_RULES } from '../secrets/rules/service-rules.ts'
import { scanSecrets } from '../secrets/scan-secrets.ts'
import { secretSample } from '../secrets/secret-sample.ts'
import { mayHoldSecret, redactMemory, redactValues } from './redact-memory.ts'

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Texts with a made-up secret of every rule. */
function* samples(): Generator<[string, string]> {
  for (let seed = 1; seed <= 8; seed++) {
    for (const [rule, format, options] of [...PLATFORM_RULES, ...SERVICE_RULES])
      yield [rule, `${options?.needs?.[0] ?? 'see'} ${secretSample(format, seeded(seed * 7919))} there`]
    for (const [rule, keywords, value] of KEYWORD_RULES)
      yield [rule, `${keywords.split('|')[0]}_api_key = "${secretSample(value, seeded(seed * 7919))}"`]
  }
}

const KEY = `${'ghp'}_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`

describe('the quick look', () => {
  test('lets no text pass that the scanner would block', () => {
    const missed = [...samples()].filter(
      ([, text]) => !mayHoldSecret(text) && scanSecrets(text).some(({ tier }) => tier === 'block'),
    )
    expect([...new Set(missed.map(([rule]) => rule))]).toEqual([])
  })

  test('lets no disguise pass', async () => {
    const wide = KEY.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    for (const text of [KEY, wide, [...KEY].join('\u200b'), KEY.replace('_', '\\_'), `\\n${KEY}`])
      expect(await redactMemory(`see ${text} there`)).toContain('[redacted: github-pat]')
  })

  test('is enough for ordinary text, paths and dates', () => {
    for (const text of [
      'Tests use a real database: the fake one hid a migration that failed in production.',
      '/home/ann/projects/shop4/memory/note_tests.md',
      '2026-11-16T02:15:48.710Z',
      '测试要用真实的数据库，不要用模拟（2026 年 4 月出过事故）。',
    ])
      expect([text, mayHoldSecret(text)]).toEqual([text, false])
  })
})

test('every text of a value is looked at, and nothing else is touched', async () => {
  const when = new Date(0)
  const value = { name: `Key ${KEY}`, tags: [KEY], at: { when, count: 3, none: null, flag: true } }
  expect(await redactValues(value)).toEqual({
    name: 'Key [redacted: github-pat]',
    tags: ['[redacted: github-pat]'],
    at: { when, count: 3, none: null, flag: true },
  })
})
