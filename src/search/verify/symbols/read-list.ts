// A whole symbol list, for the worker: what it knows of each file need not be read again.
import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRegular } from '../../../base/files/read-regular.ts'
import type { GitPlace } from '../../../base/git/git.ts'
import { attempt } from '../../../base/values/attempt.ts'
import type { FileEntries } from './encode-list.ts'
import {
  ENTRY_BYTES,
  FILE_BYTES,
  HEADER_BYTES,
  type ListHeader,
  OPEN,
  parseHeader,
  sectionsOf,
  UNREAD,
} from './list-format.ts'
import { isAsListed } from './symbol-list.ts'
import { isSameStamp, treeStamp } from './tree-stamp.ts'

interface WholeList {
  header: ListHeader
  bytes: Buffer
  files: FileEntries[]
}

/** What a list may have; larger ones are not made. */
export const MOST_LIST_BYTES = 256_000_000
/** A list of an unchanged tree is made again after so long: what nobody has looked at for longer denies nothing. */
const CURRENT_MS = 12 * 3_600_000

export function readList(path: string, root: string): WholeList | undefined {
  const bytes = readRegular(path, MOST_LIST_BYTES)
  const header = bytes && parseHeader(bytes.subarray(0, HEADER_BYTES), bytes.length)
  if (!bytes || header?.root !== root) return undefined
  const sections = sectionsOf(header)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const files = attempt(() =>
    Array.from({ length: header.files }, (_, number): FileEntries => {
      const at = sections.files + number * FILE_BYTES
      const number32 = (place: number) => view.getUint32(at + 16 + place * 4, true)
      const start = sections.paths + number32(0)
      const own = sections.own + number32(2) * 8
      return {
        path: bytes.toString('utf8', start, start + number32(1)),
        size: view.getFloat64(at, true),
        stamp: view.getFloat64(at + 8, true),
        // Made when it is asked for: whether files have changed is asked more often.
        get entries() {
          return new Float64Array(new Uint8Array(bytes.subarray(own, own + number32(3) * 8)).buffer)
        },
        isUnread: (number32(4) & UNREAD) !== 0,
        isOpen: (number32(4) & OPEN) !== 0,
      }
    }),
  )
  return files && { header, bytes, files }
}

/** Every name of the list, sorted. */
export function allEntries({ header, bytes }: WholeList): Float64Array {
  const { entries, files } = sectionsOf(header)
  const pairs = new Float64Array(new Uint8Array(bytes.subarray(entries, files)).buffer)
  return pairs.filter((_, at) => at % (ENTRY_BYTES / 8) === 0)
}

/** There is none, something has changed since, or memories were written that it would have to be newer than. */
export function isListDue(path: string, place: GitPlace, memory: string, now: number): boolean {
  const list = readList(path, place.workTree)
  return !list || isNewer(memory, list.header.time) || !isCurrent(list, place, now)
}

/** Nothing has changed since it was made: git's files, the listed files, the directories that hold them. */
function isCurrent(list: WholeList, place: GitPlace, now: number): boolean {
  const { header, files } = list
  const age = now - header.time
  if (age < 0 || age > CURRENT_MS || !isSameStamp(header, treeStamp(place))) return false
  const directories = new Set(files.map(({ path }) => dirname(path)))
  return (
    [...directories].every((path) => !isNewer(join(place.workTree, path), header.time)) &&
    files.every(({ path, size, stamp }) =>
      isAsListed(place.workTree, { path, size, stamp, from: 0, count: 0 }),
    )
  )
}

function isNewer(directory: string, time: number): boolean {
  const stat = attempt(() => lstatSync(directory))
  return !stat || stat.mtimeMs >= time
}
