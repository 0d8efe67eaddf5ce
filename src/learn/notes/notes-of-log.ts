// Notes of another agent's conversation, from its log: made again when the log has grown by a quarter, so that all updates
// together cost a few times one reading, and whenever somebody asks for them. By rules, or by a model where there is one.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { fillByRules } from './fill-by-rules.ts'
import { lastWholeMessage, messagesAfter } from './notes-cursor.ts'
import { findNotesFacts } from './notes-facts.ts'
import { notesPath, readNotes, writeNotes } from './notes-file.ts'
import { findStructureProblem, isEmptyNotes } from './notes-template.ts'

/** A log: whose, and how much of it the notes cover. */
export interface NotedLog {
  readonly client: string
  readonly path: string
  readonly bytes: number
  /** When the notes were made. */
  readonly time: string
  /** The message up to which a model has written them; absent where rules made them of the whole. */
  readonly byModelTo?: string
}

export interface LogToNote {
  readonly conversation: string
  /** As its agent is called. */
  readonly client: string
  /** Where the log is, or what was typed where the agent keeps none that can be read. */
  readonly path: string
  /** Its size when it was opened, where that was before. */
  readonly bytes?: number
}

export interface NotesPlace {
  readonly sessions: string
  readonly template: string
  readonly now: Date
  readonly redact: (text: string) => { text: string }
  /** The messages of a log, oldest first. */
  read(log: LogToNote): Promise<readonly TranscriptMessage[]>
  /** Better notes than those that rules have made, of messages that are new; undefined where it made none. */
  improve?(notes: string, messages: readonly TranscriptMessage[]): Promise<string | undefined>
}

/** A model, and runs that nobody sits at, are not worth it for less. */
export const SHORT_BYTES = 30_000
const GROWTH = 1.25
/** A log that is larger is left to whoever asks: the worker has other work. */
const MOST_BYTES = 200_000_000

/** Quick: one look at the file. `isOver`: the conversation ended, so nothing comes later. */
export function isLogDue(
  log: LogToNote,
  { sessions }: Pick<NotesPlace, 'sessions'>,
  { isOver, unattended }: { isOver: boolean; unattended: boolean },
): boolean {
  const bytes = log.bytes ?? attempt(() => statSync(log.path).size) ?? 0
  if (bytes === 0 || (unattended && bytes < SHORT_BYTES) || bytes > MOST_BYTES) return false
  const before = readNotedLog(sessions, log.conversation)?.bytes ?? 0
  return isOver ? bytes !== before : bytes >= before * GROWTH
}

/** The notes as they are now; undefined where nothing was said yet, or the id is no plain name. */
export async function noteLog(log: LogToNote, place: NotesPlace): Promise<string | undefined> {
  const { sessions, template, redact, improve } = place
  const path = notesPath(sessions, log.conversation)
  if (path === undefined) return undefined
  const bytes = log.bytes ?? statSync(log.path).size
  const messages = await place.read(log)
  const before = readNotedLog(sessions, log.conversation)?.byModelTo
  const written = before === undefined ? undefined : notesInForm(path, template)
  // What a model has written stays; rules add what was said since.
  const since = written === undefined ? messages : messagesAfter(messages, before)
  const byRules = notesByRules(since, { template, redact }, written)
  if (byRules === undefined) return undefined
  const better =
    improve && bytes >= SHORT_BYTES && since.length > 0 ? await improve(byRules, since) : undefined
  const byModelTo = better === undefined ? written && before : lastWholeMessage(messages)
  writeNotes(path, better ?? byRules)
  const { client } = log
  const noted = { client, path: log.path, bytes, time: place.now.toISOString() }
  writeState(sourcePath(path), NOTED, { ...noted, ...(byModelTo !== undefined && { byModelTo }) })
  return better ?? byRules
}

/** Undefined where the file is gone, or is not in the form of the template. */
function notesInForm(path: string, template: string): string | undefined {
  const text = readNotes(path)
  return text !== undefined && findStructureProblem(template, text) === undefined ? text : undefined
}

/** `notes`: those that they are added to; without, of a conversation from its beginning. Undefined: nothing was said. */
export function notesByRules(
  messages: readonly TranscriptMessage[],
  { template, redact }: Pick<NotesPlace, 'template' | 'redact'>,
  notes = template,
): string | undefined {
  // The log of a sub-agent alone is a conversation, too.
  const own = messages.every(({ sidechain }) => sidechain)
    ? messages.map(({ sidechain: _, ...message }) => message)
    : messages
  const filled = fillByRules(template, notes, findNotesFacts(own, redact))
  return isEmptyNotes(template, filled) ? undefined : filled
}

const NOTED: StateKind<NotedLog> = {
  read: ({ client, path, bytes, time, byModelTo }) => {
    if (typeof client !== 'string' || typeof path !== 'string' || typeof bytes !== 'number') return undefined
    return {
      ...{ client, path, bytes, time: typeof time === 'string' ? time : '' },
      ...(typeof byModelTo === 'string' && { byModelTo }),
    }
  },
}

export function readNotedLog(sessions: string, conversation: string): NotedLog | undefined {
  const path = notesPath(sessions, conversation)
  return path === undefined ? undefined : readState(sourcePath(path), NOTED)
}

function sourcePath(notes: string): string {
  return join(dirname(notes), 'source.json')
}
