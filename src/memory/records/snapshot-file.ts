// The file of a snapshot: how it is written, and how a damaged one is known.

import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { MEMORY_TYPES } from '../memory.ts'
import type { MemoryLine } from '../memory-list.ts'

/** Raise it when a file is read as another memory than before, or the form changes. */
const VERSION = 6

/**
 * Columns in one order, that of `files`: an object for each of 10,000 memories, or a view on its text, would keep the
 * garbage collector as busy as all the rest.
 */
export interface Snapshot {
  files: readonly string[]
  stamps: Stamps
  /** `lastChanged`, in milliseconds. */
  changed: ArrayLike<number>
  /** 1: known to contain no secret. */
  clean: ArrayLike<number>
  /** The place of its text among the texts. */
  rank: ArrayLike<number>
  line(place: number): MemoryLine
  texts: SnapshotTexts
}

/**
 * What tells one state of a file from the next, four numbers for each: size, the times of its content and of its
 * entry, its number on the disk. Not a number where there is no file.
 */
export type Stamps = ArrayLike<number>
export const WIDTH = 4

/**
 * Each memory as JSON in UTF-8, with a comma between them, the newest first: most are passed on as they are, in this
 * order, and turning megabytes into text and back costs more than all else.
 */
interface SnapshotTexts {
  bytes: Uint8Array
  /** Where the text of a rank ends; the next begins one byte later. */
  ends: ArrayLike<number>
}

/** A memory to be kept. */
export interface SnapshotEntry {
  file: string
  stamp: readonly number[]
  clean: boolean
  line: MemoryLine
  json: Uint8Array
}

export const NONE: Snapshot = {
  files: [],
  stamps: [],
  changed: [],
  clean: [],
  rank: [],
  line: () => {
    throw new RangeError('no memory')
  },
  texts: { bytes: new Uint8Array(), ends: [] },
}

/** For each file: its stamp, then `changed`, `clean`, `rank`, `ends`, importance, type and end. */
const NUMBERS = WIDTH + 7
/** For each file: id, name, description, what superseded it. */
const WORDS = 4

/** Version and checksum of the rest; the names of the files; the words of the lines; the numbers; the texts. Throws where it is damaged. */
export function readSnapshot(path: string): Snapshot {
  const bytes = readFileSync(path)
  const start = bytes.indexOf(10) + 1
  if (bytes.toString('latin1', 0, start) !== firstLine(bytes.subarray(start))) throw new Error('damaged')
  const named = bytes.indexOf(10, start)
  const worded = bytes.indexOf(10, named + 1)
  const files = JSON.parse(bytes.toString('utf8', start, named)) as string[]
  const count = files.length
  const first = bytes.byteOffset + worded + 1
  const numbers = new Float64Array(bytes.buffer.slice(first, first + 8 * NUMBERS * count))
  const column = (at: number, width = 1) => numbers.subarray(at * count, (at + width) * count)
  const [changed, clean, rank, ends] = [
    column(WIDTH),
    column(WIDTH + 1),
    column(WIDTH + 2),
    column(WIDTH + 3),
  ]
  const [importance, type, expires] = [column(WIDTH + 4), column(WIDTH + 5), column(WIDTH + 6)]
  const stamps = column(0, WIDTH)
  let words: readonly string[] | undefined
  return {
    files,
    stamps,
    changed,
    clean,
    rank,
    texts: { bytes: bytes.subarray(worded + 1 + 8 * NUMBERS * count), ends },
    line: (place) => {
      words ??= JSON.parse(bytes.toString('utf8', named + 1, worded)) as string[]
      const at = WORDS * place
      return {
        id: words[at] ?? '',
        name: words[at + 1] ?? '',
        description: words[at + 2] ?? '',
        type: MEMORY_TYPES[type[place] ?? -1],
        importance: known(importance[place]),
        changed: changed[place] ?? 0,
        expires: known(expires[place]),
        supersededBy: words[at + 3] || undefined,
        size: stamps[WIDTH * place] ?? 0,
      }
    },
  }
}

function known(value = Number.NaN): number | undefined {
  return Number.isNaN(value) ? undefined : value
}

/** Whole or not at all for whoever reads at the same time. Not synced: it can be made again. `newest`: places, the newest first. */
export function writeSnapshot(
  path: string,
  entries: readonly SnapshotEntry[],
  newest: readonly number[],
): void {
  const rank: number[] = []
  const ends: number[] = []
  const texts: Uint8Array[] = []
  let end = -1
  for (const [at, place] of newest.entries()) {
    const { json } = entries[place]!
    rank[place] = at
    end += 1 + json.length
    ends.push(end)
    texts.push(json, COMMA)
  }
  texts.pop()
  const of = (value: (line: MemoryLine) => number | undefined) =>
    entries.map(({ line }) => value(line) ?? Number.NaN)
  const numbers = Float64Array.from([
    ...entries.flatMap(({ stamp }) => stamp),
    ...of(({ changed }) => changed),
    ...entries.map(({ clean }) => Number(clean)),
    ...rank,
    ...ends,
    ...of(({ importance }) => importance),
    ...of(({ type }) => type && MEMORY_TYPES.indexOf(type)),
    ...of(({ expires }) => expires),
  ])
  const words = entries.flatMap(({ line }) => [line.id, line.name, line.description, line.supersededBy ?? ''])
  const head = `${JSON.stringify(entries.map(({ file }) => file))}\n${JSON.stringify(words)}\n`
  const rest = Buffer.concat([Buffer.from(head, 'utf8'), new Uint8Array(numbers.buffer), ...texts])
  writeFileAtomic(path, Buffer.concat([Buffer.from(firstLine(rest), 'latin1'), rest]), { durable: false })
}

const COMMA = Uint8Array.of(0x2c)

function firstLine(rest: Uint8Array): string {
  return `memories ${VERSION} ${crc32(rest)}\n`
}
