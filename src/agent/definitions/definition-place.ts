// Where definitions are found: a directory of the person's or the machine's, or one below a working tree, in which no
// link is followed.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../lib/attempt.ts'
import { readRegularText } from '../../lib/read-regular.ts'
import type { Message } from '../../messages/message.ts'
import { listProject, type ProjectAccess, readProjectText } from '../../settings/project-access.ts'

export type DefinitionPlace<Source extends string> =
  | { directory: string; source: Source; plugin?: string }
  | { project: ProjectAccess; path: string; source: 'project' }

/** Paths are below the place. */
export interface OpenPlace {
  list(path?: string): string[]
  isDirectory(path: string): boolean
  read(path: string): string | undefined
  fullPath(path: string): string
}

/** A file that is no definition, for people. */
export interface DefinitionProblem {
  path: string
  problem: Message
}

const MAX_CHARACTERS = 200_000
/** A larger file is no definition. */
export const MAX_DEFINITION_BYTES = 1_000_000

export function openPlace(place: DefinitionPlace<string>): OpenPlace {
  if ('project' in place) {
    const inProject = (path: string) => (path === '' ? place.path : `${place.path}/${path}`)
    return {
      list: (path = '') => listProject(place.project, inProject(path)),
      // Reading it shows.
      isDirectory: () => true,
      read: (path) => cut(readProjectText(place.project, inProject(path), MAX_DEFINITION_BYTES)),
      fullPath: (path) => join(place.project.checkout, inProject(path)),
    }
  }
  const full = (path: string) => join(place.directory, path)
  return {
    list: (path = '') => listNames(full(path)),
    isDirectory: (path) => attempt(() => lstatSync(full(path)).isDirectory()) ?? false,
    read: (path) => cut(readRegularText(full(path), MAX_DEFINITION_BYTES)),
    fullPath: full,
  }
}

export function listNames(directory: string): string[] {
  return (attempt(() => readdirSync(directory)) ?? []).sort()
}

export function cut(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS)
}
