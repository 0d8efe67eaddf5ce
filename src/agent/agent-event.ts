// What whoever watches a conversation sees.

import type { Message as Localised } from '../base/messages/message.ts'
import type { MemdirError } from '../base/values/errors.ts'
import type { Usage } from '../base/values/usage.ts'
import { textOf } from '../models/content.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'

export type EndReason =
  | 'done'
  | 'max_turns'
  | 'max_tokens' // the answer was cut off
  | 'stuck' // its calls failed again and again
  | 'aborted'
  | 'blocked' // a hook refused the prompt
  | 'stopped' // a hook ended the turn
  | 'error'

export interface TurnEnd {
  readonly type: 'end'
  readonly reason: EndReason
  /** What this turn took. */
  readonly usage: Usage
  /** Requests made. */
  readonly requests: number
  readonly error?: MemdirError
  /** Why a hook refused the prompt or ended the turn. */
  readonly detail?: string
}

export type AgentEvent =
  | { readonly type: 'request'; readonly number: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Forget the text of this request: it begins again. */
  | { readonly type: 'retry'; readonly reason: Localised; readonly delayMs: number }
  | {
      readonly type: 'tool_start'
      readonly id: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: 'tool_end'
      readonly id: string
      readonly name: string
      readonly content: string
      readonly isError: boolean
      readonly details?: Readonly<Record<string, unknown>>
      readonly durationMs: number
    }
  /** Appended to the history. */
  | { readonly type: 'message'; readonly message: TranscriptMessage }
  /** `localised`: the same for people, in their language. */
  | { readonly type: 'notice'; readonly text: string; readonly localised?: Localised }
  | TurnEnd

/** The text of an answer; undefined where the event is none. */
export function answerIn(event: AgentEvent): string | undefined {
  return event.type === 'message' && event.message.role === 'assistant' ? textOf(event.message) : undefined
}

export type NoticeEvent = Extract<AgentEvent, { type: 'notice' }>

/** Hooks give finished texts; what memdir says is in every language. */
export function notice(text: string | Localised): NoticeEvent {
  return typeof text === 'string'
    ? { type: 'notice', text }
    : { type: 'notice', text: text.en, localised: text }
}
