// What is known of a project, and its copy in the project's own directory, from which projects.json is made again.

import { readdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { readState, type StateKind, writeState } from '../files/state-file.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'
import { projectName } from './slug.ts'

/** `open`: nobody has seen it; `noticed`: reported once, not answered; `declined`: the person keeps them apart. */
export type OfferState = 'open' | 'noticed' | 'declined'

export interface ProjectEntry {
  /** Canonical roots that use this project's memory: its own, and those that the person joined. */
  paths: string[]
  /** Paths that it was moved away from: what is there now is another project. */
  movedFrom?: string[]
  /** For each path that the person joined: the remote that it had then; empty for none. */
  confirmed?: Record<string, string>
  /** Root commits of the repository. */
  roots: string[]
  /** Normalised remotes, `host/owner/repo`. */
  remotes: string[]
  /** Projects that may be the same one, by name. Nothing is read of them before the person says so. */
  offers?: Record<string, OfferState>
  /** A memory directory outside the config home, for example one shared with another agent. */
  memory?: string
  /** The person keeps it in memdir's own directory, whatever agents have. */
  own?: true
  created: string
}

const COPY: StateKind<ProjectEntry> = {
  read: (data) => (isEntry(data) ? data : undefined),
  indent: true,
}
const STATES: readonly unknown[] = ['open', 'noticed', 'declined'] satisfies OfferState[]

/** The project that a path is by itself. One that was moved elsewhere left its name behind, but is not here. */
export function ownName(projects: Readonly<Record<string, ProjectEntry>>, root: string): string {
  const isElsewhere = (name: string) =>
    Object.hasOwn(projects, name) && projects[name]?.movedFrom?.includes(root)
  let name = projectName(root)
  for (let n = 2; isElsewhere(name); n++) name = projectName(`${root}#${n}`)
  return name
}

/** The project's entry, made when there is none. */
export function ensureEntry(
  projects: Record<string, ProjectEntry>,
  name: string,
  created: string,
): ProjectEntry {
  projects[name] ??= newEntry(created)
  return projects[name]
}

export function newEntry(created: string): ProjectEntry {
  return { paths: [], roots: [], remotes: [], created }
}

/** What is no entry is left out: one wrong value must not cost the others. */
export function validEntries(projects: Readonly<Record<string, unknown>>): Record<string, ProjectEntry> {
  const valid = Object.entries(projects).filter(([name, entry]) => isName(name) && isEntry(entry))
  return Object.fromEntries(valid) as Record<string, ProjectEntry>
}

function isEntry(value: unknown): value is ProjectEntry & Record<string, unknown> {
  if (!isObject(value)) return false
  const { paths, roots, remotes, memory, created, movedFrom, confirmed, offers } = value
  return (
    [paths, roots, remotes, movedFrom ?? []].every(isTexts) &&
    typeof created === 'string' &&
    (value.own === undefined || value.own === true) &&
    (memory === undefined || (typeof memory === 'string' && isAbsolute(memory))) &&
    (confirmed === undefined || (isObject(confirmed) && isTexts(Object.values(confirmed)))) &&
    (offers === undefined ||
      (isObject(offers) && Object.values(offers).every((state) => STATES.includes(state))))
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** It becomes a directory's name. */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
}

/** Throws where it cannot be written: an entry without its copy would be lost with the registry. */
export function writeCopy(home: string, name: string, entry: ProjectEntry): void {
  writeState(copyPath(home, name), COPY, entry)
}

/** Every entry of which a project directory has a copy. */
export function readCopies(home: string): Record<string, ProjectEntry> {
  const names = attempt(() => readdirSync(join(home, 'projects'))) ?? []
  return validEntries(Object.fromEntries(names.map((name) => [name, readState(copyPath(home, name), COPY)])))
}

function copyPath(home: string, name: string): string {
  return join(home, 'projects', name, 'project.json')
}
