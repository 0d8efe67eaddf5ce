// One search after which all that was found is read, and found once more where files had changed since they were stored.
import type { MemoryHit } from './catalog/catalog.ts'
import type { SearchHit } from './search.ts'

export async function findAndRead<Found extends { hits: readonly SearchHit[] }>(
  find: (before?: Found) => Promise<Found>,
  read: (hits: readonly SearchHit[]) => Promise<(MemoryHit | undefined)[]>,
): Promise<Omit<Found, 'hits'> & { hits: MemoryHit[] }> {
  const found = await find()
  const hits = (await read(found.hits)).filter((hit) => hit !== undefined)
  if (hits.length === found.hits.length) return { ...found, hits }
  const again = await find(found)
  return { ...again, hits: (await read(again.hits)).filter((hit) => hit !== undefined) }
}
