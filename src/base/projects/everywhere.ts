// The person's memories that hold in all projects: a directory of its own next to the projects, with a state of its own.
import { dirname, join } from 'node:path'
import type { Location } from './memory-location.ts'

interface EverywherePlace {
  readonly memory: string
  readonly state: string
}

/** `projects`: where all projects are. */
export function everywherePlace(projects: string): EverywherePlace {
  const place = join(dirname(projects), 'everywhere')
  return { memory: join(place, 'memory'), state: join(place, 'state') }
}

/** For an engine that works on them alone: no project's git, log of conversations or history is touched. */
export function everywhereLocation({ projects, identity, registryDamaged }: Location): Location {
  const place = everywherePlace(projects)
  return {
    // Not spread: other projects that may be this one would be looked for.
    identity: { root: identity.root, git: undefined, name: 'everywhere', by: 'path', offers: [] },
    entry: undefined,
    ...place,
    sessions: join(dirname(place.state), 'sessions'),
    projects,
    decidedBy: 'everywhere',
    registryDamaged,
  }
}
