// The file of a snapshot: how it is written, and how a damaged one is known.
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'

/** Its name in the cache directory. */
export const SNAPSHOT_FILE = 'memories.json'
/** Raise it when a file is read as another memory than before, or the form changes. */
const VERSION = 3
export interface Snapshot {
  /** Same order: a file, its stamp, when it last changed, whether it is known to be clean (1), what it said. */
  files: readonly string[]
  stamps: Stamps
  changed: readonly number[]
  clean: readonly number[]
  /** JSON, separated by SEPARATOR. */
  memories: string
}

/** JSON has no line breaks of its own. */
export const FIELD_SEPARATOR = ',\n'

/**
 * What tells one state of a file from the next, four numbers for each: size, the times of its content and of its
 * entry, its number on the disk. Not a number where there is no file. One flat list: objects would keep the garbage
 * collector as busy as all the rest.
 */
export type Stamps = ArrayLike<number>
export const WIDTH = 4

export const NONE: Snapshot = { files: [], stamps: [], changed: [], clean: [], memories: '' }

/** Version and checksum of the rest; then what is known of the files; then the memories. Throws where it is damaged. */
export function readSnapshot(path: string): Snapshot {
  const bytes = readFileSync(path)
  const start = bytes.indexOf(10) + 1
  if (bytes.toString('latin1', 0, start) !== firstLine(bytes.subarray(start))) throw new Error('damaged')
  const text = bytes.toString('utf8', start)
  const end = text.indexOf('\n')
  return { ...(JSON.parse(text.slice(0, end)) as Omit<Snapshot, 'memories'>), memories: text.slice(end + 1) }
}

/** Removes one that cannot be read; true where there was such a one. */
export function dropDamagedSnapshot(path: string): boolean {
  if (attempt(() => lstatSync(path)) === undefined || attempt(() => readSnapshot(path))) return false
  rmSync(path, { recursive: true, force: true })
  return true
}

/** Whole or not at all for whoever reads at the same time. Not synced: it can be made again. */
export function writeSnapshot(path: string, { memories, ...files }: Snapshot): void {
  const rest = Buffer.from(`${JSON.stringify(files)}\n${memories}`, 'utf8')
  writeFileAtomic(path, Buffer.concat([Buffer.from(firstLine(rest), 'latin1'), rest]), { durable: false })
}

function firstLine(rest: Uint8Array): string {
  return `memories ${VERSION} ${crc32(rest)}\n`
}
