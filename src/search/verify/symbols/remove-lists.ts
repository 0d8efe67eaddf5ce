import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../base/values/attempt.ts'
import { symbolListDirectory } from './list-path.ts'
import { listedRoot } from './symbol-list.ts'

/** Removes the lists whose worktree was deleted, and files that are no lists. How many went. */
export function removeAbandonedLists(state: string): number {
  const directory = symbolListDirectory(state)
  const lists = (attempt(() => readdirSync(directory)) ?? []).filter((name) => name.endsWith('.bin'))
  const abandoned = lists.map((name) => join(directory, name)).filter((path) => isMissing(listedRoot(path)))
  for (const path of abandoned) attempt(() => rmSync(path, { recursive: true, force: true }))
  return abandoned.length
}

/** A tree that may not be looked at is not missing. */
function isMissing(root: string | undefined): boolean {
  if (root === undefined) return true
  const found = attempt(() => ({ stat: lstatSync(root, { throwIfNoEntry: false }) }))
  return found !== undefined && found.stat === undefined
}
