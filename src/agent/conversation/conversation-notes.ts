// The notes of one of our own conversations: where they are, when they are updated, and what of it is in the log.

import type { Settings } from '../../base/settings/settings.ts'
import { attempt } from '../../base/values/attempt.ts'
import { NOTES_CURSOR, NOTES_FAILED, readCursor } from '../../learn/notes-cursor.ts'
import { notesPath, readNotesConfig } from '../../learn/notes-file.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { Model } from '../../models/model.ts'
import type { TranscriptLog } from '../../models/transcript-log.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { SessionNotes } from '../compact/session-notes.ts'
import type { QueryEngine } from '../loop/query-engine.ts'
import type { ConversationNotes } from './conversation.ts'
import { NotesKeeper } from './notes-keeper.ts'
import type { ConversationPlan } from './plan-conversation.ts'
import { DEFAULT_THRESHOLDS, type NotesThresholds } from './update-due.ts'

interface NotesDependencies {
  redact(text: string): { text: string; rules: readonly string[] }
  /** Of the log, where the conversation is resumed. */
  saved: readonly LogNote[]
  log: Pick<TranscriptLog, 'append'>
  query(): QueryEngine
  /** Of the conversation now. */
  tokens(): number
  /** Counted in the ledger; undefined where its cap is reached. */
  model(): Model | undefined
}

export interface KeptNotesOf {
  check(isPause: boolean): void
  current(): SessionNotes | undefined
  shown(): ConversationNotes | undefined
  update(): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

/** undefined: they are switched off, or nothing would be compacted by them. */
export function conversationNotes(
  { home, settings, location, clock, bare }: ProjectContext,
  { id }: Pick<ConversationPlan, 'id'>,
  deps: NotesDependencies,
): KeptNotesOf | undefined {
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
      clock,
      messages: () => deps.query().messages,
      tokens: deps.tokens,
      forkPoint: () => deps.query().forkPoint(),
      model: deps.model,
      redact: deps.redact,
      onUsage: (usage) => deps.query().countUsage(usage),
      keep(update) {
        const time = clock.now().toISOString()
        const note =
          update.status === 'updated'
            ? { kind: NOTES_CURSOR, data: update.cursor }
            : { kind: NOTES_FAILED, data: { reason: update.reason, denied: update.denied } }
        // Where the log cannot be written, the conversation goes on: its history says so.
        attempt(() => deps.log.append([{ type: 'note', time, ...note }]))
      },
    },
    readCursor(deps.saved),
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
