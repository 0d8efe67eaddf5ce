// The history of a memory directory: one JSON line per change, with the content before and after, in monthly files.
//
// Changes that are made together are a group. They are written here, and synced, before any file is touched; a short
// `done` line follows when all files are in place. A group without one was cut off: `recover-changes` finishes it or
// takes it back before anything else is written.
import { constants } from 'node:fs'
import { join } from 'node:path'
import { sweepTemporaries, writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import type { Clock } from '../lib/clock.ts'
import { makeDirectories, openDirectory } from '../lib/directory.ts'
import { systemCode } from '../lib/errors.ts'
import { type FileOps, writeAll } from '../lib/file-ops.ts'
import type { MemorySource } from './memory.ts'

export type ChangeAction =
  | 'add'
  | 'edit'
  | 'remove'
  | 'undo'
  | 'repair'
  | 'move'
  | 'merge'
  | 'import'
  | 'purge'
  /** Marked as taken back by another memory. */
  | 'supersede'
  /** The mark was taken off: what took its place is gone. */
  | 'revive'

/** The reason of a change that a person let into the memory from quarantine. */
export const CONFIRMED = 'confirmed from quarantine'

/** Bytes as text, or as base64 where they are not UTF-8. */
export interface Content {
  hash: string
  text?: string
  base64?: string
}

export interface Change {
  v: 1
  id: string
  /** Changes that were made together: all of them or none. */
  group: string
  /** How many they are; one where it is not said. Fewer lines than that: the journal was cut off, no file was touched. */
  groupSize?: number
  /** ISO time. */
  time: string
  actor: string
  action: ChangeAction
  file: string
  /** The memory's id, for finding its history after a move. */
  memory?: string
  source?: MemorySource
  reason?: string
  /** The change that this one takes back. */
  undoes?: string
  /** What was said too and merged into this memory, where its file does not say it. */
  merged?: string
  before: Content | null
  after: Content | null
  /** Temporary file beside the target, to be swept after a crash. */
  temporary?: string
}

type Mark = { v: 1; done: string } | { v: 1; settled: string; applied: string[] }
type Line = Change | Mark

export interface Journal {
  /** Durable when it returns. */
  append(changes: readonly Change[]): void
  /** All changes of the group are in place. A durable mark is what commits a group of several. */
  finish(group: string, options: { durable: boolean }): void
  /** The group was taken back, but for these changes. */
  settle(group: string, applied: readonly string[]): void
  /** Groups that a crash cut off, newest first. */
  unfinished(): Change[][]
  /** The changes that took place, oldest first. */
  read(): Change[]
  /** Also those that did not: they hold text too. */
  readAll(): Change[]
  /** Rewrites the history without some changes. Only under the write lock. */
  rewrite(keep: (change: Change) => Change | undefined): number
  /** Removes groups with their marks. Only under the write lock. */
  drop(groups: ReadonlySet<string>): void
  /** The beginning of the month of the newest file, in milliseconds: what is written now is no older, whatever the clock says. */
  since(): number | undefined
}

export interface JournalOptions {
  /** `state/journal` */
  directory: string
  ops: FileOps
  clock: Clock
}

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)

export function openJournal({ directory, ops, clock }: JournalOptions): Journal {
  /** Never before the newest: the order of the files is the order of writing, also where the clock went back. */
  const current = (known: readonly string[]) => {
    const now = `${clock.now().toISOString().slice(0, 7)}.jsonl`
    const newest = known.at(-1)
    return newest !== undefined && newest > now ? newest : now
  }

  const write = (lines: readonly Line[], durable: boolean) => {
    const known = files(ops, directory)
    const file = current(known)
    const fresh = !known.includes(file)
    if (fresh) makeDirectories(ops, directory)
    const place = openDirectory(ops, directory, [])
    try {
      appendLines(ops, place.at(file), lines, durable)
      if (fresh) place.sync()
    } finally {
      place.close()
    }
  }
  const all = () => files(ops, directory).flatMap((file) => readLines(ops, join(directory, file)))

  return {
    append: (changes) => write(changes, true),
    finish: (group, { durable }) => write([{ v: 1, done: group }], durable),
    settle: (group, applied) => write([{ v: 1, settled: group, applied: [...applied] }], true),
    // Cheap when all is well: only the ends of the files that may have been written last are looked at.
    unfinished: () => {
      const known = files(ops, directory)
      return known.slice(-1).every((file) => endsWithMark(ops, join(directory, file)))
        ? []
        : unfinishedIn(all())
    },
    // All files together: a change and its mark can stand in two months.
    read: () => effective(all()),
    readAll: () => all().filter(isChange),
    rewrite: (keep) => rewriteAll(directory, ops, keep),
    drop: (groups) => dropGroups(directory, ops, groups),
    since: () => {
      const newest = files(ops, directory).at(-1)
      return newest === undefined ? undefined : Date.parse(`${newest.slice(0, 7)}-01T00:00:00Z`)
    },
  }
}

function appendLines(ops: FileOps, path: string, lines: readonly Line[], durable: boolean): void {
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
function* inParts(lines: readonly Line[]): Generator<string> {
  let part = ''
  for (const line of lines) {
    part += `${JSON.stringify(line)}\n`
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

function files(ops: FileOps, directory: string): string[] {
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
function readLines(ops: FileOps, path: string): Line[] {
  return parseJournal(ops.readFile(path).toString('utf8'))
}

export function parseJournal(text: string): Line[] {
  const lines: Line[] = []
  for (const line of text.split('\n')) {
    const value: unknown = line === '' ? undefined : attempt(() => JSON.parse(line))
    if (isLine(value)) lines.push(value)
  }
  return lines
}

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  if (line.v !== 1) return false
  if ('done' in line) return typeof line.done === 'string'
  if ('settled' in line) return typeof line.settled === 'string' && Array.isArray(line.applied)
  const texts = [line.id, line.group, line.time, line.actor, line.action, line.file]
  return texts.every((text) => typeof text === 'string') && isContent(line.before) && isContent(line.after)
}

function isContent(value: unknown): value is Content | null {
  if (value === null) return true
  return typeof value === 'object' && typeof (value as Partial<Content>).hash === 'string'
}

function isChange(line: Line): line is Change {
  return 'group' in line && 'file' in line
}

/** The changes that took place. Of two marks the later counts: writing the first may have failed in part. */
function effective(lines: readonly Line[]): Change[] {
  const marks = new Map<string, 'done' | readonly string[]>()
  for (const line of lines) {
    if ('done' in line) marks.set(line.done, 'done')
    if ('settled' in line) marks.set(line.settled, line.applied)
  }
  return lines.filter((line): line is Change => {
    const mark = isChange(line) ? marks.get(line.group) : undefined
    return mark === 'done' || (isChange(line) && mark?.includes(line.id) === true)
  })
}

function unfinishedIn(lines: readonly Line[]): Change[][] {
  const closed = new Set(
    lines.map((line) => ('done' in line ? line.done : 'settled' in line ? line.settled : '')),
  )
  const groups = new Map<string, Change[]>()
  for (const line of lines) {
    if (!isChange(line) || closed.has(line.group)) continue
    const known = groups.get(line.group)
    if (known) known.push(line)
    else groups.set(line.group, [line])
  }
  return [...groups.values()].reverse()
}

function endsWithMark(ops: FileOps, path: string): boolean {
  const fd = ops.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const end = tail(ops, fd, ops.fstat(fd).size, 400)
    const line = end.slice(end.lastIndexOf('\n', end.length - 2) + 1)
    return end.endsWith('\n') && /^\{"v":1,"(?:done|settled)":/.test(line)
  } finally {
    ops.close(fd)
  }
}

function tail(ops: FileOps, fd: number, size: number, bytes: number): string {
  const buffer = Buffer.alloc(Math.min(bytes, size))
  const got = ops.read(fd, buffer, size - buffer.length)
  return buffer.toString('utf8', 0, got)
}

/** From the oldest on: a crash in between leaves marks without changes, which mean nothing. */
function dropGroups(directory: string, ops: FileOps, groups: ReadonlySet<string>): void {
  for (const file of files(ops, directory)) {
    const path = join(directory, file)
    const lines = readLines(ops, path)
    const kept = lines.filter((line) => !groups.has(groupOf(line)))
    if (kept.length === 0 && lines.length > 0) ops.unlink(path)
    else if (kept.length < lines.length)
      writeFileAtomic(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), { ops })
  }
}

function groupOf(line: Line): string {
  if (isChange(line)) return line.group
  return 'done' in line ? line.done : line.settled
}

function rewriteAll(directory: string, ops: FileOps, keep: (change: Change) => Change | undefined): number {
  let removed = 0
  const known = files(ops, directory)
  if (known.length > 0) sweep(ops, directory)
  for (const file of known) {
    const path = join(directory, file)
    const lines = readLines(ops, path)
    const kept = lines.flatMap((line) => (isChange(line) ? (keep(line) ?? []) : line))
    const gone = lines.length - kept.length
    removed += gone
    const changed = gone > 0 || kept.some((line, i) => line !== lines[i])
    if (changed) writeFileAtomic(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), { ops })
  }
  return removed
}

/** A crash in an earlier rewriting may have left a copy of what was to be erased. */
function sweep(ops: FileOps, directory: string): void {
  const place = openDirectory(ops, directory, [])
  sweepTemporaries(ops, place)
  place.close()
}
