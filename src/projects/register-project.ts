// A project's entry in projects.json: written before the first memory, completed when git can say more.
import { attempt } from '../lib/attempt.ts'
import { type Clock, isoSeconds } from '../lib/clock.ts'
import type { GitPlace } from '../lib/git.ts'
import type { Location } from './memory-location.ts'
import { hasOwnHistory, isShallow, readAliases } from './project-identity.ts'
import { type ProjectEntry, readRegistry, updateRegistry } from './project-registry.ts'

export async function registerProject(
  home: string,
  location: Location,
  clock: Clock,
  commandPath: string | undefined,
): Promise<void> {
  const { identity } = location
  const known = attempt(() => readRegistry(home))?.projects[identity.name]
  if (known?.paths.includes(identity.root) && isComplete(known, identity.git)) return
  const aliases = identity.git ? readAliases(identity.git, { commandPath }) : { roots: [], remotes: [] }
  await updateRegistry(home, ({ projects }) => {
    projects[identity.name] ??= { paths: [], roots: [], remotes: [], created: isoSeconds(clock.now()) }
    const entry = projects[identity.name]!
    entry.paths = union(entry.paths, [identity.root])
    entry.roots = union(entry.roots, aliases.roots)
    entry.remotes = union(entry.remotes, aliases.remotes)
  })
}

/** Starting git for the root commit costs as much as the whole command: only while it is not known. */
function isComplete(known: ProjectEntry, git: GitPlace | undefined): boolean {
  if (!git || !hasOwnHistory(git)) return true
  const { remotes } = readAliases(git, { probeHistory: false, commandPath: undefined })
  const knowsRoot = known.roots.length > 0 || isShallow(git)
  return knowsRoot && remotes.every((remote) => known.remotes.includes(remote))
}

function union(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])]
}
