// Where the catalog keeps what it knows of the files that it was made of.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'

export function statePath(cacheDirectory: string): string {
  return join(cacheDirectory, 'catalog.json')
}

/** Needs no room on the disk: whoever follows next compares every file. */
export function forgetState(cacheDirectory: string): void {
  attempt(() => rmSync(statePath(cacheDirectory), { force: true }))
}
