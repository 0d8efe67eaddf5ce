// Other projects that may be the same repository. Anybody can make a repository with the same first commit (a fork) or
// the same remote in its configuration (an archive), so this is never a proof: a person is asked.
import { existsSync } from 'node:fs'
import type { OfferState, ProjectEntry } from './project-entry.ts'

export type Sign = 'root commit' | 'remote'

export interface Aliases {
  roots: string[]
  remotes: string[]
}

export interface ProjectCandidate {
  name: string
  /** The path that people know it by. */
  path: string
  /** Nothing is at that path any more. */
  gone: boolean
  /** What it has in common with this directory. */
  same: Sign[]
  /** What both have, and is not the same. */
  different: Sign[]
  /** This path was joined to it, and had another remote then. */
  joinedBefore: boolean
  state: OfferState
}

type Projects = Readonly<Record<string, ProjectEntry>>

/** Those with a sign in common, and those that the path was joined to; the most alike first. */
export function findProjectCandidates(
  projects: Projects,
  root: string,
  aliases: Aliases,
): ProjectCandidate[] {
  const alike = Object.entries(projects).filter(
    // Without a path nobody uses it: what a directory had before it was joined to another.
    ([, entry]) =>
      (entry.paths.length > 0 && signs(entry, aliases, true).length > 0) || isJoined(entry, root),
  )
  return alike.map(([name, entry]) => candidate(name, entry, root, aliases, 'open')).sort(byLikeness)
}

/** What was offered to this project before and is not answered. */
export function pendingOffers(projects: Projects, root: string, own: ProjectEntry): ProjectCandidate[] {
  const left = Object.entries(projects).filter(([, entry]) => isJoined(entry, root))
  const states = new Map<string, OfferState>([
    ...left.map(([name]) => [name, 'open'] as const),
    ...Object.entries(own.offers ?? {}),
  ])
  const candidates = Object.entries(projects).flatMap(([name, entry]) => {
    const state = states.get(name)
    return state && state !== 'declined' ? [candidate(name, entry, root, own, state)] : []
  })
  return candidates.sort(byLikeness)
}

function candidate(
  name: string,
  entry: ProjectEntry,
  root: string,
  aliases: Aliases,
  state: OfferState,
): ProjectCandidate {
  const path = entry.paths[0] ?? name
  return {
    name,
    path,
    gone: !existsSync(path),
    same: signs(entry, aliases, true),
    different: signs(entry, aliases, false),
    joinedBefore: isJoined(entry, root),
    state,
  }
}

/** The signs that are the same, or that are not; a sign that one side does not have is neither. */
function signs(entry: ProjectEntry, aliases: Aliases, same: boolean): Sign[] {
  const found: [Sign, boolean | undefined][] = [
    ['root commit', overlap(entry.roots, aliases.roots)],
    ['remote', overlap(entry.remotes, aliases.remotes)],
  ]
  return found.filter(([, value]) => value === same).map(([sign]) => sign)
}

function isJoined(entry: ProjectEntry, root: string): boolean {
  return entry.confirmed?.[root] !== undefined && entry.paths.includes(root)
}

function byLikeness(a: ProjectCandidate, b: ProjectCandidate): number {
  const likeness = ({ same, different }: ProjectCandidate) => same.length - different.length
  return likeness(b) - likeness(a)
}

function overlap(known: readonly string[], found: readonly string[]): boolean | undefined {
  if (known.length === 0 || found.length === 0) return undefined
  return known.some((item) => found.includes(item))
}
