// Lists and totals of the project's memories: of a large store from the catalog, so that only what is shown is read.

import { join } from 'node:path'
import type { Memory } from '../memory/memory.ts'
import {
  isListed,
  type ListFilter,
  type ListOrder,
  listOrder,
  type MemoryTotals,
  summaryOf,
  totalsOfSummaries,
} from '../memory/memory-list.ts'
import type { CatalogListing } from './catalog/catalog.ts'
import { readCatalogState } from './catalog/catalog-state.ts'
import type { ProjectContext } from './project-context.ts'

export interface ListQuery {
  most: number
  /** Absent: all. */
  filter?: ListFilter
  /** Default: newest. */
  order?: ListOrder
}

export interface ListedMemories {
  memories: Memory[]
  /** How many there are of those that are wanted, and of all. */
  total: number
  all: number
}

/** Undefined where the store is small, or its catalog cannot be used: then its files are read. */
export async function listMemories(
  context: ProjectContext,
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

/** What totals are made of; undefined as for `listMemories`. */
export async function totalsOf(context: ProjectContext): Promise<MemoryTotals | undefined> {
  const listing = await listingOf(context)
  if (!listing) return undefined
  const { stored } = listing
  const large = totalsOfSummaries(listing.unsearched.map(summaryOf))
  return {
    groups: (times) => [...stored.groups(times), ...large.groups(times)],
    ends: () => [...stored.oldestAndNewest(), ...large.ends()],
    withIds: (ids) => [...stored.withIds(ids), ...large.withIds(ids)],
  }
}

/** The catalog is opened only where it is known to be large. One that fails costs time: the files say the same. */
async function listingOf({ location, search }: ProjectContext): Promise<CatalogListing | undefined> {
  const known = readCatalogState(join(location.state, 'cache'))?.census?.documents ?? 0
  if (known < LEAST_LISTED) return undefined
  return (await search()).listing().catch(() => undefined)
}

/** So few files are read as quickly as a database is opened. */
const LEAST_LISTED = 500

function choose(listing: CatalogListing, query: ListQuery): { files: string[]; total: number } {
  const { most, filter = {}, order = 'newest' } = query
  const { stored, unsearched } = listing
  const large = unsearched.filter((memory) => isListed(memory, filter)).map(summaryOf)
  const found = [...stored.choose(filter, order, most), ...large].sort(listOrder(order))
  return { files: found.slice(0, most).map(({ file }) => file), total: stored.count(filter) + large.length }
}
