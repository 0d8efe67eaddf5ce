import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timerAt } from './timer-at.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const DAY_MS = 86_400_000
/** The last delay that Node takes as it is. */
const LAST_MS = 2 ** 31 - 1

test.each([0, 1, 5_000, LAST_MS, LAST_MS + 1, 25 * DAY_MS, 100 * DAY_MS])(
  'it acts once, in %d milliseconds',
  (ms) => {
    const act = vi.fn()
    timerAt(Date.now() + ms, act)
    if (ms > 0) vi.advanceTimersByTime(ms - 1)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a day takes one timer, a hundred days no more than the five that they need', () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  timerAt(Date.now() + LAST_MS, () => {})
  vi.advanceTimersByTime(LAST_MS)
  expect(set).toHaveBeenCalledTimes(1)
  timerAt(Date.now() + 100 * DAY_MS, () => {})
  vi.advanceTimersByTime(100 * DAY_MS)
  expect(set).toHaveBeenCalledTimes(6)
  set.mockRestore()
})

test('it can be cleared at any time, and without an end there is none', () => {
  const clear = timerAt(Date.now() + 100 * DAY_MS, () => {})
  vi.advanceTimersByTime(60 * DAY_MS)
  expect(vi.getTimerCount()).toBe(1)
  clear()
  expect(vi.getTimerCount()).toBe(0)
  timerAt(Number.POSITIVE_INFINITY, () => {})()
  timerAt(Number.POSITIVE_INFINITY, () => {})
  expect(vi.getTimerCount()).toBe(0)
})
