// A project's entry in projects.json: written before the first memory, completed when git can say more.
import { type Clock, isoSeconds } from '../values/clock.ts'
import { findProjectCandidates } from './find-project-candidates.ts'
import { BY_AGENT, type Location } from './memory-location.ts'
import { ensureEntry } from './project-entry.ts'
import { isComplete, readAliases } from './project-identity.ts'
import { readRegistry, updateRegistry } from './project-registry.ts'

export async function registerProject(
  home: string,
  {
    identity,
    decidedBy,
    memory,
  }: Pick<Location, 'identity'> & Partial<Pick<Location, 'decidedBy' | 'memory'>>,
  clock: Clock,
  commandPath: string | undefined,
): Promise<void> {
  const { root, git, name } = identity
  const { projects, damaged } = readRegistry(home)
  const known = projects[name]
  // Starting git for the root commit costs as much as the whole command: only while it is not known.
  // Kept from then on: taking memdir out of the agent moves no memories.
  const shared = decidedBy === BY_AGENT && known?.memory === undefined ? memory : undefined
  if (!damaged && !shared && known?.paths.includes(root) && isComplete(known, git)) return
  const aliases = git ? readAliases(git, { commandPath }) : { roots: [], remotes: [] }
  await updateRegistry(home, ({ projects }) => {
    const candidates = projects[name] ? [] : findProjectCandidates(projects, root, aliases)
    const entry = ensureEntry(projects, name, isoSeconds(clock.now()))
    entry.paths = union(entry.paths, [root])
    if (shared) entry.memory ??= shared
    entry.roots = union(entry.roots, aliases.roots)
    entry.remotes = union(entry.remotes, aliases.remotes)
    if (candidates.length > 0)
      entry.offers = Object.fromEntries(candidates.map((candidate) => [candidate.name, 'open' as const]))
  })
}

function union(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])]
}
