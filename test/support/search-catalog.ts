// A catalog asked by itself: what it finds is read.
import type { Catalog, CatalogFound, FollowLimits } from '../../src/search/catalog/catalog.ts'
import { findAndRead } from '../../src/search/find-and-read.ts'
import type { SearchQuery } from '../../src/search/search.ts'

export function searchCatalog(catalog: Catalog, query: SearchQuery, limits?: FollowLimits) {
  return findAndRead(
    (before?: CatalogFound) => catalog.find(query, limits, before),
    (hits) => catalog.read(hits),
  )
}
