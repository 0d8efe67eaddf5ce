// The hooks that the settings ask for.
import { type HookSource, type ReadHooks, readHooks } from '../hooks/read-hooks.ts'
import type { Settings } from '../settings/settings.ts'

const SOURCES: Record<string, HookSource> = {
  project: 'project',
  local: 'local',
  own: 'local',
  policy: 'policy',
}

/** Of every place that counts, each with its source. */
export function findHooks(settings: Settings): ReadHooks {
  const read = settings
    .findAll('hooks')
    .map(({ value, origin }) => readHooks(value, SOURCES[origin] ?? 'user'))
  return { hooks: read.flatMap(({ hooks }) => hooks), problems: read.flatMap(({ problems }) => problems) }
}
