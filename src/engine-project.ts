// The project that a working directory belongs to: where its memory is.
import { type Location, locateMemory } from './projects/memory-location.ts'
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
