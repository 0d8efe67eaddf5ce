// Which paths are memories, and which one somebody means; which may be written: strictly inside the memory directory, ordinary names, Markdown only.
import { realpathSync } from 'node:fs'
import { isAbsolute, resolve, sep } from 'node:path'
import { type Message, message } from '../base/messages/message.ts'
import { pathsTexts } from '../base/messages/paths.ts'
import { isInside, plainPath } from '../base/paths/is-inside.ts'
import { nameProblem } from '../base/paths/portable-name.ts'
import { attempt } from '../base/values/attempt.ts'
import { isLogFile } from './daily-log.ts'

/** The list of pointers in each memory directory. */
export const INDEX_FILE = 'MEMORY.md'
/** Directories deeper than this are not looked into. */
export const MAX_DEPTH = 16

type PathVerdict = { ok: true; file: string } | { ok: false; reason: Message }

const MAX_PATH_BYTES = 4096

/**
 * Judges an absolute path for writing. `roots`: the memory directory as given and its real path. `/./` and `//` mean
 * nothing and are dropped, as the kernel does; `..` is refused: behind a link it means another place to the kernel than
 * to a string function.
 */
export function checkWritePath(path: unknown, roots: readonly string[]): PathVerdict {
  if (typeof path !== 'string') return refuse(message(pathsTexts.pathNotText))
  if (path === '') return refuse(message(pathsTexts.pathEmpty))
  if (path.includes('\0')) return refuse(message(pathsTexts.pathNul))
  if (!isAbsolute(path)) return refuse(message(pathsTexts.pathRelative))
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return refuse(message(pathsTexts.pathTooLong))
  if (/[/\\]\.?$/.test(path)) return refuse(message(pathsTexts.pathDirectory))
  if (path.split(/[/\\]/).includes('..')) return refuse(message(pathsTexts.pathUp))
  const plain = plainPath(path)
  const root = roots.find((candidate) => isInside(candidate, plain))
  if (root === undefined) return refuse(message(pathsTexts.pathOutside))
  return checkMemoryFile(relativeTo(root, plain))
}

/** Judges a path relative to the memory directory, with `/`: also the keys of a shared memory. */
export function checkMemoryFile(file: unknown): PathVerdict {
  if (typeof file !== 'string' || file === '') return refuse(message(pathsTexts.pathEmpty))
  if (Buffer.byteLength(file) > MAX_PATH_BYTES / 2) return refuse(message(pathsTexts.pathTooLong))
  const names = file.split('/')
  if (names.length > MAX_DEPTH) return refuse(message(pathsTexts.pathDeep, { most: MAX_DEPTH }))
  for (const name of names) {
    const reason = nameProblem(name)
    if (reason) return refuse(reason)
  }
  if (!/\.md$/.test(file)) return refuse(message(pathsTexts.pathNotMarkdown))
  return { ok: true, file }
}

export function isMemoryName(name: string): boolean {
  return name.endsWith('.md') && name !== INDEX_FILE
}

/** Whether a listing would show a regular file of this path. */
export function isMemoryPath(file: string): boolean {
  const parts = file.split('/')
  return (
    parts.length <= MAX_DEPTH &&
    isMemoryName(parts.at(-1) ?? '') &&
    !isLogFile(file) &&
    !parts.some((part) => part.startsWith('.'))
  )
}

/** By its path, with or without the ending, or by its name alone. */
export function isNamed(file: string, reference: string): boolean {
  const plain = plainPath(reference.normalize('NFC'))
  const name = file.normalize('NFC')
  return [name, name.replace(/\.md$/, ''), name.slice(name.lastIndexOf('/') + 1)].includes(plain)
}

function relativeTo(root: string, path: string): string {
  const rest = path
    .slice(resolve(root).length)
    .split(sep)
    .filter((part, i) => i > 0 || part !== '')
  return rest.join('/')
}

function refuse(reason: Message): PathVerdict {
  return { ok: false, reason }
}

/** The memory directory as given and as it really is: both prove that a path is inside. */
export function memoryRoots(directory: string): string[] {
  const real = attempt(() => realpathSync.native(directory))
  return real && real !== directory ? [directory, real] : [directory]
}

export interface Place {
  kind: 'private' | 'team'
  /** What the paths of its files begin with. */
  prefix: string
  index: string
  /** Other people read it: a secret refuses the write instead of being cut out. */
  isShared: boolean
}

const PRIVATE: Place = { kind: 'private', prefix: '', index: INDEX_FILE, isShared: false }

const TEAM: Place = { kind: 'team', prefix: 'team/', index: `team/${INDEX_FILE}`, isShared: true }

/** A file that has no name yet is private. */
export function placeOf(file: string | undefined): Place {
  return file?.startsWith(TEAM.prefix) ? TEAM : PRIVATE
}

/** The place as others see it, where all of the directory is theirs to read. */
export function sharedPlace(place: Place, shared: boolean): Place {
  return shared ? { ...place, isShared: true } : place
}

/** On systems that fold case, whoever writes into `team/` may find `Team/`; what is read from it is foreign either way. */
export function isTeamFile(file: string): boolean {
  return /^team\//i.test(file)
}

/** Paths in an index are relative to it. */
export function pathInPlace(file: string): string {
  return file.slice(placeOf(file).prefix.length)
}
