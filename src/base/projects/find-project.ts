// The project that a working directory belongs to, and the settings that count there: git, the registry of projects and
// each settings file are read once.
import { join } from 'node:path'
import { sharedDirectory } from '../agents/own-memory.ts'
import { configHome, expandHome, userHome } from '../settings/config-home.ts'
import { type Environment, findVariable, VARIABLES } from '../settings/environment.ts'
import {
  type LoadSettingsOptions,
  loadSettings,
  type ProjectRoots,
  type Settings,
} from '../settings/settings.ts'
import type { Clock } from '../values/clock.ts'
import { type Location, locateMemory } from './memory-location.ts'
import { type Identity, identifyProject } from './project-identity.ts'
import { type Registry, readRegistry } from './project-registry.ts'
import { registerProject } from './register-project.ts'

export interface FindProjectOptions
  extends Pick<LoadSettingsOptions, 'directory' | 'env' | 'flags' | 'policyPath'> {
  /** May git be started to find a repository that moved? Off on the prompt's path. */
  probeHistory?: boolean
}

export interface FoundProject {
  readonly env: Environment
  /** The config home. */
  readonly home: string
  readonly registry: Registry
  readonly identity: Identity
  readonly settings: Settings
}

export function findProject(options: FindProjectOptions): FoundProject {
  const { directory, env, probeHistory } = options
  const home = configHome(env)
  const registry = readRegistry(home)
  const projects = join(remoteRoot(env) ?? home, 'projects')
  const identity = identifyProject({ directory, registry, projects, probeHistory, commandPath: env.PATH })
  const settings = loadSettings({
    ...options,
    roots: rootsOf(identity, directory),
    ownPath: ownSettingsPath(home, identity),
  })
  return { env, home, registry, identity, settings }
}

export function rootsOf({ git, root }: Identity, directory: string): ProjectRoots {
  return { checkout: git?.workTree ?? directory, root }
}

/**
 * The person's own settings for a project are below the config home. They follow the path alone: what a repository says
 * about itself must not bring it those of another.
 */
function ownSettingsPath(home: string, { name }: Identity): string {
  return join(home, 'projects', name, 'settings.json')
}

/** Before the first of the person's own settings is written: the project is known by its path from then on. */
export async function registerForSettings(options: FindProjectOptions, clock: Clock): Promise<string> {
  const { home, identity } = findProject(options)
  await registerProject(home, { identity }, clock, options.env.PATH)
  return ownSettingsPath(home, identity)
}

/** Where memory and state are: by variables, by settings, else by the project's identity. */
export function locate({ env, home, registry, identity, settings }: FoundProject): Location {
  const override = findVariable(env, VARIABLES.memoryPathOverride)
  const setting = settings.find('autoMemoryDirectory')
  return locateMemory({
    identity,
    registry,
    home,
    userHome: userHome(env),
    // Nothing undoes the policy.
    override:
      override && setting.origin !== 'policy' ? { path: override.value, from: override.name } : undefined,
    setting:
      typeof setting.value === 'string'
        ? { path: expandHome(setting.value, env), from: setting.path ?? setting.origin }
        : undefined,
    remoteRoot: remoteRoot(env),
    agentMemory: (root) => sharedDirectory(home, { root, checkout: root }, env),
  })
}

/** Storage for remote runs, in place of the config home. */
function remoteRoot(env: Environment): string | undefined {
  const given = findVariable(env, VARIABLES.remoteMemoryDirectory)?.value
  return given && expandHome(given, env)
}
