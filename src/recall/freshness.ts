// How old a memory is, in words: models are poor at date arithmetic.
import { DAY_MS } from '../lib/clock.ts'
import { lastChanged, type Memory } from '../memory/memory.ts'

/** Whole days, never negative. */
export function ageInDays(memory: Pick<Memory, 'updated' | 'modified'>, now: Date): number {
  const age = now.getTime() - Date.parse(lastChanged(memory))
  return Number.isNaN(age) ? 0 : Math.max(0, Math.floor(age / DAY_MS))
}

/** The header of an attached memory. Computed once, when it is attached: later it would break the prompt cache. */
export function freshnessHeader(path: string, days: number): string {
  if (days === 0) return `Memory (saved today): ${path}:`
  if (days === 1) return `Memory (saved yesterday): ${path}:`
  return `This memory is ${days} days old. It is an observation of that time: what it says about code or a file:line may be outdated, so verify it before you rely on it.

Memory: ${path}:`
}
