// What the catalog remembers beside its search data: when directories last changed, and the store's calibration.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import type { Calibration } from './calibrate.ts'

const VERSION = 1

export interface CatalogState {
  /** Directory → its time when its names were last compared. Empty: never swept. */
  directories: Record<string, number>
  calibration?: Calibration
}

export function readState(cacheDirectory: string): CatalogState {
  const read = attempt(
    () => JSON.parse(readFileSync(pathIn(cacheDirectory), 'utf8')) as Record<string, unknown>,
  )
  const { version, directories, calibration } = read ?? {}
  if (version !== VERSION || typeof directories !== 'object' || directories === null)
    return { directories: {} }
  const known = calibration as Calibration | undefined
  return {
    directories: directories as Record<string, number>,
    ...(typeof known?.threshold === 'number' ? { calibration: known } : {}),
  }
}

/** Whole or not at all, for whoever reads at the same time; a crash may lose it, which costs a sweep. */
export function writeState(cacheDirectory: string, state: CatalogState): void {
  const temporary = join(cacheDirectory, `.catalog-${randomId()}`)
  writeFileSync(temporary, JSON.stringify({ version: VERSION, ...state }))
  renameSync(temporary, pathIn(cacheDirectory))
}

function pathIn(cacheDirectory: string): string {
  return join(cacheDirectory, 'catalog.json')
}
