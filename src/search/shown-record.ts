// What a conversation was shown and has read, kept next to the memories, one small file per
// conversation, a line for each time.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { addLine, readLines } from '../base/files/line-file.ts'
import { attempt } from '../base/values/attempt.ts'
import { conversationKey } from '../base/values/hash.ts'

export interface ShownRecord {
  /** Files attached since the last compaction. */
  shown: string[]
  /** Files that the agent read with its own tools. */
  read: string[]
  bytes: number
  /** The person has told the conversation to leave memory aside, or to use it again. */
  ignoring?: boolean
}

const EMPTY: ShownRecord = { shown: [], read: [], bytes: 0 }

/** More than any conversation can have been given or have read: such a record is damaged. */
const MOST_BYTES = 1_000_000

/** What is damaged counts as not there: a repetition is better than silence. */
export function readShown(state: string, conversation: string | undefined): ShownRecord {
  return conversation === undefined ? EMPTY : readRecord(pathOf(state, conversation))
}

function readRecord(path: string): ShownRecord {
  return readLines(path, MOST_BYTES)
    .flatMap((line) => parseLine(line) ?? [])
    .reduce(together, EMPTY)
}

/** Undefined where it is damaged. */
function parseLine(line: string): ShownRecord | undefined {
  const data: unknown = attempt(() => JSON.parse(line))
  if (typeof data !== 'object' || data === null) return undefined
  const { v, shown, read, bytes, ignoring } = data as Partial<Record<string, unknown>>
  const counted = Number.isSafeInteger(bytes) && (bytes as number) >= 0 && (bytes as number) <= MOST_BYTES
  return v === 1 && isTexts(shown) && isTexts(read) && counted
    ? { shown, read, bytes: bytes as number, ...(typeof ignoring === 'boolean' && { ignoring }) }
    : undefined
}

function lineOf({ shown = [], read = [], bytes = 0, ignoring }: Partial<ShownRecord>): string {
  return JSON.stringify({ v: 1, shown, read, bytes, ignoring })
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function together(one: ShownRecord, other: ShownRecord): ShownRecord {
  const ignoring = other.ignoring ?? one.ignoring
  return {
    shown: [...new Set([...one.shown, ...other.shown])],
    read: [...new Set([...one.read, ...other.read])],
    bytes: one.bytes + other.bytes,
    ...(ignoring !== undefined && { ignoring }),
  }
}

/** A prompt waits for one small write; the worst is a repetition. */
export function recordShown(state: string, conversation: string, more: Partial<ShownRecord>): void {
  addLine(pathOf(state, conversation), lineOf(more), MOST_BYTES)
}

/** Everything may be shown again. After a compaction what the person said of memory holds on, after `/clear` it does not. */
export function forgetShown(state: string, conversation: string, after: 'compaction' | 'clear'): void {
  const path = pathOf(state, conversation)
  const { ignoring } = readRecord(path)
  rmSync(path, { recursive: true, force: true })
  if (ignoring && after === 'compaction') recordShown(state, conversation, { ignoring })
}

/** For files that were erased: their names tell what they said. A damaged record may hold them anywhere. */
export function forgetFiles(state: string, files: ReadonlySet<string>): void {
  const directory = join(state, 'shown')
  const isOther = (file: string) => !files.has(file)
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    const path = join(directory, name)
    const lines = readLines(path, MOST_BYTES).map(parseLine)
    const known = lines.flatMap((line) => line ?? [])
    const isClean =
      lines.length > 0 && lines.every((line) => line && [...line.shown, ...line.read].every(isOther))
    if (isClean) continue
    const { shown, read, bytes, ignoring } = known.reduce(together, EMPTY)
    if (known.length === 0) rmSync(path, { recursive: true, force: true })
    else {
      const left = lineOf({ shown: shown.filter(isOther), read: read.filter(isOther), bytes, ignoring })
      writeFileAtomic(path, `${left}\n`)
    }
  }
}

/** Conversation ids come from other programs: only a hash of them becomes a file name. */
function pathOf(state: string, conversation: string): string {
  return join(state, 'shown', `${conversationKey(conversation)}.jsonl`)
}
