import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanSecrets } from './scan-secrets.ts'

// Samples are put together here, so that no scanner finds one in this file.
const BODY = 'q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo'
const GITHUB = `${'ghp'}_${BODY}`
const HEX = '0f3a9c1b5d7e2f4a6b8c0d1e3f5a7b92'
const KEY_LINE = `${BODY}${BODY.toLowerCase()}`.slice(0, 64)
const DASHES = '-----'

const rules = (text: string) => scanSecrets(text).map(({ rule, tier }) => `${rule} ${tier}`)

describe('where', () => {
  test('line and column are 1-based and point at the secret', () => {
    const text = `first\n  token: ${GITHUB}\nlast`
    const [finding] = scanSecrets(text)
    expect(finding).toMatchObject({ rule: 'github-pat', tier: 'block', line: 2, column: 10 })
    expect(text.slice(finding!.start, finding!.end)).toBe(GITHUB)
  })
  test('positions are right in any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (lines, after) => {
        const text = `${lines.join('\n')} ${GITHUB} ${after}`
        for (const { line, column, start, end } of scanSecrets(text)) {
          const before = text.slice(0, start).split('\n')
          expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1])
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 300 },
    )
  })
  test('findings are in order, do not overlap and never hold the secret', () => {
    const text = `${GITHUB} api_key="${BODY}" postgres://app:${BODY}@db.prod.acme.io/x ${GITHUB}`
    const findings = scanSecrets(text)
    expect(findings.length).toBe(4)
    for (let i = 1; i < findings.length; i++)
      expect(findings[i]!.start).toBeGreaterThanOrEqual(findings[i - 1]!.end)
    expect(JSON.stringify(findings)).not.toContain(BODY.slice(0, 12))
  })
})

describe('disguises', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  test('full-width characters', () => {
    const text = `see ${wide(GITHUB)} there`
    const [finding] = scanSecrets(text)
    expect(finding).toMatchObject({ rule: 'github-pat', start: 4, end: 4 + GITHUB.length })
  })
  test.each([
    ['Markdown', GITHUB.replace('_', '\\_')],
    ['an address', GITHUB.replace('_', '%5F')],
    ['HTML', GITHUB.replace('_', '&#95;')],
    ['hexadecimal HTML', GITHUB.replace('_', '&#x5F;')],
    ['named HTML', GITHUB.replace('_', '&lowbar;')],
    ['JSON', GITHUB.replace('_', '\\u005f')],
    ['JSON, after a line break', `\\n${GITHUB}`],
    ['a soft hyphen', GITHUB.replace('_', '_&shy;')],
    ['the Kelvin sign for a K', GITHUB.replace('k', '\u212a')],
  ])('escaped as in %s', (_, written) => {
    const text = `see ${written} there`
    const [finding] = scanSecrets(text)
    expect(finding).toMatchObject({ rule: 'github-pat', tier: 'block', end: 4 + written.length })
    expect(text.slice(0, finding!.start)).not.toContain('ghp')
  })
  test('zero-width characters, counted in the original', () => {
    const hidden = [...GITHUB].join('\u200b')
    const [finding] = scanSecrets(`é ${hidden}.`)
    expect(finding).toMatchObject({ rule: 'github-pat', start: 2, end: 2 + hidden.length })
  })
  test('a secret far from the start of a long text', () => {
    const text = `${'é ascii text '.repeat(2000)}${wide(GITHUB)}${' more'.repeat(2000)}`
    expect(rules(text)).toEqual(['github-pat block'])
  })
  test('base64, once decoded', () => {
    const wrapped = Buffer.from(`token: ${GITHUB}`).toString('base64')
    const [finding] = scanSecrets(`data: ${wrapped}`)
    expect(finding).toMatchObject({
      rule: 'github-pat',
      start: 6,
      end: 6 + wrapped.replaceAll('=', '').length,
    })
  })
  test('base64 in lines', () => {
    const wrapped = Buffer.from(`${'plain text first, then '.repeat(4)}${GITHUB} and more`).toString('base64')
    expect(rules(wrapped.replace(/.{64}/g, '$&\n  '))).toEqual(['github-pat block'])
  })
})

describe('armour and places', () => {
  test('private keys, also escaped and quoted', () => {
    const pem = (feed: string) =>
      [
        `${DASHES}BEGIN RSA PRIVATE KEY${DASHES}`,
        KEY_LINE,
        KEY_LINE,
        `${DASHES}END RSA PRIVATE KEY${DASHES}`,
      ].join(feed)
    for (const feed of ['\n', '\r\n', '\\n', '\n    ', '",\n"', '\n# '])
      expect(scanSecrets(`x ${pem(feed)} y`), feed).toMatchObject([
        { rule: 'private-key', tier: 'block', start: 2 },
      ])
    expect(rules(`${DASHES}BEGIN PRIVATE KEY${DASHES}\n...\n${DASHES}END PRIVATE KEY${DASHES}`)).toEqual([])
    expect(rules(`${DASHES}BEGIN PUBLIC KEY${DASHES}\n${KEY_LINE}\n${KEY_LINE}`)).toEqual([])
  })
  test('connection strings block when host and password look real', () => {
    const password = BODY.slice(0, 12)
    expect(rules(`postgres://app:${password}@db.prod.acme.io/x`)).toEqual(['connection-string block'])
    expect(rules(`postgres://app:${password}@localhost/x`)).toEqual(['connection-string warn'])
    expect(rules('postgres://user:password@db.acme.io/x')).toEqual(['connection-string warn'])
    expect(rules('postgres://user:$' + '{PASSWORD}@db.acme.io/x')).toEqual([])
    expect(rules(`Server=tcp:a.acme.net;User ID=b;Password=${password}!;`)).toEqual([
      'connection-string block',
    ])
    expect(rules(`https://bob:${password}@acme.io`)).toEqual(['url-credentials block'])
    expect(rules('https://bob:password@acme.io')).toEqual(['url-credentials warn'])
  })
  test('requests and assignments warn', () => {
    expect(rules(`curl -H "X-Api-Key: ${BODY}"`)).toEqual(['authorization-header warn'])
    expect(rules(`curl -u bob:${BODY.slice(0, 9)} https://acme.io`)).toEqual(['curl-auth-user warn'])
    expect(rules(`client_secret: ${BODY}`)).toEqual(['generic-api-key warn'])
    expect(rules(`client_secret: ${BODY.slice(0, 20)}/${BODY.slice(20)}`)).toEqual(['generic-api-key warn'])
    expect(rules('api_key: src/lib/keys2/index3.ts')).toEqual([])
    expect(rules(`password = "${BODY.slice(0, 9)}"`)).toEqual(['generic-password warn'])
  })
  test('a provider’s name makes a key of 32 digits one', () => {
    expect(rules(`datadog_api_key = "${HEX}"`)).toEqual(['datadog-api-key block'])
    expect(rules(`our Datadog API key is ${HEX}.`)).toEqual(['datadog-api-key block'])
    expect(rules(`datadog commit sha: ${HEX}`)).toEqual(['datadog-api-key warn'])
    expect(rules(`build ${HEX}`)).toEqual([])
  })
  test('placeholders are silent', () => {
    for (const value of [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      '<your-key>',
      '$' + '{API_KEY}',
      '{{ key }}',
      '********',
    ])
      expect(rules(`datadog_api_key = "${value}"`), value).toEqual([])
  })
})

describe('limits', () => {
  test('out of time, the text itself is the finding', () => {
    expect(scanSecrets(`x ${GITHUB}`, { late: () => true })).toMatchObject([
      { rule: 'unscanned-text', tier: 'block', line: 1, column: 1, start: 0 },
    ])
  })
  test('an empty text has no findings', () => {
    expect(scanSecrets('')).toEqual([])
  })
})

describe('passwords with a Chinese name', () => {
  const word = `${'Tr0ub4dor'}&3xyz`
  test.each([
    `密码：${word}`,
    `密码: ${word}`,
    `测试环境的密码是${word}，请勿外传`,
    `登录密码为 ${word}。`,
    `口令=${word}`,
    `口令＝${word}`,
    `密钥：${word}`,
    `密钥：「${word}」`,
    `"密码": "${word}"`,
  ])('%s warns as `password: …` does', (text) => {
    const [finding, ...more] = scanSecrets(text)
    expect(more).toEqual([])
    expect(finding).toMatchObject({ rule: 'generic-password', tier: 'warn' })
    expect(text.slice(finding!.start, finding!.end)).toBe(word)
  })
  test('a database password is reported as one', () => {
    expect(rules(`数据库密码: "${word}"`)).toEqual(['database-password warn'])
    expect(rules(`数据库密码：${word}`)).toEqual(['database-password warn'])
  })
  test.each([
    '密码：见文档',
    '密钥：AES-256',
    '密钥：OPENAI_API_KEY',
    `密码: \${DB_PASSWORD}`,
    '密码是必填项',
    '口令：password',
    '密码长度为 12',
  ])('%s does not', (text) => {
    expect(rules(text)).toEqual([])
  })
})

describe('a password at the end of the words of a link', () => {
  const word = `${'Xk9vQ2m'}Tz7Lp4Rw`
  test.each([
    `db password: ${word}`,
    `redis password is ${word}`,
    `wifi passphrase: ${word}`,
    `the vault (password: ${word})`,
    `密码：${word}`,
    `数据库密码是${word}`,
  ])('%s is found as it is outside of one', (said) => {
    const text = `- [${said}](foo.md)`
    expect(rules(text)).toEqual(rules(said))
    expect(scanSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([word])
  })
  test.each(['password = options[name](file)', '[the password: ask Ada](foo.md)'])(
    '%s holds none',
    (text) => {
      expect(rules(text)).toEqual([])
    },
  )
})
