// Time is passed in, so that ages, expiry and retention can be tested.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const DAY_MS = 86_400_000

/** ISO time without milliseconds: what is written into files. */
export function isoSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
