// Lists and totals of the project's memories: of a large store from the catalog, so that only what is shown is read.
import { join } from 'node:path'
import type { Memory } from '../memory/memory.ts'
import { type MemorySummary, newestFirst, summaryOf } from '../memory/memory-summary.ts'
import type { CatalogListing } from '../search/catalog.ts'
import { readState } from '../search/catalog-state.ts'
import type { EngineContext } from './engine-context.ts'

export interface ListQuery {
  most: number
  /** Absent: all. */
  isWanted?: (summary: MemorySummary) => boolean
  /** Absent: the newest first. */
  compare?: (a: MemorySummary, b: MemorySummary) => number
}

export interface ListedMemories {
  memories: Memory[]
  /** How many there are of those that are wanted, and of all. */
  total: number
  all: number
}

/** Undefined where the store is small, or its catalog cannot be used: then its files are read. */
export async function listMemories(
  context: EngineContext,
  query: ListQuery,
): Promise<ListedMemories | undefined> {
  const listing = await listingOf(context)
  if (!listing) return undefined
  // What was found to have changed since may belong to another place.
  for (let attempts = 0; attempts < 3; attempts++) {
    const { files, total } = choose(listing, query)
    const memories = await listing.readCurrent(files)
    if (memories?.length === files.length) return { memories, total, all: listing.total }
  }
  return undefined
}

export async function summariesOf(context: EngineContext): Promise<Iterable<MemorySummary> | undefined> {
  const listing = await listingOf(context)
  return listing && allOf(listing)
}

/** The catalog is opened only where it is known to be large. One that fails costs time: the files say the same. */
async function listingOf({ location, search }: EngineContext): Promise<CatalogListing | undefined> {
  const known = readState(join(location.state, 'cache'))?.census?.documents ?? 0
  if (known < LEAST_LISTED) return undefined
  return (await search()).listing().catch(() => undefined)
}

/** So few files are read as quickly as a database is opened. */
const LEAST_LISTED = 500

function choose(listing: CatalogListing, query: ListQuery): { files: string[]; total: number } {
  const { most, isWanted, compare = newestFirst } = query
  const byDefault = !isWanted && !query.compare
  const large = listing.unsearched.map(summaryOf)
  const found = byDefault
    ? [...listing.newest(most), ...large].sort(newestFirst)
    : [...allOf(listing)].filter(isWanted ?? (() => true)).sort(compare as typeof newestFirst)
  const total = byDefault ? listing.total : found.length
  return { files: found.slice(0, most).map(({ file }) => file), total }
}

function* allOf({ summaries, unsearched }: CatalogListing): Generator<MemorySummary> {
  yield* summaries()
  for (const memory of unsearched) yield summaryOf(memory)
}
