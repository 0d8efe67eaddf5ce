import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryFrom } from '../../../test/records-place.ts'
import { DAY_MS } from '../../base/values/clock.ts'
import { endOf, MEMORY_KINDS } from '../memory.ts'
import { boostImportance } from './boost-importance.ts'
import { expiryOf, lifeStateOf, RETENTION, retentionDays, retentionFrom } from './retention.ts'

const now = new Date('2026-04-09T10:00:00Z')

describe('retention', () => {
  it.each([
    ['user_preference', 3, 3650],
    ['skill', 3, 1825],
    ['relationship', 3, 730],
    ['technical_decision', 3, 365],
    ['fact', 4, 365],
    ['project_context', 4, 365],
    ['project_context', 3, 180],
    ['workflow', 3, 90],
    ['other', 3, 90],
    ['something new', 3, 90],
    [undefined, 3, 90],
    ['user_preference', 1, 30],
    ['workflow', 5, undefined],
    ['project_context', 5, undefined],
  ])('keeps %s of importance %s for %s days', (kind, importance, days) => {
    expect(retentionDays({ kind, importance })).toBe(days)
  })

  it('can be set for every kind and rule; nonsense is passed over', () => {
    const rules = retentionFrom({
      fact: 10,
      unknown: 5,
      passing: 2,
      project_context_low: 7,
      skill: 'x',
      other: -1,
    })
    expect(retentionDays({ kind: 'fact' }, rules)).toBe(10)
    expect(retentionDays({ kind: 'x' }, rules)).toBe(5)
    expect(retentionDays({ kind: 'fact', importance: 1 }, rules)).toBe(2)
    expect(retentionDays({ kind: 'project_context' }, rules)).toBe(7)
    expect(retentionDays({ kind: 'skill' }, rules)).toBe(1825)
    expect(retentionDays({ kind: 'other' }, rules)).toBe(90)
    expect(retentionFrom(undefined)).toEqual(RETENTION)
  })

  it('never lets a record live longer for mattering less, whatever the clock says', () => {
    const property = fc.property(
      fc.constantFrom(...MEMORY_KINDS),
      fc.double({ min: 1, max: 5, noNaN: true }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (kind, a, b, at) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        const end = (importance: number) => Date.parse(expiryOf({ kind, importance }, at) ?? '9999-01-01')
        expect(end(less)).toBeLessThanOrEqual(end(more))
        expect(end(less)).toBeGreaterThan(at.getTime())
      },
    )
    fc.assert(property, { numRuns: 300 })
  })

  it('goes from live to expired to due, each at its moment', () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 400 }),
      (audit, day) => {
        const memory = memoryFrom({ expires: '2026-04-09T10:00:00Z' })
        const at = new Date(now.getTime() + (day - 100) * DAY_MS)
        const state = lifeStateOf(memory, at, audit)
        expect(state).toBe(day < 100 ? 'live' : day - 100 < audit ? 'expired' : 'due')
      },
    )
    fc.assert(property, { numRuns: 300 })
    expect(lifeStateOf(memoryFrom({}), new Date('9999-01-01'), 0)).toBe('live')
    expect(lifeStateOf(memoryFrom({ extra: { superseded_by: 'x' } }), now, 30)).toBe('superseded')
  })
})

describe('the end of a memory', () => {
  const state = (at: string, auditDays = 1) =>
    lifeStateOf(memoryFrom({ expires: '2026-04-09T10:00:00Z' }), new Date(at), auditDays)

  it('comes at the very moment, and so does the end of the audit period', () => {
    expect(state('2026-04-09T09:59:59.999Z')).toBe('live')
    expect(state('2026-04-09T10:00:00.000Z')).toBe('expired')
    expect(state('2026-04-10T09:59:59.999Z')).toBe('expired')
    expect(state('2026-04-10T10:00:00.000Z')).toBe('due')
    expect(state('2026-04-09T10:00:00.000Z', 0)).toBe('due')
  })

  it('never comes where the time is none', () => {
    expect(endOf({ expires: 'soon' })).toBeUndefined()
    expect(endOf({})).toBeUndefined()
    expect(endOf({ expires: '2026-04-09' })).toBe(Date.parse('2026-04-09'))
  })
})

it.each([
  ['project_context', 3.1, 365],
  ['project_context', 1.1, 180],
  ['fact', 1, 30],
  ['fact', 1.1, 365],
  ['workflow', 4.9, 90],
  ['fact', undefined, 365],
  ['project_context', undefined, 180],
])('a %s of importance %s is kept for %s days: at the edge of a rule', (kind, importance, days) => {
  expect(retentionDays({ kind, importance })).toBe(days)
})

it('no days and no importance at all can be set, what is no number of days cannot', () => {
  const rules = retentionFrom({ fact: 0, passing: Number.POSITIVE_INFINITY, permanent_from: 4 })
  const kinds = { ...RETENTION.kinds, fact: 0 }
  expect(rules).toEqual({ ...RETENTION, kinds, chosen: ['fact'], permanentFrom: 4 })
  expect(retentionDays({ kind: 'skill', importance: 4 }, rules)).toBeUndefined()
})

it('no default ends what the person said about themselves or how they want work done; what they set does', () => {
  const at = new Date('2026-04-06T09:00:00Z')
  const ends = (record: Parameters<typeof expiryOf>[0], set?: object) =>
    expiryOf({ isSaid: true, ...record }, at, retentionFrom(set as Record<string, unknown>))?.slice(0, 10)
  expect([ends({ kind: 'workflow' }), ends({ type: 'feedback', kind: 'other' })]).toEqual([
    undefined,
    undefined,
  ])
  expect([ends({ kind: 'user_preference' }), ends({ type: 'user' })]).toEqual([undefined, undefined])
  expect(ends({ kind: 'workflow', isSaid: false })).toBe('2026-07-05')
  expect(ends({ kind: 'fact' })).toBe('2027-04-06')
  expect(ends({ kind: 'workflow' }, { workflow: 10 })).toBe('2026-04-16')
})

describe('importance', () => {
  it.each([
    ['I prefer tabs', 3, 3.5],
    ['Always run the tests', 3, 3.8],
    ['This must be signed', 3, 3.3],
    ['我喜欢深色主题', 3, 3.5],
    ['发布前必须回归', 4, 4.3],
    ['never, ever', 4.9, 5],
    ['The port is 8080', 3, 3],
  ])('is boosted by the words of %s', (text, from, to) => {
    expect(boostImportance(text, from)).toBe(to)
  })
})
