import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../redact-secrets.ts'
import { scanSecrets } from '../scan-secrets.ts'

// Keys are made here, so that no scanner finds one in this file.
const PAIRS = {
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EC: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  Ed25519: generateKeyPairSync('ed25519'),
}
const rules = (text: string) => [...new Set(scanSecrets(text).map(({ rule, tier }) => `${rule} ${tier}`))]

describe('private keys as JSON', () => {
  test.each(Object.entries(PAIRS))('%s', (_, { privateKey, publicKey }) => {
    const jwk = privateKey.export({ format: 'jwk' })
    for (const text of [
      JSON.stringify(jwk),
      JSON.stringify(jwk, null, 2),
      JSON.stringify(JSON.stringify(jwk)),
      `{ kty: '${jwk.kty}', d: '${jwk.d}' }`,
    ])
      expect(rules(`key ${text} there`), text.slice(0, 20)).toEqual(['private-jwk block'])
    expect(rules(JSON.stringify(publicKey.export({ format: 'jwk' })))).toEqual([])
  })
  test('nothing that gives the key away is left', () => {
    const jwk = PAIRS.RSA.privateKey.export({ format: 'jwk' })
    const { text } = redactSecrets(JSON.stringify(jwk), { from: 'block' })
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(text).not.toContain(jwk[name])
    expect(text).toContain(jwk.n)
  })
  test('a symmetric key', () => {
    const k = randomBytes(32).toString('base64url')
    expect(rules(JSON.stringify({ kty: 'oct', k, alg: 'HS256' }))).toEqual(['private-jwk block'])
  })
  test('the sketch of one is silent', () => {
    expect(rules('{ "kty": "RSA", "n": "…", "d": "…" }')).toEqual([])
  })
})

describe('private keys as bare base64', () => {
  const der = (pair: (typeof PAIRS)['RSA'], type: 'pkcs1' | 'pkcs8' | 'sec1') =>
    pair.privateKey.export({ format: 'der', type } as never) as unknown as Buffer
  test.each([
    ['PKCS#1', der(PAIRS.RSA, 'pkcs1')],
    ['PKCS#8', der(PAIRS.RSA, 'pkcs8')],
    ['PKCS#8, elliptic', der(PAIRS.EC, 'pkcs8')],
    ['PKCS#8, Ed25519', der(PAIRS.Ed25519, 'pkcs8')],
    ['SEC 1', der(PAIRS.EC, 'sec1')],
  ])('%s', (_, bytes) => {
    const key = bytes.toString('base64')
    for (const written of [key, key.replace(/.{64}(?=.)/g, '$&\n'), key.replace(/.{64}(?=.)/g, '$&\\n')]) {
      const text = `key = ${written} and more`
      const found = scanSecrets(text)
      expect(found).toMatchObject([{ rule: 'private-key', tier: 'block' }])
      const left = text.slice(0, found[0]!.start) + text.slice(found[0]!.end)
      expect(left).toBe('key =  and more')
    }
  })
  test('the beginning of one is none, wherever it was cut', () => {
    const key = der(PAIRS.RSA, 'pkcs1').toString('base64')
    for (let length = 1; length < 24; length++) expect(rules(key.slice(0, length))).toEqual([])
  })
  test('public keys are none', () => {
    for (const { publicKey } of Object.values(PAIRS))
      expect(rules(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))).toEqual([])
    expect(rules(PAIRS.RSA.publicKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'))).toEqual([])
  })
})
