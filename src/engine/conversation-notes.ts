// The notes of one of our own conversations: where they are, when they are updated, and what of it is in the log.
import type { QueryEngine } from '../agent/query-engine.ts'
import { attempt } from '../lib/attempt.ts'
import type { Model } from '../models/model.ts'
import { NOTES_CURSOR, NOTES_FAILED, readCursor } from '../notes/notes-cursor.ts'
import { notesPath, readNotesConfig } from '../notes/notes-file.ts'
import { NotesKeeper } from '../notes/notes-keeper.ts'
import { DEFAULT_THRESHOLDS, type NotesThresholds } from '../notes/update-due.ts'
import type { Settings } from '../settings/settings.ts'
import type { LogNote } from '../transcript/log-line.ts'
import type { SessionNotes } from '../transcript/session-notes.ts'
import type { TranscriptLog } from '../transcript/transcript-log.ts'
import type { ConversationNotes } from './conversation.ts'
import type { EngineContext } from './engine-context.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface NotesDependencies {
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
  { home, settings, location, clock, bare }: EngineContext,
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
