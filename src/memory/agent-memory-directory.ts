// Where a named agent keeps a memory of its own, apart from the project's.

import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { foldName, nameProblem } from '../base/paths/portable-name.ts'
import { attempt } from '../base/values/attempt.ts'
import { shortHash } from '../base/values/hash.ts'

export interface AgentMemoryPlaces {
  /** memdir's config home. */
  home: string
  /** Claude Code's own, which is used where the agent has a memory there already. */
  claude?: string
  /** The canonical root of the project: its worktrees share it. */
  root: string
  /** Where local memories are in a remote run, in place of the project. */
  remote?: string
}

export interface AgentWithMemory {
  name: string
  memory: 'user' | 'project' | 'local'
}

/** `.claude/` unless only `.memdir/` has it. The directory need not exist. */
export function agentMemoryDirectory({ name, memory }: AgentWithMemory, places: AgentMemoryPlaces): string {
  if (memory === 'user') {
    const theirs = places.claude === undefined ? undefined : below(join(places.claude, 'agent-memory'), name)
    return theirs !== undefined && existsSync(theirs)
      ? theirs
      : below(join(places.home, 'agent-memory'), name)
  }
  const folder = memory === 'project' ? 'agent-memory' : 'agent-memory-local'
  if (memory === 'local' && places.remote !== undefined) return below(join(places.remote, folder), name)
  const claude = below(join(places.root, '.claude', folder), name)
  const own = below(join(places.root, '.memdir', folder), name)
  return !existsSync(claude) && existsSync(own) ? own : claude
}

/** The one that is there, where other systems take both names for one; an ordinary name where that is none (`con`). */
function below(folder: string, name: string): string {
  const plain = name.replaceAll(':', '-').normalize('NFC')
  const wanted = nameProblem(plain) ? `agent-${shortHash(name)}` : plain
  const like = (attempt(() => readdirSync(folder)) ?? []).filter(
    (other) => foldName(other) === foldName(wanted),
  )
  return join(folder, like.includes(wanted) ? wanted : (like.sort()[0] ?? wanted))
}

/** A link in a repository must not lead to other files of its user. */
export function staysInside(
  directory: string,
  { memory }: AgentWithMemory,
  places: AgentMemoryPlaces,
): boolean {
  if (memory === 'user') return true
  const place = (memory === 'local' ? places.remote : undefined) ?? places.root
  const inside = attempt(() => realpathSync.native(place))
  // Nothing is there yet, so nothing in it is a link.
  if (inside === undefined) return true
  const real = realNearest(directory)
  return real === inside || real.startsWith(inside + sep)
}

/** For a directory that is not there yet: the one that it would be made in. */
function realNearest(directory: string): string {
  const real = attempt(() => realpathSync.native(directory))
  return real ?? (dirname(directory) === directory ? directory : realNearest(dirname(directory)))
}

/** By its path alone: what an agent reads there was an agent's memory. */
export function isAgentMemory(path: string): boolean {
  return /[\\/]agent-memory(?:-local)?[\\/].+\.md$/.test(path)
}
