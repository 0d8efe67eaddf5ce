// How far extraction has come in a conversation, kept next to the memories: one small file per conversation. A cursor
// that is lost or damaged is none: then everything counts as new, which costs time and loses nothing.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import { DAY_MS } from '../../base/values/clock.ts'
import { conversationKey } from '../../base/values/hash.ts'

export interface Cursor {
  /** The last message that was processed; absent: none yet. */
  readonly message?: string
  /** ISO time at which that run began: what this conversation wrote later is not known to it. Absent: no run yet. */
  readonly time?: string
  /** Eligible turns since then. */
  readonly turns: number
  /** Runs in a row that failed from here. */
  readonly failures: number
}

export const NO_CURSOR: Cursor = { turns: 0, failures: 0 }

export interface Cursors {
  read(conversation: string): Cursor
  /** Durable: a message that was processed must not come again after a power cut any more than it has to. */
  write(conversation: string, cursor: Cursor): void
  /** Those of conversations that are over. Returns how many. */
  removeOld(now: Date): number
}

const CURSOR: StateKind<Cursor> = { read: readCursor, most: 4_096 }
/** As long as a conversation can be resumed and longer: one that comes back after that is read again from its beginning. */
const KEPT_DAYS = 180

/** `directory`: `state/cursors`. */
export function openCursors(directory: string): Cursors {
  // Conversation ids come from other programs: only a hash of them becomes a file name.
  const pathOf = (conversation: string) => join(directory, `${conversationKey(conversation)}.json`)
  return {
    read: (conversation) => readState(pathOf(conversation), CURSOR) ?? NO_CURSOR,
    write: (conversation, cursor) => writeState(pathOf(conversation), CURSOR, cursor),
    removeOld(now) {
      const end = now.getTime() - KEPT_DAYS * DAY_MS
      const old = (attempt(() => readdirSync(directory)) ?? [])
        .map((name) => join(directory, name))
        .filter((path) => (attempt(() => lstatSync(path).mtimeMs) ?? end) < end)
      for (const path of old) attempt(() => rmSync(path, { force: true }))
      return old.length
    },
  }
}

function readCursor({ message, time, turns, failures }: Record<string, unknown>): Cursor | undefined {
  if (!isCount(turns) || !isCount(failures)) return undefined
  if (message !== undefined && typeof message !== 'string') return undefined
  if (time !== undefined && (typeof time !== 'string' || Number.isNaN(Date.parse(time)))) return undefined
  return {
    ...(message !== undefined && { message }),
    ...(time !== undefined && { time }),
    turns,
    failures,
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
