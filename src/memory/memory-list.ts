// How memories are listed: what a list, a table or totals need of each, which of them it shows, and in which order.
// `search/text/listing` says the same in SQL.
import {
  classifiedAs,
  kindOf,
  lastChanged,
  type Memory,
  type MemoryKind,
  type MemoryType,
  supersededBy,
  typeOf,
} from './memory.ts'
import { situationsOf } from './moments.ts'
import { isLive } from './records/retention.ts'

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
  /** The memories with these ids. */
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

/** What a table shows of a memory. Times are milliseconds since 1970. */
export interface MemoryLine {
  id: string
  name: string
  /** Empty where the file has none. */
  description: string
  type: MemoryType | undefined
  importance: number | undefined
  /** `lastChanged` */
  changed: number
  expires: number | undefined
  /** The id of the memory that took its place. */
  supersededBy: string | undefined
  /** Bytes. */
  size: number
}

export function lineOf(memory: Memory): MemoryLine {
  const { id, name, description = '', type, importance, size } = memory
  const expires = memory.expires === undefined ? Number.NaN : Date.parse(memory.expires)
  return {
    id,
    name,
    description,
    type,
    importance,
    changed: Date.parse(lastChanged(memory)),
    expires: Number.isNaN(expires) ? undefined : expires,
    supersededBy: supersededBy(memory),
    size,
  }
}

/** All that is given must hold. */
export interface ListFilter {
  /** Also by their kind, where they name no type. */
  type?: MemoryType
  /** A reference is of kind `fact`; what else does not say is `other`. */
  kind?: MemoryKind
  /** Every one of these; a category counts as one. */
  tags?: readonly string[]
  /** What does not say its importance is of the usual one, 3. */
  minImportance?: number
  /** Only what does not say when it matters. */
  withoutWhen?: boolean
}

export type ListOrder = 'newest' | 'importance' | 'name'
/** What lists are sorted by. */
export type ListEntry = Pick<MemorySummary, 'file' | 'name' | 'importance' | 'changed'>

export function isListed(
  memory: Pick<Memory, 'type' | 'kind' | 'tags' | 'category' | 'importance' | 'when' | 'content'>,
  { type, kind, tags = [], minImportance, withoutWhen }: ListFilter,
): boolean {
  if (type !== undefined && typeOf(memory) !== type) return false
  if (kind !== undefined && kindOf(memory) !== kind) return false
  if (minImportance !== undefined && (memory.importance ?? 3) < minImportance) return false
  if (withoutWhen && situationsOf(memory).length > 0) return false
  return tags.every((tag) => memory.tags.includes(tag) || memory.category === tag)
}

/** The newest of equals come first. */
export function listOrder(order: ListOrder): (a: ListEntry, b: ListEntry) => number {
  if (order === 'importance') return (a, b) => (b.importance ?? 3) - (a.importance ?? 3) || newestFirst(a, b)
  if (order === 'name') return (a, b) => a.name.localeCompare(b.name) || newestFirst(a, b)
  return newestFirst
}

/** Those that are wanted, in order: for whoever has read all of them. */
export function chooseListed(
  memories: readonly Memory[],
  filter: ListFilter,
  order: ListOrder = 'newest',
): Memory[] {
  return memories
    .filter((memory) => isListed(memory, filter))
    .map((memory) => ({ ...summaryOf(memory), memory }))
    .sort(listOrder(order))
    .map(({ memory }) => memory)
}

/** What agents are shown, newest first: what has expired or was superseded is left out. `type`: a type or a kind. */
export function listLive(
  memories: readonly Memory[],
  { type, tags, withoutWhen }: { type?: string; tags?: readonly string[]; withoutWhen?: boolean },
  now: Date,
): Memory[] {
  const live = memories.filter((memory) => isLive(memory, now))
  return chooseListed(live, {
    ...classifiedAs(type),
    ...(tags && { tags }),
    ...(withoutWhen && { withoutWhen }),
  })
}
