// Notes of another agent's conversation, by rules from its log: made again when the log has grown by a quarter, so that
// all updates together cost a few times one reading, and whenever somebody asks for them.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { isObject } from '../lib/is-object.ts'
import { readRegularText } from '../lib/read-regular.ts'
import type { LogClient } from '../transcript/foreign-log.ts'
import { readForeignTranscript } from '../transcript/foreign-transcript.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { fillByRules } from './fill-by-rules.ts'
import { findNotesFacts } from './notes-facts.ts'
import { notesPath, writeNotes } from './notes-file.ts'
import { isEmptyNotes } from './notes-template.ts'

/** A log: whose, and how much of it the notes cover. */
export interface NotedLog {
  readonly client: LogClient
  readonly path: string
  readonly bytes: number
  /** When the notes were made. */
  readonly time: string
}

export interface LogToNote {
  readonly conversation: string
  readonly client: LogClient
  /** Of the log. */
  readonly path: string
}

export interface NotesPlace {
  readonly sessions: string
  readonly template: string
  readonly now: Date
  readonly redact: (text: string) => { text: string }
}

/** Shorter conversations need none. */
const LEAST_BYTES = 30_000
const GROWTH = 1.25
/** A log that is larger is left to whoever asks: the worker has other work. */
const MOST_BYTES = 200_000_000

/** Quick: one look at the file. `isOver`: the conversation ended, so nothing comes later. */
export function isLogDue(
  log: LogToNote,
  { sessions }: Pick<NotesPlace, 'sessions'>,
  isOver: boolean,
): boolean {
  const bytes = attempt(() => statSync(log.path).size) ?? 0
  if (bytes < LEAST_BYTES || bytes > MOST_BYTES) return false
  const before = readNotedLog(sessions, log.conversation)?.bytes ?? 0
  return isOver ? bytes !== before : bytes >= before * GROWTH
}

/** The notes as they are now; undefined where nothing was said yet, or the id is no plain name. */
export async function noteLog(log: LogToNote, place: NotesPlace): Promise<string | undefined> {
  const path = notesPath(place.sessions, log.conversation)
  if (path === undefined) return undefined
  const bytes = statSync(log.path).size
  const { all } = await readForeignTranscript(log.path, log.client)
  const notes = notesByRules(all, place)
  if (notes === undefined) return undefined
  writeNotes(path, notes)
  const noted = { v: 1, client: log.client, path: log.path, bytes, time: place.now.toISOString() }
  writeFileAtomic(sourcePath(path), `${JSON.stringify(noted)}\n`, { mode: 0o600 })
  return notes
}

/** Of a conversation from its beginning; undefined where nobody said anything. */
export function notesByRules(
  messages: readonly TranscriptMessage[],
  { template, redact }: Pick<NotesPlace, 'template' | 'redact'>,
): string | undefined {
  // The log of a sub-agent alone is a conversation, too.
  const own = messages.every(({ sidechain }) => sidechain)
    ? messages.map(({ sidechain: _, ...message }) => message)
    : messages
  const filled = fillByRules(template, template, findNotesFacts(own))
  return isEmptyNotes(template, filled) ? undefined : redact(filled).text
}

export function readNotedLog(sessions: string, conversation: string): NotedLog | undefined {
  const path = notesPath(sessions, conversation)
  const text = path && readRegularText(sourcePath(path), 10_000)
  const value = attempt(() => JSON.parse(text ?? '') as unknown)
  if (!isObject(value) || value.v !== 1) return undefined
  const { client, path: log, bytes, time } = value
  if (typeof client !== 'string' || typeof log !== 'string' || typeof bytes !== 'number') return undefined
  return { client: client as LogClient, path: log, bytes, time: typeof time === 'string' ? time : '' }
}

function sourcePath(notes: string): string {
  return join(dirname(notes), 'source.json')
}
