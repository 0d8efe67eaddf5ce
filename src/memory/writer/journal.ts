// The history of a memory directory: one JSON line per change, with the content before and after, in monthly files.
//
// Changes that are made together are a group. They are written here, and synced, before any file is touched; a short
// `done` line follows when all files are in place. A group without one was cut off: `recover-changes` finishes it or
// takes it back before anything else is written.
import { constants } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories, openDirectory } from '../../base/files/directory.ts'
import { type FileOps, writeAll } from '../../base/files/file-ops.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import { systemCode } from '../../base/values/errors.ts'
import type { Change, ChangeGroup } from '../writer.ts'
import {
  type Begun,
  begunIn,
  doneGroupsIn,
  effective,
  isChange,
  type JournalLine,
  journalText,
  parseJournal,
  unfinishedIn,
} from './journal-lines.ts'

export interface Journal {
  /** Durable when it returns. `begun`: with the first changes of a group that is written in several steps. */
  append(changes: readonly Change[], begun?: Begun): void
  /** All changes of the group are in place. A durable mark is what commits a group of several. */
  finish(group: string, options: { durable: boolean }): void
  /** The group was undone, except for these changes. Its mark in the file is called `settled`. */
  rollBack(group: string, applied: readonly string[]): void
  /** Groups that a crash cut off, newest first. */
  unfinished(): ChangeGroup[]
  /** Those of these, and of others without changes, that count by their mark alone. */
  begun(): Begun[]
  /** Groups of which something counts, with changes or without. */
  doneGroups(): Set<string>
  /** The newest line is no mark: there may be such groups. Cheap. */
  isCutOff(): boolean
  /** The changes that took place, oldest first. */
  read(): Change[]
  /** Also those that did not: they hold text too. */
  readAll(): Change[]
  readonly place: JournalPlace
  /** The beginning of the month of the newest file, in milliseconds: what is written now is no older, whatever the clock says. */
  since(): number | undefined
  /** Another one than before: somebody has written since. Cheap. */
  position(): string
}

export interface JournalPlace {
  /** `state/journal` */
  directory: string
  ops: FileOps
}

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW

export function openJournal(place: JournalPlace, clock: Clock): Journal {
  const { directory, ops } = place
  /** Never before the newest: the order of the files is the order of writing, also where the clock went back. */
  const current = (known: readonly string[]) => {
    const now = `${clock.now().toISOString().slice(0, 7)}.jsonl`
    const newest = known.at(-1)
    return newest !== undefined && newest > now ? newest : now
  }

  const write = (lines: readonly JournalLine[], durable: boolean) => {
    const known = journalFiles(place)
    const file = current(known)
    const fresh = !known.includes(file)
    if (fresh) makeDirectories(ops, directory)
    const held = openDirectory(ops, directory, [])
    try {
      appendLines(ops, held.at(file), lines, durable)
      if (fresh) held.sync()
    } finally {
      held.close()
    }
  }
  const all = () => journalFiles(place).flatMap((file) => readJournalLines(ops, join(directory, file)))
  const isCutOff = () => {
    const newest = journalFiles(place).at(-1)
    return newest !== undefined && !endsWithMark(ops, join(directory, newest))
  }
  return {
    append: (changes, begun) => write([...(begun ? [begun] : []), ...changes], true),
    finish: (group, { durable }) => write([{ done: group }], durable),
    rollBack: (group, applied) => write([{ settled: group, applied: [...applied] }], true),
    isCutOff,
    unfinished: () => (isCutOff() ? unfinishedIn(all()) : []),
    begun: () => (isCutOff() ? begunIn(all()) : []),
    doneGroups: () => doneGroupsIn(all()),
    // All files together: a change and its mark can be in the files of two months.
    read: () => effective(all()),
    readAll: () => all().filter(isChange),
    place,
    since: () => {
      const newest = journalFiles(place).at(-1)
      return newest === undefined ? undefined : Date.parse(`${newest.slice(0, 7)}-01T00:00:00Z`)
    },
    position: () => {
      const newest = journalFiles(place).at(-1)
      return newest === undefined ? '' : `${newest} ${ops.find(join(directory, newest))?.size}`
    },
  }
}

function appendLines(ops: FileOps, path: string, lines: readonly JournalLine[], durable: boolean): void {
  const fd = ops.open(path, APPEND, 0o600)
  try {
    const { size } = ops.fstat(fd)
    // A torn last line (a crash in mid-append) must not swallow this one: start on a line of its own.
    const torn = size > 0 && tail(ops, fd, size, 1) !== '\n'
    try {
      if (torn) writeAll(ops, fd, Buffer.from('\n'))
      for (const part of inParts(lines)) writeAll(ops, fd, Buffer.from(part, 'utf8'))
      if (durable) ops.fsync(fd)
    } catch (error) {
      truncateQuietly(ops, fd, size)
      throw error
    }
  } finally {
    // What was synced is there, whatever closing says.
    attempt(() => ops.close(fd))
  }
}

const PART_CHARACTERS = 1 << 20

/** Thousands of changes together may be longer than a string can be. */
function* inParts(lines: readonly JournalLine[]): Generator<string> {
  let part = ''
  for (const line of lines) {
    part += journalText([line])
    if (part.length < PART_CHARACTERS) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

function truncateQuietly(ops: FileOps, fd: number, size: number): void {
  try {
    ops.ftruncate(fd, size)
  } catch {
    // Readers skip a torn line.
  }
}

/** The months, oldest first. */
export function journalFiles({ ops, directory }: JournalPlace): string[] {
  try {
    return ops
      .readdir(directory)
      .filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
      .sort()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Lines that cannot be read (torn by a crash) or come from a newer version are passed over. */
export function readJournalLines(ops: FileOps, path: string): JournalLine[] {
  return parseJournal(ops.readFile(path).toString('utf8'))
}

function endsWithMark(ops: FileOps, path: string): boolean {
  const fd = ops.open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const end = tail(ops, fd, ops.fstat(fd).size, 400)
    const lines = end.trimEnd()
    const last = lines.slice(lines.lastIndexOf('\n') + 1)
    return end.endsWith('\n') && /^\{"v":1,"(?:done|settled)":/.test(last)
  } finally {
    ops.close(fd)
  }
}

function tail(ops: FileOps, fd: number, size: number, bytes: number): string {
  const buffer = Buffer.alloc(Math.min(bytes, size))
  const got = ops.read(fd, buffer, size - buffer.length)
  return buffer.toString('utf8', 0, got)
}
