import { expect, test } from 'vitest'
import { randomId, timedId } from './ids.ts'

test('ids are random, of the length that is asked for, and of letters that are not mistaken for each other', () => {
  const ids = Array.from({ length: 5_000 }, () => randomId())
  expect(new Set(ids).size).toBe(5_000)
  expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{8}$/.test(id))).toBe(true)
  expect([randomId(3).length, randomId(5_000).length]).toEqual([3, 5_000])
})

test('those with a time sort by it, and it can be read', () => {
  const times = [1, Date.UTC(1999, 0), Date.UTC(2026, 3), Date.UTC(2099, 0)]
  const ids = times.map(timedId)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.map((id) => Number.parseInt(id.slice(0, 9), 36))).toEqual(times)
  expect(ids.every((id) => /^[0-9a-z]{9}-[0-9a-z]{11}$/.test(id))).toBe(true)
  const inOneMoment = Array.from({ length: 2_000 }, () => timedId(1))
  expect(new Set(inOneMoment).size).toBe(2_000)
  expect(inOneMoment.toSorted()).toEqual(inOneMoment)
})
