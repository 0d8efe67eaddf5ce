// The file format of a symbol list, so that a process which has just started finds a name with two or three small reads:
//
//   header     JSON, padded to HEADER_BYTES
//   buckets    BUCKETS + 1 × u32   where each share of the names begins among the entries
//   entries    n × ENTRY_BYTES     every name of the tree (entry.ts) as f64, sorted, and two files that hold it as u32,
//                                  the defining one first; NONE where there is no second, or only an earlier listing
//                                  had the name
//   files      m × FILE_BYTES      size and time, f64; where its path is, where its own entries are, flags, u32
//   own        f64                 the entries of each file, sorted: what the next listing does not read again
//   paths      UTF-8
import { NAMES, nameOf } from './entry.ts'

export const VERSION = 3
export const HEADER_BYTES = 4_096
export const BUCKETS = 4_096
/** An even number of u32, so that what follows stays aligned to eight bytes. */
export const BUCKET_BYTES = (BUCKETS + 2) * 4
export const ENTRY_BYTES = 16
export const FILE_BYTES = 40
export const NONE = 0xffff_ffff
/** Flags of a file. */
export const UNREAD = 1
export const OPEN = 2

/** The state of a checkout as far as git's own files show it. */
export interface TreeStamp {
  /** What HEAD says: a branch or a commit. */
  head: string
  /** Size, time and number of the index file. */
  index: string
}

export interface ListHeader extends TreeStamp {
  v: number
  /** The checkout. */
  root: string
  /** When the listing began, milliseconds since 1970. */
  time: number
  /** Every file that can hold code was read. */
  complete: boolean
  /** Runners whose commands cannot all be known. */
  open: string[]
  entries: number
  files: number
  /** How many entries all files have together. */
  own: number
  pathBytes: number
}

interface Sections {
  buckets: number
  entries: number
  files: number
  own: number
  paths: number
  end: number
}

/** Where each part begins. */
export function sectionsOf({ entries, files, own, pathBytes }: ListHeader): Sections {
  const buckets = HEADER_BYTES
  const entriesAt = buckets + BUCKET_BYTES
  const filesAt = entriesAt + entries * ENTRY_BYTES
  const ownAt = filesAt + files * FILE_BYTES
  const paths = ownAt + own * 8
  return { buckets, entries: entriesAt, files: filesAt, own: ownAt, paths, end: paths + pathBytes }
}

export function bucketOf(entry: number): number {
  return Math.floor(nameOf(entry) / (NAMES / BUCKETS))
}

/** undefined: not a list of this version, or cut off. */
export function parseHeader(bytes: Uint8Array, size: number): ListHeader | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    const header = JSON.parse(text) as ListHeader
    return header.v === VERSION && sectionsOf(header).end === size ? header : undefined
  } catch {
    return undefined
  }
}

export function renderHeader(header: ListHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  if (text.length > HEADER_BYTES) throw new RangeError('the header of a symbol list is too long')
  return Buffer.concat([text, Buffer.alloc(HEADER_BYTES - text.length, ' ')])
}

/** First place in a sorted part whose value is not below `value`. */
export function lowerBound(values: Float64Array, value: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
