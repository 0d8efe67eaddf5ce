// Looking names up in the symbol list of a checkout, from a process that has just started: nothing is scanned, and
// nothing is loaded but the few bytes around each name.
import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../lib/attempt.ts'
import { type EntryKind, entryOfText, findingOf, rangeOf, spellingOf, USED } from './entry.ts'
import {
  bucketOf,
  FILE_BYTES,
  HEADER_BYTES,
  type ListHeader,
  lowerBound,
  NONE,
  parseHeader,
  sectionsOf,
} from './list-format.ts'

/** A file of the tree as it was listed. */
export interface ListedFile {
  path: string
  size: number
  mtimeMs: number
  /** Where its entries are among those of all files. */
  from: number
  count: number
}

export interface SymbolList {
  readonly header: ListHeader
  /** Some file names it, in whatever spelling, be it in a comment. */
  mentions(name: string): boolean
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
  const header = attempt(() => parseHeader(readAt(fd, 0, HEADER_BYTES), fstatSync(fd).size))
  if (header?.root === root) return lookUpIn(fd, root, header)
  closeSync(fd)
  return undefined
}

/** A list that cannot be read further knows nothing: every look-up then finds nothing, and nothing is denied. */
function lookUpIn(fd: number, root: string, header: ListHeader): SymbolList {
  const sections = sectionsOf(header)
  const files = new Map<number, ListedFile>()
  const unchanged = new Map<string, boolean>()

  /** The entries with this name, and which they are among all. */
  const spellings = (entry: number): { at: number; entry: number }[] => {
    const [from, to] = new Uint32Array(readAt(fd, sections.buckets + bucketOf(entry) * 4, 8).buffer)
    const bucket = floats(fd, sections.entries + (from as number) * 8, (to as number) - (from as number))
    const [first, behind] = rangeOf(entry)
    const found: { at: number; entry: number }[] = []
    for (let at = lowerBound(bucket, first); at < bucket.length && (bucket[at] as number) < behind; at++)
      found.push({ at: (from as number) + at, entry: bucket[at] as number })
    return found
  }
  const spelled = (text: string, kind?: EntryKind) => {
    const entry = entryOfText(text, USED, kind)
    return spellings(entry).find(
      (one) => spellingOf(one.entry) === spellingOf(entry) && findingOf(one.entry) >= USED,
    )
  }
  const holders = (at: number): ListedFile[] => {
    const numbers = new Uint32Array(readAt(fd, sections.holders + at * 8, 8).buffer)
    return [...numbers].filter((number) => number !== NONE).map(fileAt)
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
    mentions: (name) => attempt(() => spellings(entryOfText(name, USED)).length > 0) ?? true,
    uses: (names) =>
      attempt(() => {
        const found = names.map((name) => spelled(name))
        if (found.some((one) => one === undefined)) return false
        const holding = found.flatMap((one) => (one ? holders(one.at) : []))
        return holding.some(
          (file) => isUnchanged(file) && (names.length === 1 || names.every((name) => uses(file, name))),
        )
      }) ?? false,
    had: (kind, text) => had(kind, text) !== undefined,
    has(kind, text) {
      const found = had(kind, text)
      const holding = found && attempt(() => holders(found.at))
      // A path is there as long as its file is, whatever it says now.
      if (kind === 'path') return holding?.some(({ path }) => isRegular(root, path)) ?? false
      return holding?.some(isUnchanged) ?? false
    },
    isAsListed(path) {
      const found = had('path', path)
      const holding = found && attempt(() => holders(found.at))
      return holding?.some((file) => file.path === path && isUnchanged(file)) ?? false
    },
    close: () => void attempt(() => closeSync(fd)),
  }
}

export function isAsListed(root: string, { path, size, mtimeMs }: ListedFile): boolean {
  const now = attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false }))
  return now?.isFile() === true && now.size === size && now.mtimeMs === mtimeMs
}

function isRegular(root: string, path: string): boolean {
  return attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false }))?.isFile() === true
}

export function readFile(fd: number, sections: ReturnType<typeof sectionsOf>, number: number): ListedFile {
  const record = readAt(fd, sections.files + number * FILE_BYTES, FILE_BYTES)
  const [size, mtimeMs] = new Float64Array(record.buffer, 0, 2)
  const [at, length, from, count] = new Uint32Array(record.buffer, 16, 4)
  const path = Buffer.from(readAt(fd, sections.paths + (at as number), length as number)).toString('utf8')
  return {
    path,
    size: size as number,
    mtimeMs: mtimeMs as number,
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
