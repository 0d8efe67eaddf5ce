// All memories of a large directory as they were last read, in one file of the cache: reading 10,000 files takes four
// times as long as asking whether they have changed. Every file is asked every time, so no answer is ever out of date;
// a snapshot that is missing, damaged or of another version only means that the files are read.
import { lstatSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../lib/attempt.ts'
import { lastChanged, type Memory } from './memory.ts'
import { listMemoryFiles, readFiles, readMemory } from './scan-files.ts'
import { NONE, readSnapshot, type Snapshot, type Stamps, WIDTH, writeSnapshot } from './snapshot-file.ts'

/** Fewer files are read as fast as a snapshot. */
const LEAST_FILES = 500
/** So many may be read again each time before the snapshot is written again; and this share. */
const FEW = 64
const SHARE = 0.02
/** A file that changed this recently may change again within the same tick of the file system's clock. */
const TICK_MS = 50

/** A memory as JSON in UTF-8, with what lists are sorted by: parsing 10,000 costs more than all else. */
export interface ListedMemory {
  file: string
  /** `lastChanged`, in milliseconds. */
  changed: number
  json: Uint8Array
  /** It was looked through, and contains no secret. */
  clean: boolean
}

/** True when a memory contains no secret. */
export type CleanCheck = (memory: Memory) => boolean

/** Every memory that can be read, as `readMemories` gives them. `path`: the snapshot's file. */
export function readMemoriesWith(path: string, directory: string): Memory[] {
  const files = listMemoryFiles(directory)
  if (files.length < LEAST_FILES) return readFiles(directory, files)
  const found = follow(path, directory, files)
  if (shouldKeep(found)) keep(path, found, listAll(found))
  const parsed = parseMemories(found.known.memories)
  return found.entries
    .map((entry) => (typeof entry === 'number' ? parsed[entry] : entry))
    .filter((memory) => memory !== undefined)
}

/** The same, as JSON. What was once found clean is not checked again before it changes. */
export function listMemoriesWith(path: string, directory: string, isClean?: CleanCheck): ListedMemory[] {
  const files = listMemoryFiles(directory)
  if (files.length < LEAST_FILES) return readFiles(directory, files).map((memory) => listed(memory, isClean))
  const found = follow(path, directory, files)
  const now = listAll(found, isClean)
  if (shouldKeep(found, now)) keep(path, found, now)
  return now.filter((memory) => memory !== undefined)
}

export function listed(memory: Memory, isClean?: CleanCheck): ListedMemory {
  return {
    file: memory.file,
    changed: Date.parse(lastChanged(memory)),
    json: Buffer.from(JSON.stringify(memory), 'utf8'),
    clean: isClean?.(memory) ?? false,
  }
}

/** All at once: a call for each would take twice as long. */
export function parseMemories(memories: readonly Uint8Array[]): Memory[] {
  return JSON.parse(Buffer.from(asJsonArray(memories)).toString('utf8')) as Memory[]
}

/** `[a,b,…]` of JSON values. */
export function asJsonArray(values: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(
    values.reduce((sum, { length }) => sum + length + 1, 2 - Number(values.length > 0)),
  )
  bytes[0] = OPENING
  let at = 1
  for (const [index, value] of values.entries()) {
    if (index > 0) bytes[at++] = COMMA
    bytes.set(value, at)
    at += value.length
  }
  bytes[at] = CLOSING
  return bytes
}

const [OPENING, COMMA, CLOSING] = [0x5b, 0x2c, 0x5d]

/** For every file its place in the snapshot or, where it is not the same, what it says now. */
interface Followed {
  known: Snapshot
  files: readonly string[]
  stamps: Stamps
  entries: (number | Memory | undefined)[]
  began: number
}

type ListedEntry = ListedMemory | undefined

function follow(path: string, directory: string, files: readonly string[]): Followed {
  const began = Date.now()
  const stamps = stampsOf(directory, files)
  const known = attempt(() => readSnapshot(path)) ?? NONE
  const placeOf = placesIn(known.files)
  const entries = files.map((file, at) => {
    const place = placeOf(file)
    const isKnown = place !== undefined && isSame(known.stamps, place, stamps, at)
    return isKnown ? place : readMemory(directory, file)
  })
  return { known, files, stamps, entries, began }
}

function listAll({ known, entries }: Followed, isClean?: CleanCheck): ListedEntry[] {
  return entries.map((entry) => {
    if (typeof entry !== 'number') return entry && listed(entry, isClean)
    const [json, file, changed] = [known.memories[entry], known.files[entry], known.changed[entry]]
    if (json === undefined || file === undefined || changed === undefined) return undefined
    const clean = known.clean[entry] === 1 || (isClean?.(parseMemories([json])[0]!) ?? false)
    return { file, changed, json, clean }
  })
}

/** Whether enough had to be read, or was found clean for the first time. */
function shouldKeep({ known, files, entries }: Followed, now?: readonly ListedEntry[]): boolean {
  const isNew = (entry: Followed['entries'][number], at: number) =>
    typeof entry === 'object' ||
    (typeof entry === 'number' && now?.[at]?.clean === true && known.clean[entry] !== 1)
  return entries.filter(isNew).length > Math.max(FEW, SHARE * files.length)
}

function keep(path: string, { files, stamps, entries, began }: Followed, now: readonly ListedEntry[]): void {
  const lasting = now.map((memory, at) => {
    const entry = entries[at]
    return typeof entry === 'object' && !survivesJson(entry) ? undefined : memory
  })
  attempt(() => writeSnapshot(path, stableEntries(files, stamps, lasting, began)))
}

/** A directory is mostly listed in the order in which it was listed before. */
function placesIn(files: readonly string[]): (file: string) => number | undefined {
  let next = 0
  let places: Map<string, number> | undefined
  return (file) => {
    if (files[next] === file) return next++
    places ??= new Map(files.map((name, at) => [name, at]))
    return places.get(file)
  }
}

function stampsOf(directory: string, files: readonly string[]): Float64Array {
  const stamps = new Float64Array(WIDTH * files.length).fill(Number.NaN)
  for (const [at, file] of files.entries()) {
    const stat = attempt(() => lstatSync(`${directory}/${file}`, { throwIfNoEntry: false }))
    if (stat?.isFile()) stamps.set([stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino], WIDTH * at)
  }
  return stamps
}

function isSame(one: Stamps, at: number, other: Stamps, place: number): boolean {
  for (let i = 0; i < WIDTH; i++) if (one[WIDTH * at + i] !== other[WIDTH * place + i]) return false
  return true
}

/** Without what may have changed again since it was read. */
function stableEntries(
  files: readonly string[],
  stamps: Stamps,
  now: readonly ListedEntry[],
  began: number,
): Snapshot {
  const kept = {
    files: [] as string[],
    stamps: [] as number[],
    changed: [] as number[],
    clean: [] as number[],
  }
  const memories: Uint8Array[] = []
  for (const [at, entry] of now.entries()) {
    const stamp = Array.from({ length: WIDTH }, (_, i) => stamps[WIDTH * at + i] ?? Number.NaN)
    const [, modified = Number.NaN, changed = Number.NaN] = stamp
    const isStable = Math.max(modified, changed) < began - TICK_MS
    const file = files[at]
    if (!entry || file === undefined || !isStable) continue
    kept.files.push(file)
    kept.stamps.push(...stamp)
    kept.changed.push(entry.changed)
    kept.clean.push(Number(entry.clean))
    memories.push(entry.json)
  }
  return { ...kept, memories }
}

/** Fields that we do not know may hold what JSON cannot say. */
function survivesJson({ extra }: Memory): boolean {
  return Object.keys(extra).length === 0 || isDeepStrictEqual(JSON.parse(JSON.stringify(extra)), extra)
}
