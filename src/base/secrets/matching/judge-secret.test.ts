import { expect, test } from 'vitest'
import {
  base62,
  crc32,
  entropy,
  hasSequence,
  hasTokenChecksum,
  isFiller,
  judgeSecret,
} from './judge-secret.ts'

test('entropy is bits per character', () => {
  expect(entropy('')).toBe(0)
  expect(entropy('aaaa')).toBe(0)
  expect(entropy('abcd')).toBe(2)
})

test('crc32 fits the published check value', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
})

test('a token proves itself by its checksum, whatever its entropy', () => {
  const body = 'ab'.repeat(15)
  const token = `ghp_${body}${base62(crc32(body), 6)}`
  expect(hasTokenChecksum(token)).toBe(true)
  expect(hasTokenChecksum(`${token.slice(0, -1)}!`)).toBe(false)
  expect(judgeSecret(token, { checksum: 'crc32-base62', entropy: 5 })).toBe('block')
})

test('a wrong checksum excuses nothing', () => {
  const token = `ghp_${'q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo'}`
  expect(hasTokenChecksum(token)).toBe(false)
  expect(judgeSecret(token, { checksum: 'crc32-base62' })).toBe('block')
})

test('fillers are nobody’s secret, stand-ins and low entropy warn', () => {
  expect(isFiller('ghp_xxxxxxxxxxxxxxxxxx')).toBe(true)
  expect(judgeSecret('key-XXXXXXXXXXXXXXXX', {})).toBeUndefined()
  expect(judgeSecret('AKIA7Q2EXAMPLE', {})).toBeUndefined()
  expect(judgeSecret('sk-your-own-q7Rt2Yp9Lk4Wz8', {})).toBe('warn')
  expect(judgeSecret('aabbaabbaabbaabb', {})).toBe('warn')
  expect(judgeSecret('q7Rt2Yp9Lk4Wz8Nc', { tier: 'warn' })).toBe('warn')
})

test('an alphabet is not a secret', () => {
  expect(hasSequence('xxabcdefghijk')).toBe(true)
  expect(hasSequence('abcabcabcabc')).toBe(false)
})
