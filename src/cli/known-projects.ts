// The projects of this config home, and which one somebody means.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findGit } from '../base/git/git.ts'
import { message } from '../base/messages/message.ts'
import { projectCommandsTexts } from '../base/messages/project-commands.ts'
import { newEntry, type ProjectEntry } from '../base/projects/project-entry.ts'
import { readRegistry } from '../base/projects/project-registry.ts'
import { attempt } from '../base/values/attempt.ts'
import { isoSeconds } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Engine } from '../connect/engine.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import { usage } from './arguments.ts'

interface KnownProject {
  name: string
  paths: string[]
  remotes: string[]
  memory: string
  memories: number
  current: boolean
  missing: boolean
}

export function listProjects({ home, location }: Engine): KnownProject[] {
  return Object.entries(knownProjects(home, location.projects)).map(([name, entry]) => {
    const memory = entry.memory ?? join(location.projects, name, 'memory')
    return {
      name,
      paths: entry.paths,
      remotes: entry.remotes,
      memory,
      memories: listMemoryFiles(memory).length,
      current: name === location.identity.name,
      missing: entry.paths.length > 0 && !entry.paths.some((path) => existsSync(path)),
    }
  })
}

/** What projects.json lists, and directories that it lost: with memories in them, but no entry. */
function knownProjects(home: string, directory: string): Record<string, ProjectEntry> {
  const known = { ...readRegistry(home).projects }
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    if (known[name] || listMemoryFiles(join(directory, name, 'memory')).length === 0) continue
    known[name] = newEntry(isoSeconds(new Date()))
  }
  return known
}

/** Names begin with a dash, which a shell command would take for an option. */
export function plainName(name: string): string {
  return name.replace(/^-+/, '')
}

export function requireReference(given: string | undefined): string {
  if (given) return given
  throw usage(message(projectCommandsTexts.projectRequired), message(projectCommandsTexts.giveProject))
}

/** By path, by whole name, or by the beginning of a name. */
export function resolveProject({ home, location }: Engine, reference: string): string {
  const entries = Object.entries(knownProjects(home, location.projects))
  // The path as it was written first: of a directory that is gone, git can only find what is around it.
  const named = entries.filter(([, entry]) => entry.paths.includes(resolve(reference)))
  const path = existsSync(reference) ? canonicalPath(reference) : undefined
  const byPath =
    named.length > 0 || path === undefined ? named : entries.filter(([, entry]) => entry.paths.includes(path))
  const found =
    byPath.length > 0 ? byPath : entries.filter(([name]) => plainName(name).startsWith(plainName(reference)))
  const [only, ...others] = found
  if (only && others.length === 0) return only[0]
  if (only)
    throw new MemdirError(
      'ambiguous',
      message(projectCommandsTexts.ambiguousProject, { reference, count: found.length }),
      {
        fix: message(projectCommandsTexts.giveWholePath),
      },
    )
  throw new MemdirError('not_found', message(projectCommandsTexts.noSuchProject, { reference }), {
    fix: message(projectCommandsTexts.seeProjects),
  })
}

export function canonicalPath(path: string): string {
  const full = resolve(path)
  return findGit(full)?.canonicalRoot ?? attempt(() => realpathSync.native(full)) ?? full
}
