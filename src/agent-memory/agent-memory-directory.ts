// Where a named agent keeps a memory of its own, apart from the project's.
import { existsSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { attempt } from '../lib/attempt.ts'

export interface AgentMemoryPlaces {
  /** memdir's config home. */
  home: string
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
  const directory = name.replaceAll(':', '-')
  if (memory === 'user') return join(places.home, 'agent-memory', directory)
  const folder = memory === 'project' ? 'agent-memory' : 'agent-memory-local'
  if (memory === 'local' && places.remote !== undefined) return join(places.remote, folder, directory)
  const [claude, own] = ['.claude', '.memdir'].map((place) => join(places.root, place, folder, directory))
  return !existsSync(claude!) && existsSync(own!) ? own! : claude!
}

/** A link in a repository must not lead to other files of its user. */
export function staysInside(
  directory: string,
  { memory }: AgentWithMemory,
  places: AgentMemoryPlaces,
): boolean {
  const real = attempt(() => realpathSync.native(directory))
  if (real === undefined || memory === 'user') return true
  return [places.root, places.remote].some((place) => {
    const inside = place === undefined ? undefined : attempt(() => realpathSync.native(place))
    return inside !== undefined && real.startsWith(inside + sep)
  })
}

/** By its path alone: what an agent reads there was an agent's memory. */
export function isAgentMemory(path: string): boolean {
  return /[\\/]agent-memory(?:-local)?[\\/].+\.md$/.test(path)
}
