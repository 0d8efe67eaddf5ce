// A list of memories as it comes from the snapshot of a large directory: by their numbers in the list, so that whoever
// sorts, cuts and passes on makes no object for each of them.

import { lastChanged, type Memory } from './memory.ts'
import { lineOf, type MemoryLine } from './memory-list.ts'
import { NONE, type Snapshot } from './records/snapshot-file.ts'

/** True when a memory contains no secret. */
type CleanCheck = (memory: Memory) => boolean

export interface MemoryList {
  readonly length: number
  /** Path below the memory directory. */
  file(at: number): string
  /** `lastChanged`, in milliseconds. */
  changed(at: number): number
  /** It was looked through, and contains no secret. */
  isClean(at: number): boolean
  /** Looks through those that are not known to be clean. What is found clean is not looked through again before it changes. */
  checkClean(isClean: CleanCheck): void
  /** As JSON in UTF-8. */
  json(at: number): Uint8Array
  /** The same of several, in pieces that a comma joins: neighbours are one piece. */
  pieces(order: readonly number[]): Uint8Array[]
  /** What a table shows of it. */
  line(at: number): MemoryLine
  /** All of them, as `newestFirst` sorts. */
  newestFirst(): number[]
}

/** Where each of a list is: a place in the snapshot, or the memory as it was read. */
type Found = readonly (number | Memory)[]

/** `onChecked`: when it was looked through. */
export function memoryListFrom(known: Snapshot, found: Found, onChecked?: () => void): MemoryList {
  const { files, line, texts } = known
  const changed = new Float64Array(found.length)
  for (let at = 0; at < found.length; at++) {
    const one = found[at]!
    changed[at] = typeof one === 'number' ? known.changed[one]! : Date.parse(lastChanged(one))
  }
  const checked = new Set<number>()
  const list: MemoryList = {
    length: found.length,
    file: (at) => {
      const one = found[at]!
      return typeof one === 'number' ? files[one]! : one.file
    },
    changed: (at) => changed[at]!,
    isClean: (at) => {
      const one = found[at]!
      return (typeof one === 'number' && known.clean[one] === 1) || checked.has(at)
    },
    checkClean: (isClean) => {
      for (let at = 0; at < found.length; at++) {
        const one = found[at]!
        if (!list.isClean(at) && isClean(typeof one === 'number' ? parseOne(list.json(at)) : one))
          checked.add(at)
      }
      onChecked?.()
    },
    json: (at) => {
      const one = found[at]!
      return typeof one === 'number'
        ? texts.bytes.subarray(startOf(known, one), endOf(known, one))
        : jsonOf(one)
    },
    pieces: (order) => joinNeighbours(found, order, known),
    line: (at) => {
      const one = found[at]!
      return typeof one === 'number' ? line(one) : lineOf(one)
    },
    newestFirst: () => byRank(found, known).sort(newestBy(list)),
  }
  return list
}

/** A list of memories that were read. */
export function memoryListOf(memories: readonly Memory[]): MemoryList {
  return memoryListFrom(NONE, memories)
}

/** `[a,b,…]` of JSON values in pieces that a comma joins. Few pieces stay as they are: joining megabytes costs as much as writing them. */
export function asJsonArray(pieces: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[] = [OPENING]
  for (const piece of pieces) {
    if (parts.length > 1) parts.push(COMMA)
    parts.push(piece)
  }
  parts.push(CLOSING)
  return parts.length > MOST_PARTS ? [Buffer.concat(parts)] : parts
}

const MOST_PARTS = 64
const [OPENING, COMMA, CLOSING] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

export function parseOne(json: Uint8Array): Memory {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')) as Memory
}

function jsonOf(memory: Memory): Uint8Array {
  return Buffer.from(JSON.stringify(memory), 'utf8')
}

function startOf({ rank, texts }: Snapshot, place: number): number {
  const at = rank[place]!
  return at === 0 ? 0 : texts.ends[at - 1]! + 1
}

function endOf({ rank, texts }: Snapshot, place: number): number {
  return texts.ends[rank[place]!]!
}

function joinNeighbours(found: Found, order: readonly number[], known: Snapshot): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let [from, to] = [0, -1]
  const end = () => {
    if (to >= 0) pieces.push(known.texts.bytes.subarray(from, to))
    to = -1
  }
  for (let i = 0; i < order.length; i++) {
    const one = found[order[i]!]!
    if (typeof one !== 'number') {
      end()
      pieces.push(jsonOf(one))
      continue
    }
    const start = startOf(known, one)
    if (to < 0 || start !== to + 1) {
      end()
      from = start
    }
    to = endOf(known, one)
  }
  end()
  return pieces
}

/** In the order of the snapshot's texts, then what was read: sorted already, where little has changed. */
function byRank(found: Found, { rank }: Snapshot): number[] {
  const placed = new Int32Array(rank.length).fill(-1)
  const read: number[] = []
  for (let at = 0; at < found.length; at++) {
    const one = found[at]!
    if (typeof one === 'number') placed[rank[one]!] = at
    else read.push(at)
  }
  const order: number[] = []
  for (let at = 0; at < placed.length; at++) if (placed[at]! >= 0) order.push(placed[at]!)
  return order.concat(read)
}

function newestBy({ changed, file }: MemoryList): (a: number, b: number) => number {
  return (a, b) => changed(b) - changed(a) || (file(a) < file(b) ? -1 : 1)
}
