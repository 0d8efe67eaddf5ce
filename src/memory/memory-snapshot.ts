// All memories of a large directory as they were last read, in one file of the cache: reading 10,000 files takes four
// times as long as asking whether they have changed. Every file is asked every time, so no answer is ever out of date;
// a snapshot that is missing, damaged or of another version only means that the files are read.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import type { Memory } from './memory.ts'
import { listMemoryFiles, readFiles, readMemory } from './scan-files.ts'

/** Raise it when a file is read as another memory than before, or the form changes. */
const VERSION = 1
/** Fewer files are read as fast as a snapshot. */
const WORTH = 500
/** So many may be read anew each time before the snapshot is written again; and this share. */
const FEW = 64
const SHARE = 0.02
/** A file that changed this recently may change again within the same tick of the file system's clock. */
const TICK_MS = 50

/** What tells one state of a file from the next: size, the times of its content and of its entry, its number. */
type Stamp = readonly [size: number, modified: number, changed: number, inode: number]

interface Snapshot {
  /** Same order: file, its stamp, what it said. */
  files: readonly string[]
  stamps: readonly Stamp[]
  memories: readonly Memory[]
}

const NONE: Snapshot = { files: [], stamps: [], memories: [] }

/** Every memory that can be read, as `readMemories` gives them. `path`: the snapshot's file. */
export function readMemoriesWith(path: string, directory: string): Memory[] {
  const files = listMemoryFiles(directory)
  if (files.length < WORTH) return readFiles(directory, files)
  const known = attempt(() => readSnapshot(path)) ?? NONE
  const placeOf = placesIn(known.files)
  const began = Date.now()
  const now = { files: [] as string[], stamps: [] as Stamp[], memories: [] as Memory[] }
  let read = 0
  for (const file of files) {
    const stamp = stampOf(`${directory}/${file}`)
    if (!stamp) continue
    const at = placeOf(file)
    const isKnown = at !== undefined && isSame(known.stamps[at]!, stamp)
    const memory = isKnown ? known.memories[at] : readMemory(directory, file)
    if (!isKnown) read++
    if (!memory) continue
    now.files.push(file)
    now.stamps.push(stamp)
    now.memories.push(memory)
  }
  if (read > Math.max(FEW, SHARE * files.length)) attempt(() => writeSnapshot(path, settled(now, began)))
  return now.memories
}

/** A directory is mostly listed in the order in which it was listed before. */
function placesIn(files: readonly string[]): (file: string) => number | undefined {
  let next = 0
  let places: Map<string, number> | undefined
  return (file) => {
    if (files[next] === file) return next++
    places ??= new Map(files.map((name, at) => [name, at]))
    const at = places.get(file)
    if (at !== undefined) next = at + 1
    return at
  }
}

/** Without what may have changed again since it was read, and what would not come back as it is. */
function settled({ files, stamps, memories }: Snapshot, began: number): Snapshot {
  const keeps = files.map((_, at) => isSettled(stamps[at]!, began) && survivesJson(memories[at]!))
  const kept = <T>(list: readonly T[]) => list.filter((_, at) => keeps[at])
  return { files: kept(files), stamps: kept(stamps), memories: kept(memories) }
}

function stampOf(path: string): Stamp | undefined {
  const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }))
  return stat?.isFile() ? [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino] : undefined
}

function isSame(one: Stamp, other: Stamp): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
}

function isSettled([, modified, changed]: Stamp, at: number): boolean {
  return Math.max(modified, changed) < at - TICK_MS
}

/** Fields that we do not know may hold what JSON cannot say. */
function survivesJson({ extra }: Memory): boolean {
  return Object.keys(extra).length === 0 || isDeepStrictEqual(JSON.parse(JSON.stringify(extra)), extra)
}

/** Three lines: version and checksum of the rest; files and stamps; memories. Throws where it is not as it was written. */
function readSnapshot(path: string): Snapshot {
  const bytes = readFileSync(path)
  const start = bytes.indexOf(10) + 1
  if (bytes.toString('latin1', 0, start) !== firstLine(bytes.subarray(start))) throw new Error('damaged')
  const text = bytes.toString('utf8', start)
  const end = text.indexOf('\n')
  const { files, stamps } = JSON.parse(text.slice(0, end)) as Pick<Snapshot, 'files' | 'stamps'>
  return { files, stamps, memories: JSON.parse(text.slice(end + 1)) as Memory[] }
}

/** Whole or not at all for whoever reads at the same time. Not synced: it can be made again. */
function writeSnapshot(path: string, { files, stamps, memories }: Snapshot): void {
  const rest = Buffer.from(`${JSON.stringify({ files, stamps })}\n${JSON.stringify(memories)}`, 'utf8')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}-${randomId()}`
  try {
    writeFileSync(temporary, Buffer.concat([Buffer.from(firstLine(rest), 'latin1'), rest]), { mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function firstLine(rest: Uint8Array): string {
  return `memories ${VERSION} ${crc32(rest)}\n`
}
