// Time is passed in, so that ages, expiry and retention can be tested.

import { uptime } from 'node:os'

export interface Clock {
  now(): Date
  /** Milliseconds since the start of the computer, also while it slept: shows whether the clock was set. */
  uptime?(): number
}

export const systemClock: Clock = { now: () => new Date(), uptime: () => Math.round(uptime() * 1000) }

/** For durations. Not `performance.now`, which loads a dozen of Node's modules into a process that lives for milliseconds. */
export function monotonicMs(): number {
  return process.uptime() * 1000
}

export const DAY_MS = 86_400_000

/** ISO time without milliseconds: what is written into files. */
export function isoSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
