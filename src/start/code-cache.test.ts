import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { type CacheKey, isDueAgain, readCodeCache, writeCodeCache } from './code-cache.ts'

const CHUNKS = new Map([
  ['core.js', new Script('(function(){ return 1 })').createCachedData()],
  ['cli.js', Buffer.from('odd')],
])

let place: TemporaryHome
let key: CacheKey
const path = () => join(key.directory, readdirSync(key.directory)[0]!)

beforeEach(() => {
  place = temporaryHome()
  key = { directory: join(place.root, 'code'), name: 'hook', build: 'b1' }
  writeCodeCache(key, 3, CHUNKS)
})
afterEach(() => place.remove())

test('is read as it was written, private to the user', () => {
  const cache = readCodeCache(key)!
  expect([...cache.chunks]).toEqual([...CHUNKS])
  expect(cache.times).toBe(3)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  expect(statSync(key.directory).mode & 0o777).toBe(0o700)
  expect(readdirSync(key.directory)).toHaveLength(1)
})

test('is none for another build or another program', () => {
  expect(readCodeCache({ ...key, build: 'b2' })).toBeUndefined()
  expect(readCodeCache({ ...key, name: 'add' })).toBeUndefined()
  // Not even under the right name.
  renameSync(path(), path().replace('b1', 'b2'))
  expect(readCodeCache({ ...key, build: 'b2' })).toBeUndefined()
})

test('is none where others could have written it', () => {
  chmodSync(path(), 0o620)
  expect(readCodeCache(key)).toBeUndefined()
  chmodSync(path(), 0o602)
  expect(readCodeCache(key)).toBeUndefined()
  chmodSync(path(), 0o600)
  expect(readCodeCache(key)).toBeDefined()
})

test('is none when it came from elsewhere: a copy, a link, what an archive or git put there', () => {
  const original = path()
  const elsewhere = join(place.root, 'copy')
  copyFileSync(original, elsewhere)
  renameSync(elsewhere, original)
  chmodSync(original, 0o600)
  expect(readCodeCache(key)).toBeUndefined()
  writeCodeCache(key, 1, CHUNKS)
  renameSync(original, elsewhere)
  symlinkSync(elsewhere, original)
  expect(readCodeCache(key)).toBeUndefined()
})

test('is none when a single byte of it, or its length, is not as it was written', () => {
  const whole = readFileSync(path())
  const isTaken = (bytes: Uint8Array) => {
    // In place, so that it is the same file.
    writeFileSync(path(), bytes)
    const cache = readCodeCache(key)
    return cache !== undefined && [...CHUNKS].some(([name, chunk]) => !cache.chunks.get(name)?.equals(chunk))
  }
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= bits
      expect(isTaken(bytes)).toBe(false)
    }),
  )
  for (const length of [0, 3, 4, 40, whole.length - 1, whole.length - 8])
    expect(isTaken(whole.subarray(0, length))).toBe(false)
  expect(isTaken(Buffer.alloc(whole.length))).toBe(false)
})

test('is made again after 1, 2, 4 … minutes', () => {
  const due = (times: number, minutes: number) =>
    isDueAgain({ chunks: new Map(), times, madeMs: 0 }, minutes * 60_000)
  expect([due(1, 0.9), due(1, 1.1), due(2, 1.9), due(2, 2.1), due(11, 1_000), due(11, 1_100)]).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ])
})

test('makes no config home where there is none', () => {
  const elsewhere = { ...key, directory: join(place.root, 'no', 'home') }
  expect(() => writeCodeCache(elsewhere, 1, CHUNKS)).toThrow('ENOENT')
})

test('leaves nothing behind where it cannot be put in place', () => {
  const taken = path()
  rmSync(taken)
  mkdirSync(taken)
  expect(() => writeCodeCache(key, 1, CHUNKS)).toThrow()
  expect(readdirSync(key.directory)).toHaveLength(1)
})
