// All memories of a large directory as they were last read, in one file of the cache: reading 10,000 files takes four
// times as long as asking whether they have changed. Every file is asked every time, so no answer is ever out of date;
// a snapshot that is missing, damaged or of another version only means that the files are read.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../base/values/attempt.ts'
import { type MemoryList, memoryListFrom, memoryListOf } from './listed-memories.ts'
import type { Memory } from './memory.ts'
import {
  NONE,
  readSnapshot,
  type Snapshot,
  type SnapshotEntry,
  WIDTH,
  writeSnapshot,
} from './records/snapshot-file.ts'
import { stampedFiles, type Where } from './records/stamped-files.ts'
import { listMemoryFiles, readFiles, readMemory } from './scan-files.ts'

/** Its name in the cache directory. */
export const SNAPSHOT_FILE = 'memories.json'

/** Fewer files are read as fast as a snapshot. */
const LEAST_FILES = 500
/** So many may be read again each time before the snapshot is written again; and this share. */
const FEW = 64
const SHARE = 0.02
/** A file that changed this recently may change again within the same tick of the file system's clock. */
const TICK_MS = 50

/** Every memory that can be read, as `readMemories` gives them. `path`: the snapshot's file; `plain`: see `Where`. */
export function readMemoriesWith(path: string, directory: string, plain?: string): Memory[] {
  const names = attempt(() => readdirSync(directory)) ?? []
  const small = filesOfSmall(directory, names)
  if (small) return readFiles(directory, small)
  const followed = follow(path, directory, { names, ...(plain !== undefined && { plain }) })
  keepIfDue(path, followed, memoryListFrom(followed.known, followed.found))
  const parsed = parseAll(followed.known)
  const { rank } = followed.known
  return followed.found.map((one) => (typeof one === 'number' ? parsed[rank[one]!]! : one))
}

/** The same as a list. */
export function listMemoriesWith(path: string, directory: string, plain?: string): MemoryList {
  const names = attempt(() => readdirSync(directory)) ?? []
  const small = filesOfSmall(directory, names)
  if (small) return memoryListOf(readFiles(directory, small))
  const followed = follow(path, directory, { names, ...(plain !== undefined && { plain }) })
  const list = memoryListFrom(followed.known, followed.found, () => keepIfDue(path, followed, list))
  keepIfDue(path, followed, list)
  return list
}

/** Undefined where a directory is large enough for a snapshot. */
function filesOfSmall(directory: string, names: readonly string[]): string[] | undefined {
  if (names.length >= LEAST_FILES) return undefined
  const files = listMemoryFiles(directory)
  return files.length < LEAST_FILES ? files : undefined
}

/** All at once: a call for each would take twice as long. */
function parseAll({ texts }: Snapshot): Memory[] {
  const { buffer, byteOffset, byteLength } = texts.bytes
  return JSON.parse(`[${Buffer.from(buffer, byteOffset, byteLength).toString('utf8')}]`) as Memory[]
}

interface Followed {
  known: Snapshot
  /** For all that can be read: the place in the snapshot or, where it is not the same, what it says now. */
  found: (number | Memory)[]
  /** The stamp of each of these. */
  stampOf(at: number): number[]
  began: number
}

function follow(path: string, directory: string, where: Where): Followed {
  const began = Date.now()
  const { files, stamps } = stampedFiles(directory, where)
  const known = attempt(() => readSnapshot(path)) ?? NONE
  const placeOf = placesIn(known.files)
  const found: (number | Memory)[] = []
  const listedAt: number[] = []
  // Plain loops: in a process that has just begun, ten thousand pairs of an iterator cost as much as the rest.
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!
    const place = placeOf(file)
    const isKnown = place !== undefined && isSame(known.stamps, place, stamps, at)
    const one = isKnown ? place : readMemory(directory, file)
    if (one === undefined) continue
    found.push(one)
    listedAt.push(at)
  }
  const stampOf = (at: number) =>
    Array.from({ length: WIDTH }, (_, i) => stamps[WIDTH * listedAt[at]! + i] ?? Number.NaN)
  return { known, found, stampOf, began }
}

/** A directory is mostly listed in the order in which it was listed before. */
function placesIn(files: readonly string[]): (file: string) => number | undefined {
  let next = 0
  let places: Map<string, number> | undefined
  return (file) => {
    if (files[next] === file) return next++
    places ??= new Map(files.map((name, at) => [name, at]))
    const place = places.get(file)
    if (place !== undefined) next = place + 1
    return place
  }
}

function isSame(one: ArrayLike<number>, at: number, other: ArrayLike<number>, place: number): boolean {
  for (let i = 0; i < WIDTH; i++) if (one[WIDTH * at + i] !== other[WIDTH * place + i]) return false
  return true
}

/** Where enough had to be read, or was found clean for the first time. */
function keepIfDue(path: string, followed: Followed, list: MemoryList): void {
  const { known, found } = followed
  if (found.length < LEAST_FILES) return
  const isNew = (one: number | Memory, at: number) =>
    typeof one !== 'number' || (known.clean[one] !== 1 && list.isClean(at))
  if (found.filter(isNew).length > Math.max(FEW, SHARE * found.length)) keep(path, followed, list)
}

/** Without what may have changed again since it was read. */
function keep(path: string, { found, stampOf, began }: Followed, list: MemoryList): void {
  const kept: SnapshotEntry[] = []
  const placeOf = new Map<number, number>()
  for (const [at, one] of found.entries()) {
    const stamp = stampOf(at)
    const [, modified = Number.NaN, changed = Number.NaN] = stamp
    const isStable = Math.max(modified, changed) < began - TICK_MS
    if (!isStable || (typeof one !== 'number' && !survivesJson(one))) continue
    placeOf.set(at, kept.length)
    const [file, clean, line, json] = [list.file(at), list.isClean(at), list.line(at), list.json(at)]
    kept.push({ file, stamp, clean, line, json })
  }
  const newest = list.newestFirst().flatMap((at) => placeOf.get(at) ?? [])
  attempt(() => writeSnapshot(path, kept, newest))
}

/** Fields that we do not know may hold what JSON cannot say. */
function survivesJson({ extra }: Memory): boolean {
  return Object.keys(extra).length === 0 || isDeepStrictEqual(JSON.parse(JSON.stringify(extra)), extra)
}

/** Removes one that cannot be read; true where there was such a one. */
export function dropDamagedSnapshot(path: string): boolean {
  if (attempt(() => lstatSync(path)) === undefined || attempt(() => readSnapshot(path))) return false
  rmSync(path, { recursive: true, force: true })
  return true
}
