// The notes of one of our own conversations: where they are, when they are updated, and what of it is in the log.

import type { Settings } from '../base/settings/settings.ts'
import { attempt } from '../base/values/attempt.ts'
import type { LogNote } from '../models/log-line.ts'
import type { TranscriptLog } from '../models/transcript-log.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { NOTES_CURSOR, NOTES_FAILED, readCursor } from './notes/notes-cursor.ts'
import { notesPath, readNotesConfig } from './notes/notes-file.ts'
import { NotesKeeper } from './notes/notes-keeper.ts'
import { DEFAULT_THRESHOLDS, type NotesThresholds } from './notes/update-due.ts'
import type { ForkNotes, SessionNotes } from './session-notes.ts'

interface ConversationToNote {
  readonly id: string
  /** The notes of the log, where the conversation is resumed. */
  readonly saved: readonly LogNote[]
  readonly log: Pick<TranscriptLog, 'append'>
  redact(text: string): { text: string; rules: readonly string[] }
  messages(): readonly TranscriptMessage[]
  /** What the conversation takes now. */
  tokens(): number
  /** undefined where a cap on spending is reached: then rules fill the notes. */
  fork(): ForkNotes | undefined
}

export interface KeptNotes {
  /** After a response: updates them beside the conversation where it has grown by enough. */
  check(isPause: boolean): void
  /** What compaction may use. */
  current(): SessionNotes | undefined
  /** Undefined where nothing is in them yet. */
  shown(): { readonly path: string; readonly text: string } | undefined
  update(): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

/** undefined: they are switched off, or nothing would be compacted by them. */
export function conversationNotes(
  { home, settings, location, clock, bare }: ProjectContext,
  { id, saved, log, ...conversation }: ConversationToNote,
): KeptNotes | undefined {
  const path = notesPath(location.sessions, id)
  if (
    bare ||
    path === undefined ||
    !settings.get('sessionMemory.enabled') ||
    !settings.get('autoCompactEnabled')
  )
    return undefined
  const keeper = new NotesKeeper(
    {
      path,
      config: () => readNotesConfig(home),
      thresholds: thresholdsOf(settings),
      ...{ clock, ...conversation },
      keep(update) {
        const time = clock.now().toISOString()
        const note =
          update.status === 'updated'
            ? { kind: NOTES_CURSOR, data: update.cursor }
            : { kind: NOTES_FAILED, data: { reason: update.reason, denied: update.denied } }
        // Where the log cannot be written, the conversation goes on: its history says so.
        attempt(() => log.append([{ type: 'note', time, ...note }]))
      },
    },
    readCursor(saved),
  )
  return {
    check: (isPause) => keeper.check(isPause),
    current: () => keeper.current(),
    update: () => keeper.update(),
    idle: () => keeper.idle(),
    close: () => keeper.close(),
    shown() {
      const notes = keeper.current()
      return notes && !notes.isTemplate ? { path, text: notes.text } : undefined
    },
  }
}

function thresholdsOf(settings: Settings): NotesThresholds {
  return {
    init: settings.get('sessionMemory.minimumMessageTokensToInit') ?? DEFAULT_THRESHOLDS.init,
    between: settings.get('sessionMemory.minimumTokensBetweenUpdate') ?? DEFAULT_THRESHOLDS.between,
    toolCalls: settings.get('sessionMemory.toolCallsBetweenUpdates') ?? DEFAULT_THRESHOLDS.toolCalls,
  }
}
