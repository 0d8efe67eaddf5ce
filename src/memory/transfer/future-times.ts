// What somebody else wrote may say that it is of a day to come. It would be newer than all that is said from now on, so
// that it counts as of now.
import { isoSeconds } from '../../base/values/clock.ts'
import type { ImportedMemory } from './formats/imported.ts'

interface KnownTimes {
  memories: ImportedMemory[]
  /** How many said that they were of a day to come. */
  future: number
}

export function withoutFuture(memories: readonly ImportedMemory[], now: Date): KnownTimes {
  const at = memories.map((memory) => ofNow(memory, now))
  return { memories: at, future: at.filter((memory, n) => memory !== memories[n]).length }
}

function ofNow(memory: ImportedMemory, now: Date): ImportedMemory {
  const { created, updated, usage } = memory
  const isFuture = (time: string | undefined) => time !== undefined && Date.parse(time) > now.getTime()
  if (!isFuture(created) && !isFuture(updated) && !isFuture(usage?.last)) return memory
  const at = isoSeconds(now)
  return {
    ...memory,
    ...(isFuture(created) && { created: at }),
    ...(isFuture(updated) && { updated: at }),
    ...(usage && isFuture(usage.last) && { usage: { ...usage, last: at } }),
  }
}
