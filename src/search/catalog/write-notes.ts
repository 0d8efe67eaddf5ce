// What the writer leaves for the catalog: which files a write changes, and the times of their directories before and
// after it. Whoever knows the times before takes in exactly these files and knows the times after, without listing a
// directory of 100,000 names. The notes are a hint, never the truth: where they do not lead from the times that were
// known to those that there are (another program wrote, a crash, no notes), the directories are listed as ever.
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type LineKind, linesText, readLines } from '../../base/files/line-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import { systemCode } from '../../base/values/errors.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { NoteWrite } from '../../memory/writer.ts'
import { forgetState } from './state-path.ts'

/** Directory below the memories ('' is the root) → its time; null: there is none. */
type DirectoryTimes = Record<string, number | null>

interface WriteNote {
  files: string[]
  before: DirectoryTimes
  /** Missing where the write was cut off. */
  after?: DirectoryTimes
}

const FILE = 'written.jsonl'
/** Who follows later than so much lists the directories once. */
const MOST_BYTES = 32_768
/** Larger changes are left to a listing, which costs no more. */
const MOST_FILES = 200

/** Two lines a write: what it is about to change, and how the directories were after it. */
type NoteLine = Pick<WriteNote, 'files' | 'before'> | { after: DirectoryTimes }

const LINE: LineKind<NoteLine> = {
  read: ({ files, before, after }) => {
    if (isListOfTexts(files) && isObject(before)) return { files, before: before as DirectoryTimes }
    return isObject(after) ? { after: after as DirectoryTimes } : undefined
  },
  most: 32 * MOST_BYTES,
}

export function openWriteNotes(directory: string, cacheDirectory: string): NoteWrite {
  const path = join(cacheDirectory, FILE)
  return (files) => {
    if (files.length > MOST_FILES) return () => {}
    const around = directoriesOf(files)
    const timesNow = () => Object.fromEntries(around.map((each) => [each, directoryTime(directory, each)]))
    const isFull = (attempt(() => statSync(path).size) ?? 0) > MOST_BYTES
    const begin = linesText([{ files: [...files], before: timesNow() }], LINE)
    const note = (write: () => void) => {
      try {
        write()
      } catch (error) {
        // Without a cache directory there is no catalog to tell; a full disk may have one that has to look for itself.
        if (systemCode(error) !== 'ENOENT') isNoted = false
      }
      if (!isNoted) forgetState(cacheDirectory)
    }
    let isNoted = true
    note(() => (isFull ? writeFileSync(path, begin) : appendFileSync(path, begin, { mode: 0o600 })))
    return () => note(() => appendFileSync(path, linesText([{ after: timesNow() }], LINE), { mode: 0o600 }))
  }
}

/** When names were last added to or taken from a directory. */
export function directoryTime(root: string, path: string): number | null {
  const stat = attempt(() => statSync(join(root, path)))
  return stat?.isDirectory() ? stat.mtimeMs : null
}

/** The directories of these files and all above them. */
function directoriesOf(files: readonly string[]): string[] {
  const found = new Set([''])
  for (const file of files) for (let path = dirname(file); path !== '.'; path = dirname(path)) found.add(path)
  return [...found]
}

/** Oldest first. Lines that cannot be read are passed over: what they said is seen by a listing. */
export function readWriteNotes(cacheDirectory: string): WriteNote[] {
  const notes: WriteNote[] = []
  for (const line of readLines(join(cacheDirectory, FILE), LINE))
    if ('files' in line) notes.push({ ...line })
    else Object.assign(notes.at(-1) ?? {}, line)
  return notes
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

export interface NotedChanges {
  files: string[]
  /** The directories as they were after the last note that could be joined. */
  directories: Record<string, number>
}

/** The notes that lead on from these times, one after the other; older ones and others' are passed over. */
export function followNotes(
  directories: Readonly<Record<string, number>>,
  notes: readonly WriteNote[],
): NotedChanges {
  const times = new Map(Object.entries(directories))
  const files = new Set<string>()
  for (const { files: changed, before, after } of notes) {
    const isNext = Object.entries(before).every(([path, time]) => (times.get(path) ?? null) === time)
    if (!after || !isNext) continue
    for (const file of changed) files.add(file)
    for (const [path, time] of Object.entries(after))
      if (time === null) times.delete(path)
      else times.set(path, time)
  }
  return { files: [...files], directories: Object.fromEntries(times) }
}
