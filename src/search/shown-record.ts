// What a conversation was shown and has read, kept next to the memories, one small file per
// conversation, a line for each time.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { addLines, eraseLines, type LineKind, readLines } from '../base/files/line-file.ts'
import { attempt } from '../base/values/attempt.ts'
import { conversationKey } from '../base/values/hash.ts'

export interface ShownRecord {
  /** Files attached since the last compaction. */
  shown: string[]
  /** Files that the agent read with its own tools. */
  read: string[]
  bytes: number
  /** Files told at one of the agent's calls. */
  told?: readonly string[]
  /** Files for which a call was refused. */
  held?: readonly string[]
  /** Files attached to the prompt that was given some last, and the client's mark of that prompt. */
  now?: readonly string[]
  prompt?: string | undefined
  /** That prompt asked to leave memory aside, for itself alone. */
  aside?: boolean
  /** The person has told the conversation to leave memory aside, or to use it again. */
  ignoring?: boolean
}

const EMPTY: ShownRecord = { shown: [], read: [], bytes: 0 }

/** More than any conversation can have been given or have read: such a record is damaged. */
const MOST_BYTES = 1_000_000

const LINE: LineKind<ShownRecord> = {
  read: ({ shown, read, bytes, told = [], held = [], now, prompt, aside, ignoring }) => {
    const counted = Number.isSafeInteger(bytes) && (bytes as number) >= 0 && (bytes as number) <= MOST_BYTES
    if (!isTexts(shown) || !isTexts(read) || !isTexts(told) || !isTexts(held) || !counted) return undefined
    return {
      ...{ shown, read, bytes: bytes as number },
      ...(told.length > 0 && { told }),
      ...(held.length > 0 && { held }),
      ...(isTexts(now) && {
        now,
        ...(typeof prompt === 'string' && { prompt }),
        ...(aside === true && { aside }),
      }),
      ...(typeof ignoring === 'boolean' && { ignoring }),
    }
  },
  most: MOST_BYTES,
}

/** What is damaged counts as not there: a repetition is better than silence. */
export function readShown(state: string, conversation: string | undefined): ShownRecord {
  return conversation === undefined ? EMPTY : readRecord(pathOf(state, conversation))
}

function readRecord(path: string): ShownRecord {
  return readLines(path, LINE).reduce(together, EMPTY)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function together(one: ShownRecord, other: ShownRecord): ShownRecord {
  const ignoring = other.ignoring ?? one.ignoring
  const { now, prompt, aside } = other.now ? other : one
  const held = [...new Set([...(one.held ?? []), ...(other.held ?? [])])]
  const told = [...new Set([...(one.told ?? []), ...(other.told ?? [])])]
  return {
    shown: [...new Set([...one.shown, ...other.shown])],
    read: [...new Set([...one.read, ...other.read])],
    bytes: one.bytes + other.bytes,
    ...(told.length > 0 && { told }),
    ...(held.length > 0 && { held }),
    ...(now && { now, prompt, ...(aside && { aside }) }),
    ...(ignoring !== undefined && { ignoring }),
  }
}

/** A prompt waits for one small write; the worst is a repetition. */
export function recordShown(state: string, conversation: string, more: Partial<ShownRecord>): void {
  addLines(pathOf(state, conversation), LINE, [{ ...EMPTY, ...more }])
}

/** Everything may be shown again. After a compaction what the person said of memory holds on, after `/clear` it does not. */
export function forgetShown(state: string, conversation: string, after: 'compaction' | 'clear'): void {
  const path = pathOf(state, conversation)
  const { ignoring, aside, prompt } = readRecord(path)
  rmSync(path, { recursive: true, force: true })
  if ((ignoring || aside) && after === 'compaction')
    recordShown(state, conversation, {
      ...(ignoring && { ignoring }),
      ...(aside && { now: [], prompt, aside }),
    })
}

/** For files that were erased: their names tell what they said. A damaged record may hold them anywhere. */
export function forgetFiles(state: string, files: ReadonlySet<string>): void {
  const directory = join(state, 'shown')
  const isOther = (file: string) => !files.has(file)
  for (const name of attempt(() => readdirSync(directory)) ?? [])
    eraseLines(join(directory, name), LINE, (lines) =>
      lines.map((line) => ({
        ...line,
        ...{ shown: line.shown.filter(isOther), read: line.read.filter(isOther) },
        ...(line.told && { told: line.told.filter(isOther) }),
        ...(line.held && { held: line.held.filter(isOther) }),
        ...(line.now && { now: line.now.filter(isOther) }),
      })),
    )
}

/** Conversation ids come from other programs: only a hash of them becomes a file name. */
function pathOf(state: string, conversation: string): string {
  return join(state, 'shown', `${conversationKey(conversation)}.jsonl`)
}
