// What lists and totals need of a memory: all but its text.
import { lastChanged, type Memory, type MemoryKind, type MemoryType, supersededBy } from '../memory.ts'

/** Times are milliseconds since 1970. */
export interface MemorySummary {
  file: string
  id: string
  name: string
  type?: MemoryType
  kind?: MemoryKind
  importance?: number
  confidence?: number
  created?: number
  /** `lastChanged` */
  changed: number
  expires?: number
  superseded: boolean
}

export function summaryOf(memory: Memory): MemorySummary {
  const { file, id, name, type, kind, importance, confidence, created, expires } = memory
  return {
    file,
    id,
    name,
    ...(type && { type }),
    ...(kind && { kind }),
    ...(importance !== undefined && { importance }),
    ...(confidence !== undefined && { confidence }),
    ...withTime('created', created),
    changed: Date.parse(lastChanged(memory)),
    ...withTime('expires', expires),
    superseded: supersededBy(memory) !== undefined,
  }
}

function withTime(name: 'created' | 'expires', time: string | undefined) {
  const at = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? {} : { [name]: at }
}

/** As `memdir list` shows them: those of one moment in the order of their files. */
export function newestFirst(
  a: Pick<MemorySummary, 'changed' | 'file'>,
  b: Pick<MemorySummary, 'changed' | 'file'>,
): number {
  return b.changed - a.changed || (a.file < b.file ? -1 : 1)
}

/** How many there are of those that are alike in all that totals ask for. */
export interface SummaryGroup
  extends Pick<MemorySummary, 'type' | 'kind' | 'importance' | 'confidence' | 'expires' | 'superseded'> {
  count: number
}

/** What totals are made of. */
export interface MemoryTotals {
  /** `times`: ends before and after one of these are told apart. */
  groups(times: readonly [number, number]): Iterable<SummaryGroup>
  /** Some, the one made first and the one made last among them. */
  ends(): Iterable<MemorySummary>
  /** Of the memories with these ids. */
  withIds(ids: readonly string[]): Pick<MemorySummary, 'id' | 'name'>[]
}

export function totalsOfSummaries(summaries: readonly MemorySummary[]): MemoryTotals {
  return {
    groups: () => summaries.map((summary) => ({ ...summary, count: 1 })),
    ends: () => summaries,
    withIds: (ids) => {
      const wanted = new Set(ids)
      return summaries.filter(({ id }) => wanted.has(id))
    },
  }
}
