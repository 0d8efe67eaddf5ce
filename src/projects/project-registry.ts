// projects.json: which paths, root commits and remotes belong to which project directory.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { makeDirectories } from '../lib/directory.ts'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { nodeFileOps } from '../lib/file-ops.ts'
import { acquireLock } from '../lib/lock.ts'

export interface ProjectEntry {
  /** Canonical roots that use this project's memory. */
  paths: string[]
  /** Root commits of the repository. */
  roots: string[]
  /** Normalised remotes, `host/owner/repo`. */
  remotes: string[]
  /** A memory directory outside the config home, for example one shared with another agent. */
  memory?: string
  created: string
}

export interface Registry {
  v: 1
  projects: Record<string, ProjectEntry>
}

export function readRegistry(home: string): Registry {
  let text: string
  try {
    text = readFileSync(registryPath(home), 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { v: 1, projects: {} }
    throw error
  }
  const data = parse(text)
  if (data?.v === 1 && isEntries(data.projects)) return data
  throw new MemdirError('broken_file', `${registryPath(home)} cannot be read`, {
    fix: 'Move it aside; memdir finds projects by their path and makes a new one.',
  })
}

function isEntries(projects: unknown): boolean {
  if (typeof projects !== 'object' || projects === null || Array.isArray(projects)) return false
  return Object.values(projects).every(
    (entry: Partial<ProjectEntry> | null) =>
      entry !== null && [entry.paths, entry.roots, entry.remotes].every(Array.isArray),
  )
}

function parse(text: string): Registry | undefined {
  try {
    return JSON.parse(text) as Registry
  } catch {
    return undefined
  }
}

/** Changes the registry under its own lock, so that two processes never lose an entry. */
export async function updateRegistry(home: string, change: (registry: Registry) => void): Promise<void> {
  const locks = join(home, 'locks')
  // Not Node's own, which never ends below /proc.
  makeDirectories(nodeFileOps, locks)
  const lock = await acquireLock(locks, 'projects')
  try {
    const registry = readRegistry(home)
    const before = JSON.stringify(registry)
    change(registry)
    if (JSON.stringify(registry) !== before) {
      writeFileAtomic(registryPath(home), `${JSON.stringify(registry, null, 2)}\n`)
    }
  } finally {
    lock.release()
  }
}

function registryPath(home: string): string {
  return join(home, 'projects.json')
}
