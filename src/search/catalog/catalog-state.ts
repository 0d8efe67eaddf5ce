// What the catalog remembers besides its search data: of which files it was made, when their directories last changed,
// and the store's calibration. It counts only together with the very database that it was written for.
import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Calibration } from '../ranking/calibrate.ts'
import type { Census } from '../text/text-query.ts'
import { statePath } from './state-path.ts'

const VERSION = 2

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
  calibration?: Calibration
}

export function readState(cacheDirectory: string): CatalogState | undefined {
  const read = attempt(
    () =>
      JSON.parse(readFileSync(statePath(cacheDirectory), 'utf8')) as Partial<CatalogState> & {
        version?: unknown
      },
  )
  const { version, root, directories, census, vectors, providers, calibration, unsearched } = read ?? {}
  if (version !== VERSION || typeof root !== 'string' || !isObject(directories)) return undefined
  return {
    root,
    directories,
    ...(isObject(census) ? { census } : {}),
    ...(Array.isArray(unsearched) ? { unsearched } : {}),
    ...(isObject(vectors) ? { vectors } : {}),
    ...(isObject(providers) ? { providers } : {}),
    ...(typeof calibration?.threshold === 'number' ? { calibration } : {}),
  }
}

function isObject<T>(value: T | null | undefined): value is T & object {
  return typeof value === 'object' && value !== null
}

/**
 * Whether the names of unchanged directories may be taken as known: a database that was emptied, replaced, or made of
 * another directory is compared with every file.
 */
export function isMadeOf(state: CatalogState, root: string, census: Census | undefined): boolean {
  if (state.root !== root || Object.keys(state.directories).length === 0) return false
  return state.census?.generation === census?.generation && state.census?.documents === census?.documents
}

export function writeState(cacheDirectory: string, state: CatalogState): void {
  const text = JSON.stringify({ version: VERSION, ...state })
  writeFileAtomic(statePath(cacheDirectory), text, { durable: false })
}
