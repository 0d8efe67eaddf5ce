// The project that a working directory belongs to: where its memory is, and the settings that hold there.
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { type Location, locateMemory } from '../projects/memory-location.ts'
import { identifyProject } from '../projects/project-identity.ts'
import { readRegistry } from '../projects/project-registry.ts'
import { registerProject } from '../projects/register-project.ts'
import { configHome, expandHome, userHome } from '../settings/config-home.ts'
import { type Environment, findVariable, VARIABLES } from '../settings/environment.ts'
import { type LoadSettingsOptions, loadSettings, type Settings } from '../settings/settings.ts'

export interface LocateOptions {
  directory: string
  env: Environment
  probeHistory?: boolean
}

/** The settings of a working directory, with the person's own for its project. */
export function projectSettings(options: Omit<LoadSettingsOptions, 'ownPath'>): Settings {
  const ownPath = ownSettingsPath(configHome(options.env), options.directory)
  return loadSettings({ ...options, ownPath })
}

/**
 * The person's own settings for a project are below the config home. They follow the path alone: what a repository says
 * about itself must not bring it those of another.
 */
export function ownSettingsPath(home: string, directory: string): string {
  const { name } = identifyProject({
    directory,
    registry: readRegistry(home),
    projects: join(home, 'projects'),
    probeHistory: false,
    commandPath: undefined,
  })
  return join(home, 'projects', name, 'settings.json')
}

/** Before the first of the person's own settings: the project is known by its path from then on. */
export async function registerForSettings({ directory, env }: LocateOptions, clock: Clock): Promise<void> {
  const home = configHome(env)
  const identity = identifyProject({
    directory,
    registry: readRegistry(home),
    projects: join(home, 'projects'),
    commandPath: env.PATH,
  })
  await registerProject(home, { identity }, clock, env.PATH)
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
    // Nothing undoes the policy.
    override:
      override && setting.origin !== 'policy' ? { path: override.value, from: override.name } : undefined,
    setting:
      typeof setting.value === 'string'
        ? { path: expandHome(setting.value, env), from: setting.path ?? setting.origin }
        : undefined,
    remoteRoot: remoteRoot && expandHome(remoteRoot, env),
    probeHistory: options.probeHistory,
    commandPath: env.PATH,
  })
}
