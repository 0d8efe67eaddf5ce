// What the catalog remembers besides its search data: of which files it was made, and when their directories last
// changed. It counts only together with the very database that it was written for.
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Census } from '../text/text-query.ts'
import { statePath } from './state-path.ts'

export interface CatalogState {
  /** The memory directory that was read. */
  root: string
  /** What the database said of itself when all files were last taken in. */
  census?: Census
  /** Directory → its time when its names were last compared. Empty: never swept. */
  directories: Record<string, number>
  /** Files that are too large to be searched, and listed all the same. */
  unsearched?: string[]
  /** Memories with vectors, by model, after the last embedding. */
  vectors?: Record<string, number>
  /** Where the models of a provider were asked, by model. */
  providers?: Record<string, string>
}

const STATE: StateKind<CatalogState> = {
  read: ({ root, directories, census, vectors, providers, unsearched }) => {
    if (typeof root !== 'string' || !isObject(directories)) return undefined
    return {
      root,
      directories,
      ...(isObject(census) && { census }),
      ...(Array.isArray(unsearched) && { unsearched }),
      ...(isObject(vectors) && { vectors }),
      ...(isObject(providers) && { providers }),
    } as CatalogState
  },
  version: 2,
  // A directory of 100,000 has the names of its directories in it.
  most: 64_000_000,
  durable: false,
  rebuilt: true,
}

export function readCatalogState(cacheDirectory: string): CatalogState | undefined {
  return readState(statePath(cacheDirectory), STATE)
}

/**
 * Whether the names of unchanged directories may be taken as known: a database that was emptied, replaced, or made of
 * another directory is compared with every file.
 */
export function isMadeOf(state: CatalogState, root: string, census: Census | undefined): boolean {
  if (state.root !== root || Object.keys(state.directories).length === 0) return false
  return state.census?.generation === census?.generation && state.census?.documents === census?.documents
}

export function writeCatalogState(cacheDirectory: string, state: CatalogState): void {
  writeState(statePath(cacheDirectory), STATE, state)
}
