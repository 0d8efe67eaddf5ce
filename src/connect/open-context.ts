// Makes what all rooms work with in one working directory: settings and the registry of projects are read, nothing is
// written. Memories, search data and records are opened when they are first asked for.
import {
  type FindProjectOptions,
  type FoundProject,
  findProject,
  locate,
} from '../base/projects/find-project.ts'
import { type CallingAgent, callingAgent } from '../base/settings/calling-agent.ts'
import { isBare, memorySwitch } from '../base/settings/memory-switch.ts'
import { type Clock, systemClock } from '../base/values/clock.ts'
import { once } from '../base/values/once.ts'
import { locatePlace, type PlaceKind } from '../memory/places.ts'
import { openSearches } from '../search/lazy-search.ts'
import { openProjectStore, type StoreOptions } from '../search/open-project-store.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { portsOf } from './ports.ts'

export interface OpenOptions extends FindProjectOptions, StoreOptions {
  /** The same working directory's, where it was found already. */
  project?: FoundProject
  /** Default: the project's memories. */
  at?: PlaceKind
  /** Memory and all other extras off; what the policy asks for stays. */
  bare?: boolean
  clock?: Clock
  /** Who calls, where the environment was asked already. */
  caller?: CallingAgent | undefined
}

export function openContext(options: OpenOptions): ProjectContext {
  const { directory, env, clock = systemClock, at = 'project' } = options
  const project = options.project ?? findProject(options)
  const { home, settings } = project
  const caller = 'caller' in options ? options.caller : callingAgent(env)
  const { location, place } = locatePlace(at, locate(project))
  const searches = openSearches(place, { home, settings, env })
  const store = once(() => openProjectStore(context, options))
  const records = once(async () => {
    const [{ openRecordsFor }, { searchForRecords }] = await Promise.all([
      import('../memory/open-records-for.ts'),
      import('../search/search-for-records.ts'),
    ])
    return openRecordsFor(context, searchForRecords(context))
  })
  const context: ProjectContext = {
    directory,
    env,
    caller,
    home,
    clock,
    settings,
    location,
    switch: memorySwitch(env, settings, options.bare),
    bare: isBare(env, options.bare),
    place,
    get store() {
      return store()
    },
    ports: portsOf(
      () => context,
      (kind) => openContext({ directory, env, caller, clock, bare: context.bare, at: kind }),
    ),
    ...searches,
    records,
  }
  return context
}
