// The hooks that the settings ask for.
import { type HookSource, type ReadHooks, readHooks } from '../hooks/read-hooks.ts'
import type { Settings } from '../settings/settings.ts'

const SOURCES: Record<string, HookSource> = {
  project: 'project',
  local: 'local',
  own: 'local',
  policy: 'policy',
}

/** Of every place that counts, each with its source. `bare`: those of the policy alone. */
export function findHooks(settings: Settings, bare = false): ReadHooks {
  const read = settings
    .findAll('hooks')
    .filter(({ origin }) => !bare || origin === 'policy')
    .map(({ value, origin }) => readHooks(value, SOURCES[origin] ?? 'user'))
  return { hooks: read.flatMap(({ hooks }) => hooks), problems: read.flatMap(({ problems }) => problems) }
}
