// What memdir keeps of its own as JSON: versioned, checked when it is read, written whole, changed under a lock. Nobody
// else parses it. A file that is damaged, or that a newer memdir wrote, is never taken for something else.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ioTexts } from '../messages/io.ts'
import { message } from '../messages/message.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError } from '../values/errors.ts'
import { isObject } from '../values/is-object.ts'
import { writeFileAtomic } from './atomic-write.ts'
import { makeDirectories } from './directory.ts'
import { type FileOps, nodeFileOps } from './file-ops.ts'
import { acquireLock } from './lock.ts'
import { readRegularFile } from './read-regular.ts'

/** The form of one kind of file; its values are plain data unless `plain` makes them so. */
export interface StateKind<T> {
  /** What the file says; undefined: it is damaged. */
  read(data: Record<string, unknown>): T | undefined
  plain?(value: T): object
  /** The version of its form; raised when a file is read as something else than before. Default 1. */
  readonly version?: number
  /** Larger files are damaged. Default 1 MB. */
  readonly most?: number
  /** It can be made again: what cannot be read is written over, where it is otherwise kept aside. */
  readonly rebuilt?: boolean
  /** False: a power cut may lose it. Default true. */
  readonly durable?: boolean
  /** For people to read: a value a line. */
  readonly indent?: boolean
}

type StateRead<T> =
  | { readonly status: 'read'; readonly value: T }
  | { readonly status: 'missing' | 'damaged' | 'newer'; readonly value?: undefined }

const MOST_BYTES = 1_000_000
const ENTRY = /^[0-9a-z]+\.json$/

/** What is not there, damaged or newer is undefined. */
export function readState<T>(path: string, kind: StateKind<T>): T | undefined {
  return lookAtState(path, kind).value
}

export function lookAtState<T>(path: string, kind: StateKind<T>, ops: FileOps = nodeFileOps): StateRead<T> {
  const file = attempt(() => readRegularFile(path, { ops, most: kind.most ?? MOST_BYTES, follow: true }))
  if (file?.status === 'missing') return { status: 'missing' }
  return file?.status === 'read' ? parseState(file.bytes.toString('utf8'), kind) : { status: 'damaged' }
}

export function parseState<T>(
  text: string,
  { read, version = 1 }: Pick<StateKind<T>, 'read' | 'version'>,
): StateRead<T> {
  const data: unknown = attempt(() => JSON.parse(text))
  if (!isObject(data)) return { status: 'damaged' }
  const { v, ...fields } = data
  if (typeof v === 'number' && v > version) return { status: 'newer' }
  const value = v === version ? attempt(() => read(fields)) : undefined
  return value === undefined ? { status: 'damaged' } : { status: 'read', value }
}

/** All of a directory with a file for each: `ID.json`. What cannot be read is left out. */
export function readStates<T>(directory: string, kind: StateKind<T>): T[] {
  const names = attempt(() => readdirSync(directory)) ?? []
  return names
    .filter((name) => ENTRY.test(name))
    .flatMap((name) => readState(join(directory, name), kind) ?? [])
}

/** The text of the file; a line of a file with many (`line-file.ts`) is the same. */
export function stateText<T>(
  value: T,
  { plain, version = 1, indent }: Pick<StateKind<T>, 'plain' | 'version' | 'indent'> = {},
): string {
  const data = { v: version, ...(plain ? plain(value) : value) }
  return indent ? `${JSON.stringify(data, null, 2)}\n` : JSON.stringify(data)
}

/** For a file that one process alone writes, or that is new; others are changed by `updateState`. */
export function writeState<T>(path: string, kind: Omit<StateKind<T>, 'read'>, value: T, ops?: FileOps): void {
  const { durable = true } = kind
  writeFileAtomic(path, stateText(value, kind), { durable, ...(ops && { ops }) })
}

/** What becomes of a directory with a file for each. */
export interface StatesChange<T> {
  readonly put?: readonly T[]
  /** By id. */
  readonly remove?: readonly string[]
}

/** Changes the files of a directory by what all of them say, under one lock. */
export async function updateStates<T extends { readonly id: string }>(
  directory: string,
  kind: StateKind<T>,
  change: (all: T[]) => StatesChange<T>,
): Promise<void> {
  await underLock(directory, 'all', () => {
    const { put = [], remove = [] } = change(readStates(directory, kind))
    for (const one of put) writeState(join(directory, `${one.id}.json`), kind, one)
    for (const id of remove) rmSync(join(directory, `${id}.json`), { force: true })
  })
}

/**
 * Changes the file under its own lock, so that of two processes at once neither loses what it said. `change` is given
 * what the file says; what it returns is written where that differs, and undefined leaves the file as it is. Returns what
 * the file says then. Throws where a newer memdir wrote it, unless it can be made again.
 */
export async function updateState<T>(
  path: string,
  kind: StateKind<T>,
  change: (now: T | undefined) => T | undefined,
): Promise<T | undefined> {
  return underLock(dirname(path), basename(path, '.json'), () => {
    const { status, value } = lookAtState(path, kind)
    if (status === 'newer' && !kind.rebuilt)
      throw new MemdirError('broken_file', message(ioTexts.newerState, { path }), {
        fix: message(ioTexts.newerStateFix),
      })
    // What `change` does to it in place would look like no change.
    const before = value === undefined ? undefined : stateText(value, kind)
    const next = change(value)
    if (next === undefined || stateText(next, kind) === before) return next ?? value
    if (status === 'damaged' && !kind.rebuilt) keepAside(path)
    writeState(path, kind, next)
    return next
  })
}

async function underLock<T>(directory: string, name: string, work: () => T): Promise<T> {
  const locks = join(directory, 'locks')
  makeDirectories(nodeFileOps, locks)
  const lock = await acquireLock(locks, name)
  try {
    return work()
  } finally {
    lock.release()
  }
}

/** The next write makes it anew; `memdir doctor` names what is kept. */
export function keepAside(path: string): void {
  renameSync(path, `${path}.damaged-${new Date().toISOString().replace(/[-:.]/g, '')}`)
}

/** The names of what was kept aside of this file, oldest first. */
export function keptAside(path: string): string[] {
  const names = attempt(() => readdirSync(dirname(path))) ?? []
  return names.filter((name) => name.startsWith(`${basename(path)}.damaged-`)).sort()
}
