// What a person says about a path and a project, as changes of the registry.
import { ensureEntry, type OfferState, ownName } from './project-entry.ts'
import type { Registry } from './project-registry.ts'

interface JoinRequest {
  root: string
  /** The remote of the repository there; empty for none. The join is valid as long as this stays. */
  remote: string
  /** ISO time. */
  now: string
}

/** The path uses the memory of the project from now on. */
export function joinProject({ projects }: Registry, name: string, { root, remote, now }: JoinRequest): void {
  leaveAll(projects, root)
  const entry = ensureEntry(projects, name, now)
  entry.paths.push(root)
  const own = ownName(projects, root)
  if (name !== own) entry.confirmed = { ...entry.confirmed, [root]: remote }
  delete projects[own]?.offers
}

/** The project is at another path now. Others that use it stay, as far as they are there. */
export function moveProject(
  registry: Registry,
  name: string,
  from: string,
  to: JoinRequest & { exists: (path: string) => boolean },
): void {
  const entry = ensureEntry(registry.projects, name, to.now)
  const stay = entry.paths.filter((path) => path !== from && path !== to.root && to.exists(path))
  const gone = [...(entry.movedFrom ?? []), ...entry.paths].filter((path) => !stay.includes(path))
  entry.movedFrom = [...new Set(gone)].filter((path) => path !== to.root)
  entry.paths = stay
  joinProject(registry, name, to)
  entry.paths = [to.root, ...stay]
}

/** The path has a memory of its own, apart from those that it was joined to, that are offered, and that are named. */
export function keepApart(
  { projects }: Registry,
  { root, now }: Omit<JoinRequest, 'remote'>,
  others: readonly string[] = [],
): string {
  const left = leaveAll(projects, root)
  const name = ownName(projects, root)
  const own = ensureEntry(projects, name, now)
  own.paths.push(root)
  const declined = [...left, ...others, ...Object.keys(own.offers ?? {})].filter((other) => other !== name)
  if (declined.length > 0) own.offers = statesOf(declined, 'declined')
  return name
}

/** What was offered has been reported; it is not reported again, only asked. */
export function markOfferNoticed({ projects }: Registry, name: string): void {
  const offers = projects[name]?.offers ?? {}
  for (const [other, state] of Object.entries(offers)) if (state === 'open') offers[other] = 'noticed'
}

function statesOf(names: readonly string[], state: OfferState): Record<string, OfferState> {
  return Object.fromEntries(names.map((name) => [name, state]))
}

/** The names of those that it belonged to. */
function leaveAll(projects: Registry['projects'], root: string): string[] {
  const left = Object.entries(projects).filter(([, entry]) => entry.paths.includes(root))
  for (const [, entry] of left) {
    entry.paths = entry.paths.filter((path) => path !== root)
    if (entry.confirmed) delete entry.confirmed[root]
  }
  return left.map(([name]) => name)
}
