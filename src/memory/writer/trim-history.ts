// The history's own retention: writes that are older than the set time go, whole and a few at a time.
import { DAY_MS } from '../../base/values/clock.ts'
import { planRetention } from '../../base/values/plan-retention.ts'
import type { MemoryWriter } from '../open-writer.ts'
import type { Change } from '../writer.ts'
import { dropGroups } from './rewrite-journal.ts'

export interface TrimmedHistory {
  /** Writes that were dropped, and those that are due and left for the next run. */
  dropped: number
  later: number
}

export async function trimHistory(
  writer: MemoryWriter,
  options: { retentionDays: number; now: Date; beforeDrop?(changes: readonly Change[]): void },
): Promise<TrimmedHistory> {
  const { retentionDays, now, beforeDrop } = options
  return writer.exclusively(() => {
    const changes = writer.journal.read()
    const groups = groupTimes(changes)
    const { drop, later } = planRetention({
      entries: [...groups],
      timeOf: ([, time]) => time,
      keepMs: retentionDays * DAY_MS,
      newest: newestOf(groups.values()),
      now: now.getTime(),
    })
    const dropped = new Set(drop.map(([group]) => group))
    beforeDrop?.(changes.filter(({ group }) => dropped.has(group)))
    if (drop.length > 0) dropGroups(writer.journal.place, dropped)
    return { dropped: drop.length, later: later.length }
  })
}

/** Not `Math.max(...)`, which takes only so many arguments. */
function newestOf(times: Iterable<number>): number | undefined {
  let newest: number | undefined
  for (const time of times) if (newest === undefined || time > newest) newest = time
  return newest
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
