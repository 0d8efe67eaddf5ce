// The file of a snapshot: how it is written, and how a damaged one is known.
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'

/** Its name in the cache directory. */
export const SNAPSHOT_FILE = 'memories.json'
/** Raise it when a file is read as another memory than before, or the form changes. */
const VERSION = 4
export interface Snapshot {
  /** Same order: a file, its stamp, when it last changed, whether it is known to be clean (1), what it said. */
  files: readonly string[]
  stamps: Stamps
  changed: ArrayLike<number>
  clean: ArrayLike<number>
  /** JSON in UTF-8: most of it is passed on as it is, and turning megabytes into text and back costs more than all else. */
  memories: readonly Uint8Array[]
}

/**
 * What tells one state of a file from the next, four numbers for each: size, the times of its content and of its
 * entry, its number on the disk. Not a number where there is no file. One flat list: objects would keep the garbage
 * collector as busy as all the rest.
 */
export type Stamps = ArrayLike<number>
export const WIDTH = 4

export const NONE: Snapshot = { files: [], stamps: [], changed: [], clean: [], memories: [] }

/** For each file: its stamp, `changed`, `clean`, and where its memory ends. */
const NUMBERS = WIDTH + 3

/** Version and checksum of the rest; then the names of the files; then the numbers; then the memories. Throws where it is damaged. */
export function readSnapshot(path: string): Snapshot {
  const bytes = readFileSync(path)
  const start = bytes.indexOf(10) + 1
  if (bytes.toString('latin1', 0, start) !== firstLine(bytes.subarray(start))) throw new Error('damaged')
  const named = bytes.indexOf(10, start)
  const files = JSON.parse(bytes.toString('utf8', start, named)) as string[]
  const count = files.length
  const first = named + 1
  const body = first + 8 * NUMBERS * count
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset + first, bytes.byteOffset + body))
  const column = (from: number, width: number) => numbers.subarray(from * count, (from + width) * count)
  const ends = column(WIDTH + 2, 1)
  const memories = files.map((_, at) => bytes.subarray(body + (ends[at - 1] ?? 0), body + (ends[at] ?? 0)))
  return {
    files,
    stamps: column(0, WIDTH),
    changed: column(WIDTH, 1),
    clean: column(WIDTH + 1, 1),
    memories,
  }
}

/** Removes one that cannot be read; true where there was such a one. */
export function dropDamagedSnapshot(path: string): boolean {
  if (attempt(() => lstatSync(path)) === undefined || attempt(() => readSnapshot(path))) return false
  rmSync(path, { recursive: true, force: true })
  return true
}

/** Whole or not at all for whoever reads at the same time. Not synced: it can be made again. */
export function writeSnapshot(path: string, { files, stamps, changed, clean, memories }: Snapshot): void {
  let end = 0
  const ends = memories.map(({ length }) => {
    end += length
    return end
  })
  const numbers = Float64Array.from([stamps, changed, clean, ends].flatMap((list) => Array.from(list)))
  const names = Buffer.from(`${JSON.stringify(files)}\n`, 'utf8')
  const rest = Buffer.concat([names, new Uint8Array(numbers.buffer), ...memories])
  writeFileAtomic(path, Buffer.concat([Buffer.from(firstLine(rest), 'latin1'), rest]), { durable: false })
}

function firstLine(rest: Uint8Array): string {
  return `memories ${VERSION} ${crc32(rest)}\n`
}
