// projects.json: which paths, root commits and remotes belong to which project directory. No command stops because it
// is damaged: what can be read of it counts, the rest comes from the copies in the project directories, and without
// those a project is found by its path.

import { join } from 'node:path'
import {
  keepAside,
  keptAside,
  lookAtState,
  readState,
  type StateKind,
  updateState,
} from '../files/state-file.ts'
import { isObject } from '../values/is-object.ts'
import { type ProjectEntry, readCopies, validEntries, writeCopy } from './project-entry.ts'

export interface Registry {
  projects: Record<string, ProjectEntry>
  /** Not all of projects.json could be read; the next change of it keeps it aside and makes it again. */
  damaged: boolean
}

type Entries = Readonly<Record<string, ProjectEntry>>

/** What can be read of it counts. */
const SOME: StateKind<Entries> = {
  read: ({ projects }) => (isObject(projects) ? validEntries(projects) : undefined),
  most: 64_000_000,
}
const ALL: StateKind<Entries> = {
  ...SOME,
  read: ({ projects }) => {
    if (!isObject(projects)) return undefined
    const entries = validEntries(projects)
    return Object.keys(entries).length === Object.keys(projects).length ? entries : undefined
  },
  plain: (projects) => ({ projects }),
  indent: true,
  // Made of the copies, also where a newer memdir wrote it: no command stops for it. It is kept aside here.
  rebuilt: true,
}

export function readRegistry(home: string): Registry {
  const path = registryPath(home)
  const { status, value } = lookAtState(path, ALL)
  if (value) return { projects: value, damaged: false }
  return { projects: { ...readCopies(home), ...readState(path, SOME) }, damaged: status !== 'missing' }
}

/** Changes the registry under its own lock, so that two processes never lose an entry. */
export async function updateRegistry(home: string, change: (registry: Registry) => void): Promise<void> {
  await updateState(registryPath(home), ALL, (stored) => {
    const registry = stored ? { projects: { ...stored }, damaged: false } : readRegistry(home)
    const before = new Map(Object.entries(registry.projects).map(([name, e]) => [name, JSON.stringify(e)]))
    change(registry)
    const { projects, damaged } = registry
    const changed = Object.entries(projects).filter(([name, e]) => before.get(name) !== JSON.stringify(e))
    // Copies first: where this is cut off, whoever does it again finds the change not made and writes both.
    for (const [name, entry] of changed) writeCopy(home, name, entry)
    if (damaged) keepAside(registryPath(home))
    return damaged || changed.length > 0 ? projects : undefined
  })
}

/** Damaged registries that were kept aside, oldest first. */
export function damagedCopies(home: string): string[] {
  return keptAside(registryPath(home))
}

function registryPath(home: string): string {
  return join(home, 'projects.json')
}
