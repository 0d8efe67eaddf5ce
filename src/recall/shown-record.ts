// What a conversation was shown and has read, kept next to the memories, one small file per
// conversation, a line for each time.
import { constants, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { DAY_MS } from '../lib/clock.ts'
import { makeDirectories } from '../lib/directory.ts'
import { nodeFileOps, writeAll } from '../lib/file-ops.ts'
import { contentHash } from '../lib/hash.ts'
import { readRegular } from '../lib/read-regular.ts'

export interface ShownRecord {
  /** Files attached since the last compaction. */
  shown: string[]
  /** Files that the agent read with its own tools. */
  read: string[]
  bytes: number
}

const EMPTY: ShownRecord = { shown: [], read: [], bytes: 0 }

/** More than any conversation can have been given or have read: such a record is damaged. */
const MOST_BYTES = 1_000_000
const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const APPEND = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK

/** What is damaged counts as not there: a repetition is better than silence. */
export function readShown(state: string, conversation: string | undefined): ShownRecord {
  return conversation === undefined ? EMPTY : readRecord(pathOf(state, conversation))
}

function readRecord(path: string): ShownRecord {
  return linesIn(path)
    .flatMap((line) => parseLine(line) ?? [])
    .reduce(together, EMPTY)
}

function linesIn(path: string): string[] {
  const text = attempt(() => readRegular(path, MOST_BYTES))?.toString('utf8') ?? ''
  return text.split('\n').filter((line) => line !== '')
}

/** Undefined where it is damaged. */
function parseLine(line: string): ShownRecord | undefined {
  const data: unknown = attempt(() => JSON.parse(line))
  if (typeof data !== 'object' || data === null) return undefined
  const { v, shown, read, bytes } = data as Partial<Record<string, unknown>>
  const counted = Number.isSafeInteger(bytes) && (bytes as number) >= 0 && (bytes as number) <= MOST_BYTES
  return v === 1 && isTexts(shown) && isTexts(read) && counted
    ? { shown, read, bytes: bytes as number }
    : undefined
}

function lineOf({ shown = [], read = [], bytes = 0 }: Partial<ShownRecord>): string {
  return `${JSON.stringify({ v: 1, shown, read, bytes })}\n`
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function together(one: ShownRecord, other: ShownRecord): ShownRecord {
  return {
    shown: [...new Set([...one.shown, ...other.shown])],
    read: [...new Set([...one.read, ...other.read])],
    bytes: one.bytes + other.bytes,
  }
}

/** Adds a line: two processes at once lose nothing, and a prompt waits for one small write. */
export function recordShown(state: string, conversation: string, more: Partial<ShownRecord>): void {
  const path = pathOf(state, conversation)
  try {
    appendLine(path, lineOf(more))
  } catch {
    // No directory yet, or something else in its place: nothing important is lost with it.
    rmSync(path, { recursive: true, force: true })
    makeDirectories(nodeFileOps, dirname(path))
    appendLine(path, lineOf(more))
  }
}

/** Not synced: a slow disk must not hold up a prompt, and the worst is a repetition. */
function appendLine(path: string, line: string): void {
  const ops = nodeFileOps
  const file = ops.open(path, APPEND, 0o600)
  try {
    const stat = ops.fstat(file)
    if (!stat.isFile() || stat.size > MOST_BYTES) throw new Error('no record')
    // What a full disk cut off ends here.
    writeAll(ops, file, Buffer.from(`\n${line}`))
  } finally {
    ops.close(file)
  }
}

/** After a compaction or `/clear` everything may be shown again. */
export function forgetShown(state: string, conversation: string): void {
  rmSync(pathOf(state, conversation), { recursive: true, force: true })
}

/**
 * A conversation that nobody went on with for so long is over: Claude Code itself deletes transcripts after 30 days
 * (its `cleanupPeriodDays`), and what is deleted cannot be resumed. Where one continues all the same, memories are shown
 * to it once more.
 */
const KEPT_DAYS = 30

/** Removes the records of conversations that are over. Returns how many. */
export function removeOldShown(state: string, now: Date): number {
  const directory = join(state, 'shown')
  const end = now.getTime() - KEPT_DAYS * DAY_MS
  const old = (attempt(() => readdirSync(directory)) ?? [])
    .map((name) => join(directory, name))
    .filter((path) => (attempt(() => lstatSync(path).mtimeMs) ?? end) < end)
  for (const path of old) attempt(() => rmSync(path, { recursive: true, force: true }))
  return old.length
}

/** For files that were erased: their names tell what they said. A damaged record may hold them anywhere. */
export function forgetFiles(state: string, files: ReadonlySet<string>): void {
  const directory = join(state, 'shown')
  const isOther = (file: string) => !files.has(file)
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    const path = join(directory, name)
    const lines = linesIn(path).map(parseLine)
    const known = lines.flatMap((line) => line ?? [])
    const isClean =
      lines.length > 0 && lines.every((line) => line && [...line.shown, ...line.read].every(isOther))
    if (isClean) continue
    const { shown, read, bytes } = known.reduce(together, EMPTY)
    if (known.length === 0) rmSync(path, { recursive: true, force: true })
    else writeFileAtomic(path, lineOf({ shown: shown.filter(isOther), read: read.filter(isOther), bytes }))
  }
}

/** Conversation ids come from other programs: only a hash of them becomes a file name. */
function pathOf(state: string, conversation: string): string {
  return join(state, 'shown', `${contentHash(conversation).slice(0, 24)}.jsonl`)
}
