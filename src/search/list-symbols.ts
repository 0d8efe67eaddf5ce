// The lists of the names in a checkout's files, for live verification: made by the worker, removed with their checkout.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TimeLimit } from '../base/time/time-limit.ts'
import { attempt } from '../base/values/attempt.ts'
import type { ProjectContext } from './project-context.ts'
import { symbolListDirectory, symbolListPath } from './verify/symbols/list-path.ts'
import { type Listed, makeSymbolList } from './verify/symbols/make-list.ts'
import { isListDue } from './verify/symbols/read-list.ts'
import { listedRoot } from './verify/symbols/symbol-list.ts'

/** Outside git there is none. */
export function areSymbolsDue({ location }: Pick<ProjectContext, 'location'>, now: number): boolean {
  const { git } = location.identity
  if (!git || !existsSync(location.memory)) return false
  return isListDue(symbolListPath(location.state, git.workTree), git, location.memory, now)
}

/** Undefined: the project is no checkout. */
export async function listSymbols(
  { location, env }: Pick<ProjectContext, 'location' | 'env'>,
  limit: TimeLimit,
): Promise<Listed | undefined> {
  const { git: place } = location.identity
  if (!place) return undefined
  const path = symbolListPath(location.state, place.workTree)
  return makeSymbolList({ place, path, env: gitEnvironment(env), ...limit })
}

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

/** The person's own git configuration says what they ignore everywhere. */
function gitEnvironment({ PATH, HOME }: ProjectContext['env']): Record<string, string> {
  return { ...(PATH !== undefined && { PATH }), ...(HOME !== undefined && { HOME }) }
}
