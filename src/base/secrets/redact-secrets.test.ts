import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'
import { scanSecrets } from './scan-secrets.ts'

const BODY = 'q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo'
const GITHUB = `${'ghp'}_${BODY}`
const NPM = `${'npm'}_${BODY}`

/** Pieces that meet in unlucky ways: names, operators, secrets, notes. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      GITHUB,
      NPM,
      BODY,
      '[redacted: github-pat]',
      '[redacted: ',
      ']',
      'password',
      'api_key',
      'datadog',
    ),
    fc.constantFrom(
      ' = ',
      ': ',
      '"',
      "'",
      '://',
      'a:b@',
      '\n',
      ' ',
      '=',
      'curl -u ',
      'Authorization: ',
      '\u200b',
      '-',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  { maxLength: 14 },
)

test('puts a note where the secret was', () => {
  const { text, findings } = redactSecrets(`token: ${GITHUB}, and more`)
  expect(text).toBe('token: [redacted: github-pat], and more')
  expect(findings).toMatchObject([{ rule: 'github-pat', tier: 'block', line: 1, column: 8 }])
})

test('redacting twice changes nothing, and nothing is left to find', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const { text, findings } = redactSecrets(parts.join(''))
      expect(redactSecrets(text).text).toBe(text)
      expect(scanSecrets(text)).toEqual([])
      if (findings.length === 0) expect(text).toBe(parts.join(''))
    }),
    { numRuns: 1500 },
  )
})

test('the secret is gone from text and findings', () => {
  fc.assert(
    fc.property(pieces, pieces, (before, after) => {
      const result = redactSecrets(`${before.join('')} ${GITHUB} ${after.join('')}`)
      expect(JSON.stringify(result)).not.toContain(GITHUB)
    }),
    { numRuns: 500 },
  )
})

test('a note does not make a name of what follows it', () => {
  const text = `${NPM} = ${BODY}`
  expect(redactSecrets(text).text).toBe(`[redacted: npm-access-token] = ${BODY}`)
})

test('a secret cannot hide in something that looks like a note', () => {
  const hidden = `[redacted: datadog_api_key=${'0f3a9c1b5d7e2f4a6b8c0d1e3f5a7b92'}] [redacted: ${GITHUB}]`
  expect(redactSecrets(hidden).findings).toHaveLength(2)
})

test('only the block tier, when asked', () => {
  const { text, findings } = redactSecrets(`${GITHUB} password = "${BODY.slice(0, 9)}"`, { from: 'block' })
  expect(text).toBe(`[redacted: github-pat] password = "${BODY.slice(0, 9)}"`)
  expect(findings.map(({ tier }) => tier)).toEqual(['block', 'warn'])
})

test('a text that cannot be scanned is redacted whole', () => {
  expect(redactSecrets(`x ${GITHUB}`, { late: () => true }).text).toBe('[redacted: unscanned-text]')
})
