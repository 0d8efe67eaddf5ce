// Where definitions are found: a directory of the person's or the machine's, or one below a working tree, in which no
// link is followed.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '../../base/files/read-regular.ts'
import { definitionsTexts } from '../../base/messages/definitions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { listProject, type ProjectAccess, readProjectText } from '../../base/trust/project-access.ts'
import { attempt } from '../../base/values/attempt.ts'

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

/** All definitions of one place together; they are read before anybody has approved them. */
const MAX_PLACE_CHARACTERS = 4_000_000
const MOST_NAMED = 10

/** Those of the files that are there, until it is too much; the others are one problem. */
export function* readDefinitions(
  place: OpenPlace,
  files: readonly string[],
  problems: DefinitionProblem[],
): Generator<{ file: string; path: string; text: string }> {
  let characters = 0
  for (const [at, file] of files.entries()) {
    if (characters >= MAX_PLACE_CHARACTERS) {
      const left = files.slice(at)
      const named = left.slice(0, MOST_NAMED).join(', ')
      const problem = message(definitionsTexts.placeTooLarge, {
        files: left.length > MOST_NAMED ? `${named}, …` : named,
      })
      problems.push({ path: place.fullPath(''), problem })
      return
    }
    const text = place.read(file)
    if (text === undefined) continue
    characters += text.length
    yield { file, path: place.fullPath(file), text }
  }
}

export function listNames(directory: string): string[] {
  return (attempt(() => readdirSync(directory)) ?? []).sort()
}

export function cut(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_CHARACTERS)
}
