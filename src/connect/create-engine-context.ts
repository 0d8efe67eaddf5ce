// Makes the context: settings and the registry of projects are read, nothing is written. Memories, search data and records
// are opened when they are first asked for.

import { everywhereLocation } from '../base/projects/everywhere.ts'
import { isBare, memorySwitch } from '../base/settings/memory-switch.ts'
import { systemClock } from '../base/values/clock.ts'
import { once } from '../base/values/once.ts'
import { findProject, locate } from '../memory/find-project.ts'
import { openSearches } from '../search/lazy-search.ts'
import { openProjectStore } from '../search/open-project-store.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { OpenOptions } from './open-context.ts'

export function openContext(options: OpenOptions): ProjectContext {
  const { directory, env, clock = systemClock } = options
  const project = options.project ?? findProject(options)
  const { home, settings } = project
  const located = locate(project)
  const location = options.everywhere ? everywhereLocation(located) : located
  const searches = openSearches({ home, settings, env, location })
  const store = once(() => openProjectStore(context, options))
  const records = once(async () => (await import('./open-records-for.ts')).openRecordsFor(context))
  const context: ProjectContext = {
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
