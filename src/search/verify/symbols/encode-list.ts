// Files with their entries → the bytes of a symbol list. Pure.
import { DEFINED, findingOf, MENTIONED, PAST, spellingOf } from './entry.ts'
import {
  BUCKETS,
  bucketOf,
  ENTRY_BYTES,
  FILE_BYTES,
  type ListHeader,
  lowerBound,
  NONE,
  OPEN,
  renderHeader,
  sectionsOf,
  UNREAD,
} from './list-format.ts'

export interface FileEntries {
  /** Below the root, with `/`. */
  path: string
  size: number
  /** `changeStamp` */
  stamp: number
  /** Sorted, each spelling once. */
  entries: Float64Array
  /** It can hold code, and was not read: too large, or in a coding that is not lexed. */
  isUnread: boolean
  /** It can define more commands than it names. */
  isOpen: boolean
}

/** Sorted, each spelling once, as it was found best. */
export function distinctEntries(entries: Iterable<number> | Float64Array): Float64Array {
  const sorted = Float64Array.from(entries).sort()
  let kept = 0
  for (let at = 0; at < sorted.length; at++) {
    const entry = sorted[at] as number
    const isLast = at + 1 === sorted.length || spellingOf(sorted[at + 1] as number) !== spellingOf(entry)
    if (isLast) sorted[kept++] = entry
  }
  return sorted.slice(0, kept)
}

/** `past`: entries of earlier listings; those that a file has again count as the file has them. */
export function encodeList(
  facts: Omit<ListHeader, 'entries' | 'files' | 'own' | 'pathBytes'>,
  files: readonly FileEntries[],
  past: Float64Array = new Float64Array(),
): Buffer {
  const own = files.reduce((sum, { entries }) => sum + entries.length, 0)
  const all = new Float64Array(own)
  let filled = 0
  for (const { entries } of files) {
    all.set(entries, filled)
    filled += entries.length
  }
  const entries = withPast(distinctEntries(all), past)
  const paths = files.map(({ path }) => Buffer.from(path))
  const pathBytes = paths.reduce((sum, { length }) => sum + length, 0)
  const header = { ...facts, entries: entries.length, files: files.length, own, pathBytes }
  const sections = sectionsOf(header)
  const bytes = Buffer.alloc(sections.end)
  const put = (at: number, part: ArrayBufferView) =>
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
  put(0, renderHeader(header))
  put(sections.buckets, bucketStarts(entries))
  put(sections.entries, withHolders(entries, holdersOf(entries, files)))
  put(sections.files, fileRecords(files, paths))
  put(sections.own, all)
  put(sections.paths, Buffer.concat(paths))
  return bytes
}

/** What the code of a listing named, for the next one. */
export function pastEntries(entries: Float64Array): Float64Array {
  return entries.filter((entry) => findingOf(entry) !== MENTIONED).map((entry) => spellingOf(entry) + PAST)
}

/** With more of them the past begins again: it must not outgrow the tree. */
const MOST_PAST = 100_000

function withPast(entries: Float64Array, past: Float64Array): Float64Array {
  const all = new Float64Array(entries.length + past.length)
  all.set(entries)
  all.set(past, entries.length)
  const distinct = distinctEntries(all)
  return distinct.length - entries.length <= MOST_PAST ? distinct : entries
}

function withHolders(entries: Float64Array, holders: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(entries.length * ENTRY_BYTES)
  const names = new Float64Array(bytes.buffer)
  const files = new Uint32Array(bytes.buffer)
  for (let at = 0; at < entries.length; at++) {
    names[at * 2] = entries[at] as number
    files[at * 4 + 2] = holders[at * 2] as number
    files[at * 4 + 3] = holders[at * 2 + 1] as number
  }
  return bytes
}

function bucketStarts(entries: Float64Array): Uint32Array {
  const starts = new Uint32Array(BUCKETS + 1).fill(entries.length)
  for (let at = entries.length - 1; at >= 0; at--) starts[bucketOf(entries[at] as number)] = at
  // An empty one begins where the next does.
  for (let bucket = BUCKETS - 1; bucket >= 0; bucket--)
    starts[bucket] = Math.min(starts[bucket] as number, starts[bucket + 1] as number)
  return starts
}

/** Two files for each entry that hold it as well as it was found at all: first the one that defines it. */
function holdersOf(entries: Float64Array, files: readonly FileEntries[]): Uint32Array {
  const holders = new Uint32Array(entries.length * 2).fill(NONE)
  const defined = new Uint8Array(entries.length)
  files.forEach(({ entries: own }, number) => {
    let at = 0
    for (const entry of own) {
      // Both are sorted; the best finding of a spelling is the one that the list has.
      const spelling = spellingOf(entry)
      at += lowerBound(entries.subarray(at), spelling)
      const best = entries[at] as number
      if (findingOf(best) > MENTIONED && findingOf(entry) === MENTIONED) continue
      const isDefinition = findingOf(entry) === DEFINED && defined[at] === 0
      if (isDefinition) {
        holders[at * 2 + 1] = holders[at * 2] as number
        holders[at * 2] = number
        defined[at] = 1
      } else if (holders[at * 2] === NONE) holders[at * 2] = number
      else if (holders[at * 2 + 1] === NONE) holders[at * 2 + 1] = number
    }
  })
  return holders
}

function fileRecords(files: readonly FileEntries[], paths: readonly Buffer[]): Uint8Array {
  const records = new Uint8Array(files.length * FILE_BYTES)
  let pathAt = 0
  let from = 0
  files.forEach(({ size, stamp, entries, isUnread, isOpen }, number) => {
    const length = paths[number]?.length ?? 0
    const flags = (isUnread ? UNREAD : 0) + (isOpen ? OPEN : 0)
    new Float64Array(records.buffer, number * FILE_BYTES, 2).set([size, stamp])
    new Uint32Array(records.buffer, number * FILE_BYTES + 16, 5).set([
      pathAt,
      length,
      from,
      entries.length,
      flags,
    ])
    pathAt += length
    from += entries.length
  })
  return records
}
