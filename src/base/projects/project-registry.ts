// projects.json: which paths, root commits and remotes belong to which project directory. No command stops because it
// is damaged: what can be read of it counts, the rest comes from the copies in the project directories, and without
// those a project is found by its path.

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { makeDirectories } from '../files/directory.ts'
import { nodeFileOps } from '../files/file-ops.ts'
import { acquireLock } from '../files/lock.ts'
import { readRegular } from '../files/read-regular.ts'
import { keepAside, keptAside } from '../files/state-file.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'
import { type ProjectEntry, readCopies, validEntries, writeCopy } from './project-entry.ts'

export interface Registry {
  projects: Record<string, ProjectEntry>
  /** Not all of projects.json could be read; the next change of it keeps it aside and makes it again. */
  damaged: boolean
}

const FILE = 'projects.json'
const MOST_BYTES = 64_000_000

export function readRegistry(home: string): Registry {
  const path = registryPath(home)
  if (!attempt(() => lstatSync(path))) return { projects: readCopies(home), damaged: false }
  // Never opened unless it is a regular file: a pipe there would stop every command.
  const text = readRegular(path, MOST_BYTES)?.toString('utf8')
  const data = attempt(() => JSON.parse(text ?? ''))
  const stored = isObject(data) && data.v === 1 && isObject(data.projects) ? data.projects : undefined
  const projects = validEntries(stored ?? {})
  const damaged = stored === undefined || Object.keys(stored).length !== Object.keys(projects).length
  return { projects: damaged ? { ...readCopies(home), ...projects } : projects, damaged }
}

/** Changes the registry under its own lock, so that two processes never lose an entry. */
export async function updateRegistry(home: string, change: (registry: Registry) => void): Promise<void> {
  const locks = join(home, 'locks')
  // Not Node's own, which never ends below /proc.
  makeDirectories(nodeFileOps, locks)
  const lock = await acquireLock(locks, 'projects')
  try {
    const registry = readRegistry(home)
    const before = new Map(Object.entries(registry.projects).map(([name, e]) => [name, JSON.stringify(e)]))
    change(registry)
    const { projects, damaged } = registry
    const changed = Object.entries(projects).filter(([name, e]) => before.get(name) !== JSON.stringify(e))
    // Copies first: where this is cut off, whoever does it again finds the change not made and writes both.
    for (const [name, entry] of changed) writeCopy(home, name, entry)
    if (damaged) keepAside(registryPath(home))
    if (damaged || changed.length > 0)
      writeFileAtomic(registryPath(home), `${JSON.stringify({ v: 1, projects }, null, 2)}\n`)
  } finally {
    lock.release()
  }
}

/** Damaged registries that were kept aside, oldest first. */
export function damagedCopies(home: string): string[] {
  return keptAside(registryPath(home))
}

function registryPath(home: string): string {
  return join(home, FILE)
}
