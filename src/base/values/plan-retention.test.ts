import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from './clock.ts'
import { planRetention } from './plan-retention.ts'

const plan = (
  entries: number[],
  now: number,
  keepDays = 30,
  newest: number | undefined = Math.max(...entries),
) => planRetention({ entries, timeOf: (time) => time, keepMs: keepDays * DAY_MS, newest, now })

describe('what may go by age', () => {
  const days = (...all: number[]) => all.map((day) => day * DAY_MS)

  it('counts from the newest entry, not from a clock that is ahead', () => {
    expect(plan(days(0, 1, 2), 5_000 * DAY_MS)).toEqual({ drop: [], later: [] })
    expect(plan(days(0, 1, 40), 5_000 * DAY_MS)).toEqual({ drop: days(0), later: days(1) })
  })

  it('counts from the clock, not from an entry that is ahead of it', () => {
    expect(plan(days(0, 1, 5_000), 3 * DAY_MS)).toEqual({ drop: [], later: [] })
  })

  it('drops nothing with a clock that is behind, or without any entry with a time', () => {
    expect(plan(days(100, 200), 0)).toEqual({ drop: [], later: [] })
    expect(planRetention({ entries: [1], timeOf: (t) => t, keepMs: 0, newest: undefined, now: 9 })).toEqual({
      drop: [],
      later: [],
    })
  })

  it('never drops more than a tenth, only what is due, oldest first, whatever the times are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e12, max: 1e13 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: -1e12, max: 1e13 }),
        fc.integer({ min: 0, max: 4000 }),
        (entries, now, keep) => {
          const { drop, later } = plan(entries, now, keep)
          const reference = Math.min(now, Math.max(...entries))
          expect(drop.length).toBeLessThanOrEqual(Math.max(1, Math.floor(entries.length / 10)))
          for (const time of [...drop, ...later]) expect(time + keep * DAY_MS).toBeLessThanOrEqual(reference)
          expect(drop.length + later.length).toBe(
            entries.filter((time) => time + keep * DAY_MS <= reference).length,
          )
          expect(Math.max(...drop, Number.NEGATIVE_INFINITY)).toBeLessThanOrEqual(
            Math.min(...later, Number.POSITIVE_INFINITY),
          )
          if (later.length > 0) expect(drop.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})
