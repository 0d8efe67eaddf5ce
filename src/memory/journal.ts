// The history of a memory directory: one JSON line per change, with the content before and after, in monthly files.
//
// A change is written here, and synced, before any file is touched; a short `done` line follows when the files are in
// place. A change without one was cut off by a crash: the writer settles it before it writes again.
import * as fs from 'node:fs'
import { constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { type Clock, DAY_MS } from '../lib/clock.ts'
import { openDirectory } from '../lib/directory.ts'
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

/** Bytes as text, or as base64 where they are not UTF-8. */
export interface Content {
  hash: string
  text?: string
  base64?: string
}

export interface Change {
  v: 1
  id: string
  /** Changes that were made together. */
  group: string
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
  /** All changes of the group are in place. */
  finish(group: string): void
  /** Only these changes of the group are in place. */
  settle(group: string, applied: readonly string[]): void
  /** The last group, if a crash cut it off. */
  unfinished(): Change[]
  /** Oldest first. */
  read(): Change[]
  /** Rewrites the history without some changes. */
  rewrite(keep: (change: Change) => Change | undefined): number
}

export interface JournalOptions {
  /** `state/journal` */
  directory: string
  ops: FileOps
  clock: Clock
  retentionDays: number
}

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)

export function openJournal({ directory, ops, clock, retentionDays }: JournalOptions): Journal {
  const current = () => `${clock.now().toISOString().slice(0, 7)}.jsonl`

  const write = (lines: readonly Line[], durable: boolean) => {
    const fresh = !existsSync(join(directory, current()))
    if (fresh) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      dropOld(directory, ops, clock, retentionDays)
    }
    const place = openDirectory(ops, directory, [])
    try {
      appendLines(ops, place.at(current()), lines, durable)
      if (fresh) place.sync()
    } finally {
      place.close()
    }
  }

  return {
    append: (changes) => write(changes, true),
    finish: (group) => write([{ v: 1, done: group }], false),
    settle: (group, applied) => write([{ v: 1, settled: group, applied: [...applied] }], true),
    unfinished: () => unfinishedIn(directory),
    read: () => files(directory).flatMap((file) => effective(readLines(join(directory, file)))),
    rewrite: (keep) => rewriteAll(directory, ops, keep),
  }
}

function appendLines(ops: FileOps, path: string, lines: readonly Line[], durable: boolean): void {
  const fd = ops.open(path, APPEND, 0o600)
  try {
    const { size } = ops.fstat(fd)
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    // A torn last line (a crash in mid-append) must not swallow this one: start on a line of its own.
    const torn = size > 0 && !endsWithNewline(path, size)
    try {
      writeAll(ops, fd, Buffer.from(torn ? `\n${text}` : text, 'utf8'))
      if (durable) ops.fsync(fd)
    } catch (error) {
      truncateQuietly(ops, fd, size)
      throw error
    }
  } finally {
    ops.close(fd)
  }
}

function truncateQuietly(ops: FileOps, fd: number, size: number): void {
  try {
    ops.ftruncate(fd, size)
  } catch {
    // Readers skip a torn line.
  }
}

function endsWithNewline(path: string, size: number): boolean {
  return tail(path, size, 1) === '\n'
}

function files(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
    .sort()
}

/** Lines that cannot be read (torn by a crash) or come from a newer version are passed over. */
function readLines(path: string): Line[] {
  const lines: Line[] = []
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '') continue
    try {
      const line = JSON.parse(text) as Line
      if (line?.v === 1) lines.push(line)
    } catch {
      // Torn.
    }
  }
  return lines
}

function isChange(line: Line): line is Change {
  return 'group' in line && 'file' in line
}

/** The changes that took place. */
function effective(lines: readonly Line[]): Change[] {
  const done = new Set<string>()
  const applied = new Set<string>()
  for (const line of lines) {
    if ('done' in line) done.add(line.done)
    if ('settled' in line) for (const id of line.applied) applied.add(id)
  }
  return lines.filter(
    (line): line is Change => isChange(line) && (done.has(line.group) || applied.has(line.id)),
  )
}

/** Cheap when all is well: only the last line is looked at. */
function unfinishedIn(directory: string): Change[] {
  const last = files(directory).at(-1)
  if (!last) return []
  const path = join(directory, last)
  if (endsWithMark(path)) return []
  const lines = readLines(path)
  const closed = new Set(
    lines.map((line) => ('done' in line ? line.done : 'settled' in line ? line.settled : '')),
  )
  return lines.filter((line): line is Change => isChange(line) && !closed.has(line.group))
}

function endsWithMark(path: string): boolean {
  const end = tail(path, undefined, 400)
  const line = end.slice(end.lastIndexOf('\n', end.length - 2) + 1)
  return end.endsWith('\n') && /^\{"v":1,"(?:done|settled)":/.test(line)
}

function tail(path: string, size: number | undefined, bytes: number): string {
  const fd = fs.openSync(path, 'r')
  try {
    const end = size ?? fs.fstatSync(fd).size
    const buffer = Buffer.alloc(Math.min(bytes, end))
    fs.readSync(fd, buffer, 0, buffer.length, end - buffer.length)
    return buffer.toString('utf8')
  } finally {
    fs.closeSync(fd)
  }
}

function dropOld(directory: string, ops: FileOps, clock: Clock, retentionDays: number): void {
  const oldest = new Date(clock.now().getTime() - retentionDays * DAY_MS).toISOString().slice(0, 7)
  for (const file of files(directory)) if (file.slice(0, 7) < oldest) ops.unlink(join(directory, file))
}

function rewriteAll(directory: string, ops: FileOps, keep: (change: Change) => Change | undefined): number {
  let removed = 0
  for (const file of files(directory)) {
    const path = join(directory, file)
    const lines = readLines(path)
    const kept = lines.flatMap((line) => (isChange(line) ? (keep(line) ?? []) : line))
    const gone = lines.length - kept.length
    removed += gone
    const changed = gone > 0 || kept.some((line, i) => line !== lines[i])
    if (changed) writeFileAtomic(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), { ops })
  }
  return removed
}
