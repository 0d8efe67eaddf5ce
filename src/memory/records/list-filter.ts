// Which memories a list shows, and in which order; `search/text/listing` says the same in SQL.
import type { Memory, MemoryKind, MemoryType } from '../memory.ts'
import { classifiedAs, kindOf, typeOf } from './kind-of.ts'
import { type MemorySummary, newestFirst, summaryOf } from './memory-summary.ts'
import { isLive } from './retention.ts'

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
}

export type ListOrder = 'newest' | 'importance' | 'name'
/** What lists are sorted by. */
export type ListEntry = Pick<MemorySummary, 'file' | 'name' | 'importance' | 'changed'>

export function isListed(
  memory: Pick<Memory, 'type' | 'kind' | 'tags' | 'category' | 'importance'>,
  { type, kind, tags = [], minImportance }: ListFilter,
): boolean {
  if (type !== undefined && typeOf(memory) !== type) return false
  if (kind !== undefined && kindOf(memory) !== kind) return false
  if (minImportance !== undefined && (memory.importance ?? 3) < minImportance) return false
  return tags.every((tag) => memory.tags.includes(tag) || memory.category === tag)
}

/** Of equals the newest first. */
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
  { type, tags }: { type?: string; tags?: readonly string[] },
  now: Date,
): Memory[] {
  const live = memories.filter((memory) => isLive(memory, now))
  return chooseListed(live, { ...classifiedAs(type), ...(tags && { tags }) })
}
