// Looking names up in the symbol list of a checkout, from a process that has just started: nothing is scanned, and
// nothing is loaded but the few bytes around each name.
import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { changeStamp } from '../../../base/files/change-stamp.ts'
import { attempt } from '../../../base/values/attempt.ts'
import {
  DEFINED,
  type EntryKind,
  entryOfText,
  findingOf,
  isJoinedAlike,
  MENTIONED,
  PAST,
  rangeOf,
  spellingOf,
  USED,
} from './entry.ts'
import {
  BUCKET_BYTES,
  BUCKETS,
  bucketOf,
  ENTRY_BYTES,
  FILE_BYTES,
  HEADER_BYTES,
  type ListHeader,
  lowerBound,
  NONE,
  parseHeader,
  sectionsOf,
} from './list-format.ts'

/** A file of the tree as it was listed. */
interface ListedFile {
  path: string
  size: number
  /** `changeStamp` */
  stamp: number
  /** Where its entries are among those of all files. */
  from: number
  count: number
}

export interface SymbolList {
  readonly header: ListHeader
  /** Some file names it, be it in a comment, or joined in another way (`dry_run`, `dry-run`), or is called so. */
  mentions(name: string): boolean
  /** The code of an earlier listing named it, spelled so, and no file does now. */
  hadBefore(name: string): boolean
  /** Some file defined it when the tree was listed. */
  defines(name: string): boolean
  /** A file that has not changed since names all of them in its code, spelled so. */
  uses(names: readonly string[]): boolean
  /** A file with this path or the end of it, or one that defines this command, has not changed or is still there. */
  has(kind: Exclude<EntryKind, 'name'>, text: string): boolean
  /** Some file had it when the tree was listed. */
  had(kind: Exclude<EntryKind, 'name'>, text: string): boolean
  /** The file with this very path has not changed since. */
  isAsListed(path: string): boolean
  close(): void
}

/** undefined where there is none that can be used. */
export function openSymbolList(path: string, root: string): SymbolList | undefined {
  const fd = attempt(() => openSync(path, 'r'))
  if (fd === undefined) return undefined
  const start = attempt(() => readAt(fd, 0, HEADER_BYTES + BUCKET_BYTES))
  const header = start && attempt(() => parseHeader(start.subarray(0, HEADER_BYTES), fstatSync(fd).size))
  if (header?.root === root) {
    const buckets = new Uint32Array(start!.buffer, HEADER_BYTES, BUCKETS + 1)
    return lookUpIn({ fd, root, header, buckets })
  }
  closeSync(fd)
  return undefined
}

/** Whose list a file is, whatever its version; undefined where it is none. */
export function listedRoot(path: string): string | undefined {
  const fd = attempt(() => openSync(path, 'r'))
  if (fd === undefined) return undefined
  const header = attempt(() => JSON.parse(Buffer.from(readAt(fd, 0, HEADER_BYTES)).toString('utf8')))
  closeSync(fd)
  return typeof header?.root === 'string' ? header.root : undefined
}

interface OpenList {
  fd: number
  root: string
  header: ListHeader
  buckets: Uint32Array
}

interface FoundEntry {
  entry: number
  /** Numbers of files. */
  holders: number[]
}

/** A list that cannot be read further knows nothing: every look-up then finds nothing, and nothing is denied. */
function lookUpIn({ fd, root, header, buckets }: OpenList): SymbolList {
  const sections = sectionsOf(header)
  const files = new Map<number, ListedFile>()
  const unchanged = new Map<string, boolean>()

  /** The entries with this name. */
  const spellings = (entry: number): FoundEntry[] => {
    const bucket = bucketOf(entry)
    const from = buckets[bucket] as number
    const count = (buckets[bucket + 1] as number) - from
    const bytes = readAt(fd, sections.entries + from * ENTRY_BYTES, count * ENTRY_BYTES)
    const names = new Float64Array(bytes.buffer)
    const numbers = new Uint32Array(bytes.buffer)
    const [first, behind] = rangeOf(entry)
    const found: FoundEntry[] = []
    for (let at = 0; at < count; at++) {
      const name = names[at * 2] as number
      const holders = [numbers[at * 4 + 2] as number, numbers[at * 4 + 3] as number]
      if (name >= first && name < behind)
        found.push({ entry: name, holders: holders.filter((number) => number !== NONE) })
    }
    return found
  }
  const spelled = (text: string, kind?: EntryKind) => {
    const entry = entryOfText(text, USED, kind)
    return spellings(entry).find(
      (one) => spellingOf(one.entry) === spellingOf(entry) && findingOf(one.entry) >= USED,
    )
  }
  /** A name that differs in upper and lower case alone is another name of the same language. */
  const isMentioned = (name: string) => {
    const entry = entryOfText(name, MENTIONED)
    return spellings(entry).some(
      (one) =>
        findingOf(one.entry) >= MENTIONED &&
        (spellingOf(one.entry) === spellingOf(entry) || !isJoinedAlike(one.entry, entry)),
    )
  }
  const findingFor = (name: string) => {
    const entry = spellingOf(entryOfText(name, USED))
    const found = attempt(() => spellings(entry).find((one) => spellingOf(one.entry) === entry))
    return found && findingOf(found.entry)
  }
  const fileAt = (number: number): ListedFile => {
    const known = files.get(number) ?? readFile(fd, sections, number)
    files.set(number, known)
    return known
  }
  const isUnchanged = (file: ListedFile): boolean => {
    const known = unchanged.get(file.path) ?? isAsListed(root, file)
    unchanged.set(file.path, known)
    return known
  }
  const uses = ({ from, count }: ListedFile, name: string): boolean => {
    const entry = spellingOf(entryOfText(name, USED))
    const own = floats(fd, sections.own + from * 8, count)
    const at = lowerBound(own, entry + USED)
    return at < own.length && spellingOf(own[at] as number) === entry
  }
  const had = (kind: EntryKind, text: string) => attempt(() => spelled(text, kind))
  return {
    header,
    mentions: (name) => attempt(() => isMentioned(name) || spelled(name, 'file') !== undefined) ?? true,
    hadBefore: (name) => findingFor(name) === PAST,
    defines: (name) => findingFor(name) === DEFINED,
    uses: (names) =>
      attempt(() => {
        const found = names.map((name) => spelled(name))
        if (found.some((one) => one === undefined)) return false
        const holding = found.flatMap((one) => one?.holders.map(fileAt) ?? [])
        return holding.some(
          (file) => isUnchanged(file) && (names.length === 1 || names.every((name) => uses(file, name))),
        )
      }) ?? false,
    had: (kind, text) => had(kind, text) !== undefined,
    has(kind, text) {
      const found = had(kind, text)
      const holding = found && attempt(() => found.holders.map(fileAt))
      // A path is there as long as its file is, whatever it says now.
      if (kind === 'path') return holding?.some(({ path }) => isRegular(root, path)) ?? false
      return holding?.some(isUnchanged) ?? false
    },
    isAsListed(path) {
      const found = had('path', path)
      const holding = found && attempt(() => found.holders.map(fileAt))
      return holding?.some((file) => file.path === path && isUnchanged(file)) ?? false
    },
    close: () => void attempt(() => closeSync(fd)),
  }
}

export function isAsListed(root: string, { path, size, stamp }: ListedFile): boolean {
  const now = attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false }))
  return now?.isFile() === true && now.size === size && changeStamp(now) === stamp
}

function isRegular(root: string, path: string): boolean {
  return attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false }))?.isFile() === true
}

export function readFile(fd: number, sections: ReturnType<typeof sectionsOf>, number: number): ListedFile {
  const record = readAt(fd, sections.files + number * FILE_BYTES, FILE_BYTES)
  const [size, stamp] = new Float64Array(record.buffer, 0, 2)
  const [at, length, from, count] = new Uint32Array(record.buffer, 16, 4)
  const path = Buffer.from(readAt(fd, sections.paths + (at as number), length as number)).toString('utf8')
  return {
    path,
    size: size as number,
    stamp: stamp as number,
    from: from as number,
    count: count as number,
  }
}

function floats(fd: number, at: number, count: number): Float64Array {
  return new Float64Array(readAt(fd, at, count * 8).buffer)
}

/** Throws where the file ends before. */
function readAt(fd: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, at + done)
    if (count === 0) throw new RangeError('the symbol list is cut off')
    done += count
  }
  return bytes
}
