import { describe, expect, test } from 'vitest'
import { secretSample } from '../../../test/support/secret-sample.ts'
import {
  loadCleanCheck,
  loadRedactor,
  mayHoldSecret,
  redactFor,
  redactHead,
  redactValues,
} from './redact-for.ts'
import { KEYWORD_RULES } from './rules/keyword-rules.ts'
import { PLATFORM_RULES } from './rules/platform-rules.ts'
import { SERVICE_RULES } from './rules/service-rules.ts'
import { scanSecrets } from './scan-secrets.ts'

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
  test('lets no text pass in which the scanner finds something', () => {
    const missed = [...samples()].filter(([, text]) => !mayHoldSecret(text) && scanSecrets(text).length > 0)
    expect([...new Set(missed.map(([rule]) => rule))]).toEqual([])
  })

  test('lets no disguise pass', async () => {
    const wide = KEY.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    for (const text of [KEY, wide, [...KEY].join('\u200b'), KEY.replace('_', '\\_'), `\\n${KEY}`])
      expect(await redactFor(`see ${text} there`, 'person')).toContain('[redacted: github-pat]')
  })

  const password = `${'Tr0ub4'}dor`
  test.each([
    `The password is ${password}.`,
    `The wifi password was "${password}" last week.`,
    `password => '${password}'`,
    `<password>${password}</password>`,
    `setProperty("db.password", "${password}")`,
    `curl -s -u bob:${password} https://acme.io`,
    `https://:${password}@acme.io`,
    `kind: Secret\ndata:\n  a: ${Buffer.from('hello you').toString('base64')}`,
    `登录密码为 ${password}`,
    `"密码": "${password}"`,
    `client_id: 7f3k2m9x1qZw`,
    `api_key, "7f3k2m9x1qZw"`,
    `"${KEY.slice(0, 9)}" + "${KEY.slice(9, 20)}" + "${KEY.slice(20, 31)}" + "${KEY.slice(31)}"`,
    `${KEY.slice(0, 12)}\n${KEY.slice(12, 24)}\n${KEY.slice(24)}`,
  ])('sees %s', (text) => {
    expect(scanSecrets(text).length).toBeGreaterThan(0)
    expect(mayHoldSecret(text)).toBe(true)
  })

  test('is enough for ordinary text, paths and dates', () => {
    for (const text of [
      'join("note" + "book") and go on',
      'Tests use a real database: the fake one hid a migration that failed in production.',
      '/home/ann/projects/shop4/memory/note_tests.md',
      '2026-11-16T02:15:48.710Z',
      '测试要用真实的数据库，不要用模拟（2026 年 4 月出过事故）。',
    ])
      expect([text, mayHoldSecret(text)]).toEqual([text, false])
  })
})

test('an agent is not given what may be a secret; a person keeps it', async () => {
  const text = 'The staging password is "Tr0ub4dor3x", ask Ann before you use it.'
  expect(await redactFor(text, 'person')).toBe(text)
  expect(await redactFor(text, 'agent')).toBe(
    'The staging password is "[redacted: generic-password]", ask Ann before you use it.',
  )
  expect(await redactValues({ a: [text] }, 'agent')).toEqual({
    a: ['The staging password is "[redacted: generic-password]", ask Ann before you use it.'],
  })
})

test('every text of a value is looked at, and nothing else is touched', async () => {
  const when = new Date(0)
  const value = { name: `Key ${KEY}`, tags: [KEY], at: { when, count: 3, none: null, flag: true } }
  expect(await redactValues(value, 'person')).toEqual({
    name: 'Key [redacted: github-pat]',
    tags: ['[redacted: github-pat]'],
    at: { when, count: 3, none: null, flag: true },
  })
})

test('of each text that is redacted the rules are reported, and only of what was cut out', async () => {
  const likely = 'The staging password is "Tr0ub4dor3x".'
  const [person, agent] = [await loadRedactor('person'), await loadRedactor('agent')]
  expect([person('plain'), agent('plain')]).toEqual([
    { text: 'plain', rules: [] },
    { text: 'plain', rules: [] },
  ])
  expect(person(`${likely} ${KEY}`)).toEqual({
    text: `${likely} [redacted: github-pat]`,
    rules: ['github-pat'],
  })
  expect(agent(`${likely} ${KEY}`)).toEqual({
    text: 'The staging password is "[redacted: generic-password]". [redacted: github-pat]',
    rules: ['generic-password', 'github-pat'],
  })
})

test('a memory is clean where nothing of it would be cut out for a person', async () => {
  const isClean = await loadCleanCheck()
  const memory = (content: string, extra: Record<string, unknown> = {}) =>
    ({ content, extra }) as unknown as Parameters<typeof isClean>[0]
  expect([
    isClean(memory('plain')),
    isClean(memory('The staging password is "Tr0ub4dor3x".')),
    isClean(memory(`see ${KEY}`)),
    isClean(memory('plain', { deep: [{ er: `see ${KEY}` }], none: null, count: 3 })),
  ]).toEqual([true, true, false, false])
})

test('a run of letters of many megabytes is looked at, and does not overflow', () => {
  expect(mayHoldSecret('y'.repeat(9_000_000))).toBe(true)
  expect(mayHoldSecret('-'.repeat(9_000_000))).toBe(false)
})

describe('the beginning of a long text', () => {
  const shown = 200
  const rest = ` and so on. ${'More words follow here. '.repeat(2_000)}`
  const head = (text: string, late?: () => boolean) => redactHead(text, { reader: 'agent', shown, late })

  test('is without a secret that reaches beyond it, of whatever kind', async () => {
    const leaks: string[] = []
    for (const [rule, text] of [...samples()].slice(0, 400)) {
      const [word = ''] = /\S{16,}/.exec(text) ?? []
      const before = text.slice(0, text.indexOf(word) + 12)
      const padded = `${'x y '.repeat(60).slice(0, shown - before.length)}${text}${rest}`
      const whole = await redactFor(padded, 'agent')
      const clean = (await head(padded)) ?? ''
      if (!whole.includes(before.slice(-12)) && clean.includes(before.slice(-12))) leaks.push(rule)
    }
    expect(leaks).toEqual([])
  })

  test('is without a key of many lines, and a web token of many thousand characters', async () => {
    const lines = Array.from({ length: 40 }, (_, at) =>
      `${at}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6x`.repeat(2).slice(0, 64),
    )
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'].join('\n')
    const token = `eyJhbGciOiJIUzI1NiJ9.eyJ${'aB3dE6gH9jK2'.repeat(600)}.${'mN5pQ8sT1vW4'.repeat(4)}`
    for (const secret of [key, token]) {
      const clean = await head(`${'x '.repeat(80)}${secret}${rest}`)
      expect(clean).toMatch(/^(?:x )+\[redacted: (?:private-key|jwt)\]$/)
    }
  })

  test('is cut between characters, and left as it is where there is nothing to cut out', async () => {
    expect(await head('😀'.repeat(5_000))).toBe('😀'.repeat(100))
    expect(await redactHead('x😀y', { reader: 'agent', shown: 2 })).toBe('x')
    expect(await head('short')).toBe('short')
  })

  test('is all that is looked at, however long the text is', async () => {
    const looks = async (length: number) => {
      let count = 0
      const late = () => {
        count++
        return false
      }
      await head(`see ${KEY} ${'a1B2'.repeat(length / 4)}`, late)
      return count
    }
    expect(await looks(2_000_000)).toBe(await looks(40_000))
  })

  test('is nothing where there was no time', async () => {
    expect(await head(`see ${KEY}`, () => true)).toBeUndefined()
    expect(await head('plain words', () => true)).toBe('plain words')
  })
})
