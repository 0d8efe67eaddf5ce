import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../values/clock.ts'
import { type ClockReading, findClockJump } from './clock-jump.ts'

const START = Date.parse('2026-11-15T10:00:00Z')
const at = (days: number, upDays: number, boot = 'a'): ClockReading => ({
  time: START + days * DAY_MS,
  uptime: upDays * DAY_MS,
  boot,
})

describe('a jump of the clock', () => {
  it('is the difference to the time that really passed', () => {
    expect(findClockJump(at(0, 1), at(1826, 1.5))).toEqual({
      from: '2026-11-15T22:00:00.000Z',
      to: new Date(START + 1826 * DAY_MS).toISOString(),
      days: 1825,
    })
    expect(findClockJump(at(0, 1), at(-10, 1))?.days).toBe(-10)
  })

  it('is none where the computer just ran, slept, or was corrected by less than a day', () => {
    expect(findClockJump(at(0, 1), at(30, 31))).toBeUndefined()
    expect(findClockJump(at(0, 1), at(0.9, 1))).toBeUndefined()
    expect(findClockJump(at(0, 1), at(-0.9, 1))).toBeUndefined()
  })

  it('is after a restart only what went back: a pause looks like a clock that went forward', () => {
    expect(findClockJump(at(0, 9), at(60, 0.1, 'b'))).toBeUndefined()
    expect(findClockJump(at(0, 9), at(-60, 0.1, 'b'))?.days).toBe(-60)
    // The same name of a start, and an uptime that went back: a restart that nothing announced.
    expect(findClockJump(at(0, 9), at(60, 0.1))).toBeUndefined()
  })

  it('is not found without the uptime, except where it went back', () => {
    const { uptime: _, ...blind } = at(0, 0)
    expect(findClockJump(blind, { ...blind, time: START + 99 * DAY_MS })).toBeUndefined()
    expect(findClockJump(blind, { ...blind, time: START - 99 * DAY_MS })?.days).toBe(-99)
  })
})
