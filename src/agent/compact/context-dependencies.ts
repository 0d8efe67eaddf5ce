// What controls a context is handed, and what it answers.

import type { Clock } from '../../base/values/clock.ts'
import type { ReadSessionNotes } from '../../learn/session-notes.ts'
import type { Model, SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import type { Tool } from '../tools/tool.ts'
import type { NotesProblem } from './by-notes.ts'
import type { ContextSettings } from './context-settings.ts'
import type { ContextState, Reason, Receipt } from './context-state.ts'
import type { Restorer } from './restoration.ts'
import type { TokenState } from './token-state.ts'

/** What is sent before the messages. */
export interface RequestBase {
  readonly system: readonly SystemPart[]
  readonly tools: readonly Tool[]
  readonly first: TranscriptMessage | undefined
  readonly cwd: string
  readonly effort?: string
}

/** A summary of the whole conversation, or of old spans. */
export type SummaryTask = 'compaction' | 'collapse'

export interface ContextDependencies {
  readonly settings: () => ContextSettings
  readonly clock: Clock
  /** Writes summaries; undefined where there is none, or its cap is reached. `task`: what the ledger says that it is for. */
  readonly summariser: (task: SummaryTask) => Model | undefined
  readonly history: () => readonly TranscriptMessage[]
  /** Puts these in the place of the history. */
  readonly replace: (messages: readonly TranscriptMessage[], trigger: string) => void
  /** Appended to the history, for the model. */
  readonly inject: (texts: readonly string[]) => void
  readonly base: () => Promise<RequestBase>
  readonly hooks: FireHooks
  readonly notes?: ReadSessionNotes
  readonly restorer: Restorer
  /** Written to the log, to be found on resume. */
  readonly keep: (saved: SavedContext) => void
  /** For the person. */
  readonly onEvent: (event: ContextEvent) => void
}

export type ContextEvent =
  | { readonly type: 'receipt'; readonly receipt: Receipt }
  | { readonly type: 'tokens'; readonly tokens: TokenState }
  | { readonly type: 'failed'; readonly why: CompactFailure; readonly failures: number }

export interface SavedContext {
  readonly state?: ContextState
  readonly receipt?: Receipt
}

export type CompactFailure = NotesProblem | 'denied' | 'no_model' | 'summariser' | 'nothing'

export type CompactOutcome =
  | { readonly status: 'compacted'; readonly receipt: Receipt }
  | { readonly status: 'failed'; readonly why: CompactFailure; readonly reason?: string }

export interface CompactRequest {
  readonly by: 'auto' | 'notes' | 'full'
  readonly reason: Reason
  readonly instructions?: string
  readonly signal: AbortSignal
  /** Bytes that a summariser can be given; less than usual after the provider refused a request. */
  readonly room?: number
}
