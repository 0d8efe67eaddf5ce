// The day on which a memory says what it says: what its "tomorrow" is counted from.
import type { Memory } from '../../memory/memory.ts'

/** Where a file was changed on another day, nobody knows from which day a word is. */
export function timeSaid({ created, updated }: Pick<Memory, 'created' | 'updated'>): Date | undefined {
  const [first, last] = [created ?? updated, updated ?? created].map((time) => new Date(time ?? ''))
  if (!first || !last || Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return undefined
  return dayOf(first) === dayOf(last) ? last : undefined
}

/** On this machine's calendar. */
export function dayOf(time: Date): string {
  return `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`
}
