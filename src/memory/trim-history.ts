// The history's own retention: writes that are older than the set time go, whole and a few at a time.
import { DAY_MS } from '../lib/clock.ts'
import { planRetention } from '../lib/plan-retention.ts'
import type { Change } from './journal.ts'
import type { MemoryWriter } from './writer.ts'

export interface TrimmedHistory {
  /** Writes that were dropped, and those that are due and left for the next run. */
  dropped: number
  later: number
}

export async function trimHistory(
  writer: MemoryWriter,
  options: { retentionDays: number; now: Date },
): Promise<TrimmedHistory> {
  const { retentionDays, now } = options
  return writer.exclusively(() => {
    const groups = groupTimes(writer.journal.read())
    const { drop, later } = planRetention({
      entries: [...groups],
      timeOf: ([, time]) => time,
      keepMs: retentionDays * DAY_MS,
      newest: groups.size === 0 ? undefined : Math.max(...groups.values()),
      now: now.getTime(),
    })
    if (drop.length > 0) writer.journal.drop(new Set(drop.map(([group]) => group)))
    return { dropped: drop.length, later: later.length }
  })
}

/** When each group was written: changes that were made together go together, or an undo would be half of one. */
function groupTimes(changes: readonly Change[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { group, time } of changes) {
    const at = Date.parse(time)
    if (!Number.isNaN(at)) times.set(group, Math.max(at, times.get(group) ?? at))
  }
  return times
}
