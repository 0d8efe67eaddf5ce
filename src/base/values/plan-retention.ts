// What may go by age. A wrong clock must not delete anything that a right one would have kept, so ages are counted from
// the newest entry, and one run takes a small part: whoever sees it happen can set the clock right and lose little.

interface RetentionInput<Entry> {
  /** All that there is. */
  entries: readonly Entry[]
  /** From when on it ages, in milliseconds; undefined: it never does. */
  timeOf(entry: Entry): number | undefined
  keepMs: number
  /** Time of the newest entry, in milliseconds; undefined where there is none. */
  newest: number | undefined
  now: number
}

interface RetentionPlan<Entry> {
  /** Oldest first. */
  drop: Entry[]
  /** Due as well, left for the next run. */
  later: Entry[]
}

/** One in so many goes in a run. At least one, or a small store would keep all for ever. */
const PART = 10

export function planRetention<Entry>(input: RetentionInput<Entry>): RetentionPlan<Entry> {
  const { entries, timeOf, keepMs, newest, now } = input
  // A clock ahead is held by the newest entry; an entry from a clock that was ahead is held by the clock.
  const reference = Math.min(now, newest ?? Number.NEGATIVE_INFINITY)
  const due = entries
    .map((entry) => ({ entry, time: timeOf(entry) }))
    .filter(({ time }) => time !== undefined && time + keepMs <= reference)
    .sort((a, b) => a.time! - b.time!)
    .map(({ entry }) => entry)
  const most = Math.max(1, Math.floor(entries.length / PART))
  return { drop: due.slice(0, most), later: due.slice(most) }
}
