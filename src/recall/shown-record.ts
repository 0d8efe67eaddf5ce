// What a conversation was shown and has read, kept next to the memories, one small file per conversation.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { DAY_MS } from '../lib/clock.ts'
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

/** A record that is damaged is none: a repetition is better than silence. */
export function readShown(state: string, conversation: string | undefined): ShownRecord {
  return (conversation === undefined ? undefined : readRecord(pathOf(state, conversation))) ?? EMPTY
}

function readRecord(path: string): ShownRecord | undefined {
  const bytes = readRegular(path, MOST_BYTES)
  const data: unknown = bytes && attempt(() => JSON.parse(bytes.toString('utf8')))
  return isRecord(data) ? { shown: data.shown, read: data.read, bytes: data.bytes } : undefined
}

function isRecord(data: unknown): data is ShownRecord {
  if (typeof data !== 'object' || data === null) return false
  const { v, shown, read, bytes } = data as Partial<Record<string, unknown>>
  const counted = Number.isSafeInteger(bytes) && (bytes as number) >= 0 && (bytes as number) <= MOST_BYTES
  return v === 1 && isTexts(shown) && isTexts(read) && counted
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Adds to the record. Two processes at once may lose a line of it, never a memory: the worst is a repetition. */
export function recordShown(state: string, conversation: string, more: Partial<ShownRecord>): void {
  const known = readShown(state, conversation)
  const next = {
    v: 1,
    shown: [...new Set([...known.shown, ...(more.shown ?? [])])],
    read: [...new Set([...known.read, ...(more.read ?? [])])],
    bytes: known.bytes + (more.bytes ?? 0),
  }
  const path = pathOf(state, conversation)
  // Not synced: a slow disk must not hold up a prompt, and the worst is a repetition.
  const write = () => writeFileAtomic(path, JSON.stringify(next), { durable: false })
  try {
    write()
  } catch {
    // A directory in its place, for example: nothing important is lost with it.
    rmSync(path, { recursive: true, force: true })
    write()
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
    if (!name.endsWith('.json')) continue
    const path = join(directory, name)
    const record = readRecord(path)
    if (!record) rmSync(path, { recursive: true, force: true })
    else if (![...record.shown, ...record.read].every(isOther)) {
      const { shown, read, bytes } = record
      const next = { v: 1, shown: shown.filter(isOther), read: read.filter(isOther), bytes }
      writeFileAtomic(path, JSON.stringify(next))
    }
  }
}

/** Conversation ids come from other programs: only a hash of them becomes a file name. */
function pathOf(state: string, conversation: string): string {
  return join(state, 'shown', `${contentHash(conversation).slice(0, 24)}.json`)
}
