import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { canonicalJson } from '../text/canonical-json.ts'
import { openTrustStore, partHash, type TrustPart } from './trust-store.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const open = () => openTrustStore(place.home)
const path = () => join(place.home, 'trust.json')
const part = (content: unknown, name = '.memdir/settings.json'): TrustPart => ({
  kind: 'settings',
  name,
  content,
})
const now = new Date('2027-01-02T03:04:05Z')

describe('the trust store', () => {
  it('approves exactly one content of one part of one project', async () => {
    const hooks = { Stop: [{ command: 'true' }] }
    await open().approve('/p', part({ hooks }), 'shown', now)
    const store = open()
    expect(store.isApproved('/p', part({ hooks: { Stop: [{ command: 'true' }] } }))).toBe(true)
    expect(store.isApproved('/other', part({ hooks }))).toBe(false)
    expect(store.isApproved('/p', part({ hooks }, '.claude/settings.json'))).toBe(false)
    expect(store.isApproved('/p', { ...part({ hooks }), kind: 'agent' })).toBe(false)
    expect(store.isApproved('/p', part({ hooks, more: 1 }))).toBe(false)
    expect(store.isApproved('/p', part({ hooks: { Stop: [{ command: 'true; id' }] } }))).toBe(false)
    expect(store.latest('/p', part({}))).toEqual({
      hash: partHash(part({ hooks })),
      time: now.toISOString(),
      shown: 'shown',
    })
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('keeps what was approved before: branches differ', async () => {
    const store = open()
    for (let n = 0; n < 25; n++) await store.approve('/p', part({ n }), `${n}`, now)
    expect(store.isApproved('/p', part({ n: 24 })) && store.isApproved('/p', part({ n: 5 }))).toBe(true)
    expect(store.isApproved('/p', part({ n: 4 }))).toBe(false)
    expect(store.latest('/p', part({}))?.shown).toBe('24')
    // Approved again it is the newest.
    await store.approve('/p', part({ n: 7 }), '7', now)
    expect(store.latest('/p', part({}))?.shown).toBe('7')
    expect(store.approved('/p')[0]?.approvals).toHaveLength(20)
  })

  it('takes approvals back: of a part, or of the project', async () => {
    const store = open()
    await store.approve('/p', part(1, 'a'), '', now)
    await store.approve('/p', part(1, 'b'), '', now)
    await store.approve('/q', part(1, 'a'), '', now)
    expect(await store.revoke('/p', ['a'])).toBe(1)
    expect([store.isApproved('/p', part(1, 'a')), store.isApproved('/p', part(1, 'b'))]).toEqual([
      false,
      true,
    ])
    expect(await store.revoke('/p')).toBe(1)
    expect([open().approved('/p'), open().approved('/q').length]).toEqual([[], 1])
  })

  it('approves nothing when it is damaged, and says so; the next approval makes a new one', async () => {
    mkdirSync(place.home)
    for (const text of ['', 'not json', 'null', '{"v":1}', '{"v":1,"projects":{"/p":{"settings:x":[{}]}}}']) {
      writeFileSync(path(), text)
      expect([open().damaged, open().isApproved('/p', part(1)), open().approved('/p')]).toEqual([
        true,
        false,
        [],
      ])
    }
    await open().approve('/p', part(1), '', now)
    expect([open().damaged, open().isApproved('/p', part(1))]).toEqual([false, true])
  })

  it('leaves one alone that a newer memdir wrote', async () => {
    mkdirSync(place.home)
    writeFileSync(path(), '{"v":2,"projects":{}}')
    await expect(open().approve('/p', part(1), '', now)).rejects.toMatchObject({ code: 'broken_file' })
    expect(readFileSync(path(), 'utf8')).toBe('{"v":2,"projects":{}}')
  })

  it('makes no file by being asked', () => {
    expect(open().isApproved('/p', part(1)) || open().damaged).toBe(false)
    expect(existsSync(place.home)).toBe(false)
  })
})

describe('the hash of a part', () => {
  /** Another order of fields, at every level. */
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, one]) => [name, shuffled(one)]),
    )
  }

  it('is the same for the same data and another for other data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(canonicalJson(shuffled(one))).toBe(canonicalJson(one))
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isDeepStrictEqual(one, other))
        expect(canonicalJson(JSON.parse(canonicalJson(one)!))).toBe(canonicalJson(one))
      }),
      { numRuns: 500 },
    )
  })

  it('distinguishes what JSON cannot say', () => {
    const texts = ['1e999', '-1e999', 'null', '"1e999"', '[]', '{}', '""'].map((text) => JSON.parse(text))
    expect(new Set(texts.map((value) => canonicalJson(value))).size).toBe(texts.length)
  })

  it('is none for what nests without end', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(partHash(part(deep))).toBeUndefined()
    expect(open().isApproved('/p', part(deep))).toBe(false)
  })
})
