// The lists of the names in a checkout's files, for live verification: made by the worker, removed with their checkout.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { GitPlace } from '../base/git/git.ts'
import type { Message } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { symbolsTexts } from '../base/messages/symbols.ts'
import type { TimeLimit } from '../base/time/time-limit.ts'
import { attempt } from '../base/values/attempt.ts'
import type { ProjectContext } from './project-context.ts'
import { symbolListDirectory, symbolListPath } from './verify/symbols/list-path.ts'
import { type Listed, makeSymbolList } from './verify/symbols/make-list.ts'
import { isListDue } from './verify/symbols/read-list.ts'
import { listedRoot, openSymbolList } from './verify/symbols/symbol-list.ts'

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

interface SymbolListReport {
  status: 'listed' | 'incomplete' | 'none' | 'no-git'
  /** ISO time of the listing. */
  time?: string
  files?: number
  names?: number
  /** Why names are not verified, or never called gone. */
  problem?: Message
}

export function examineSymbolList(state: string, git: GitPlace | undefined): SymbolListReport {
  if (!git) return { status: 'no-git', problem: message(symbolsTexts.listNoGit) }
  const list = openSymbolList(symbolListPath(state, git.workTree), git.workTree)
  if (!list) return { status: 'none', problem: message(symbolsTexts.listNone) }
  const { time, files, entries, complete } = list.header
  list.close()
  const known = { time: new Date(time).toISOString(), files, names: entries }
  if (complete) return { status: 'listed', ...known }
  return { status: 'incomplete', ...known, problem: message(symbolsTexts.listIncomplete) }
}
