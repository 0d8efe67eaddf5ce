// The project that a working directory belongs to: where its memory is, and its entry among all projects.
import { attempt } from './lib/attempt.ts'
import { type Clock, isoSeconds } from './lib/clock.ts'
import type { GitPlace } from './lib/git.ts'
import { type Location, locateMemory } from './memory/memory-location.ts'
import { hasOwnHistory, isShallow, readAliases } from './memory/project-identity.ts'
import { type ProjectEntry, readRegistry, updateRegistry } from './memory/project-registry.ts'
import { expandHome, userHome } from './settings/config-home.ts'
import { type Environment, findVariable, VARIABLES } from './settings/environment.ts'
import type { Settings } from './settings/settings.ts'

export interface LocateOptions {
  directory: string
  env: Environment
  probeHistory?: boolean
}

/** Where memory and state of a working directory are: by variables, by settings, else by the project's identity. */
export function locate(options: LocateOptions, home: string, settings: Settings): Location {
  const { env } = options
  const override = findVariable(env, VARIABLES.memoryPathOverride)
  const setting = settings.find('autoMemoryDirectory')
  const remoteRoot = findVariable(env, VARIABLES.remoteMemoryDirectory)?.value
  return locateMemory({
    directory: options.directory,
    home,
    userHome: userHome(env),
    override: override && { path: override.value, from: override.name },
    setting:
      typeof setting.value === 'string'
        ? { path: expandHome(setting.value, env), from: setting.path ?? setting.origin }
        : undefined,
    remoteRoot: remoteRoot && expandHome(remoteRoot, env),
    probeHistory: options.probeHistory,
    commandPath: env.PATH,
  })
}

export async function registerProject(
  home: string,
  location: Location,
  clock: Clock,
  env: Environment,
): Promise<void> {
  const { identity } = location
  const known = attempt(() => readRegistry(home))?.projects[identity.name]
  if (known?.paths.includes(identity.root) && isComplete(known, identity.git)) return
  const aliases = identity.git
    ? readAliases(identity.git, { commandPath: env.PATH })
    : { roots: [], remotes: [] }
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
