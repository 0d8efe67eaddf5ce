import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash } from './hash.ts'
import { sha256 } from './sha256.ts'

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('is what Node’s cryptography makes of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(expected(bytes))
    }),
  )
})

test('is the same for every length around the end of a block', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = new Uint8Array(length).fill(length)
    expect(sha256(bytes)).toBe(expected(bytes))
  }
})

test('does not change when a process has hashed so much that Node’s cryptography is loaded', () => {
  for (let i = 0; i < 300; i++) expect(contentHash(`文件 ${i}`)).toBe(expected(Buffer.from(`文件 ${i}`)))
})
