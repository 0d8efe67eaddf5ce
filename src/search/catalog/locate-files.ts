// Where a memory is that somebody names by its id or file, without listing a directory or reading a file that is not
// meant. Only where the catalog is up to date but for writes of ours, whose files are looked at one by one.

import { join } from 'node:path'
import { type Database, openSqlite } from '../../base/files/sqlite.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Memory } from '../../memory/memory.ts'
import { isNamed } from '../../memory/memory-path.ts'
import { readMemory } from '../../memory/scan-files.ts'
import { type Listing, listingOf } from '../text/listing.ts'
import { CATALOG_VERSION, readTotals } from '../text/schema.ts'
import { type CatalogState, readCatalogState } from './catalog-state.ts'
import { directoryTime, followNotes, readWriteNotes } from './write-notes.ts'

interface LocatedFiles {
  /** Files that are called so. */
  named: string[]
  /** Files of memories whose id it is, or begins so. */
  ofIds: string[]
}

/** In smaller stores all files are read as quickly. */
const LEAST_DOCUMENTS = 500

/** Undefined where the catalog cannot say. */
export function locateFiles(
  directory: string,
  cacheDirectory: string,
  reference: string,
): LocatedFiles | undefined {
  const state = readCatalogState(cacheDirectory)
  if (state?.root !== directory || (state.census?.documents ?? 0) < LEAST_DOCUMENTS) return undefined
  const noted = followNotes(state.directories, readWriteNotes(cacheDirectory))
  const isKnown = Object.entries(noted.directories).every(
    ([path, time]) => directoryTime(directory, path) === time,
  )
  if (!isKnown) return undefined
  return attempt(() => {
    const database = openSqlite(join(cacheDirectory, 'catalog.db'))
    try {
      if (!isMadeFor(database, state)) return undefined
      const unread = new Set([...noted.files, ...(state.unsearched ?? [])])
      return locate(listingOf(database), reference, (file) => readMemory(directory, file), unread)
    } finally {
      database.close()
    }
  })
}

function isMadeFor(database: Database, { census }: CatalogState): boolean {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version !== CATALOG_VERSION) return false
  const { generation, documents } = readTotals(database)
  return generation === census?.generation && documents === census.documents
}

/** `unread`: files of which the catalog does not know what they say now. */
function locate(
  listing: Listing,
  reference: string,
  read: (file: string) => Memory | undefined,
  unread: ReadonlySet<string>,
): LocatedFiles {
  const others = [...unread].flatMap((file) => read(file) ?? [])
  const isOther = (file: string) => unread.has(file)
  const named = [
    ...listing.named(reference).filter((file) => !isOther(file)),
    ...others.filter(({ file }) => isNamed(file, reference)).map(({ file }) => file),
  ]
  const ofIds = [
    ...listing.withId(reference).filter((file) => !isOther(file)),
    ...others.filter(({ id }) => id.startsWith(reference)).map(({ file }) => file),
  ]
  return { named, ofIds }
}
