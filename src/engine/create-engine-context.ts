// Makes the context: settings and the registry of projects are read, nothing is written. Memories, search data and records
// are opened when they are first asked for.
import { systemClock } from '../lib/clock.ts'
import { once } from '../lib/once.ts'
import { everywhereLocation } from '../projects/everywhere.ts'
import { isBare, memorySwitch } from '../settings/memory-switch.ts'
import type { EngineContext, EngineOptions } from './engine-context.ts'
import { findProject, locate } from './find-project.ts'
import { openSearches } from './lazy-search.ts'
import { openProjectStore } from './open-project-store.ts'

export function createEngineContext(options: EngineOptions): EngineContext {
  const { directory, env, clock = systemClock } = options
  const project = options.project ?? findProject(options)
  const { home, settings } = project
  const located = locate(project)
  const location = options.everywhere ? everywhereLocation(located) : located
  const searches = openSearches({ home, settings, env, location })
  const store = once(() => openProjectStore(context, options))
  const records = once(async () => (await import('./open-records-for.ts')).openRecordsFor(context))
  const context: EngineContext = {
    directory,
    env,
    home,
    clock,
    settings,
    location,
    switch: memorySwitch(env, settings, options.bare),
    bare: isBare(env, options.bare),
    everywhere: options.everywhere === true,
    get store() {
      return store()
    },
    ...searches,
    records,
  }
  return context
}
