// What one turn of the loop works with, and what it keeps track of.

import type { Message as Localised } from '../../base/messages/message.ts'
import { NO_USAGE, type Usage } from '../../base/values/usage.ts'
import type { ModelMessage } from '../../models/content.ts'
import type { ContextEdit, Model, ModelRequest, ModelResponse, SystemPart } from '../../models/model.ts'
import type { ModelError } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { AgentEvent } from '../agent-event.ts'
import type { ToolRunner } from './call-tools.ts'
import type { History } from './history.ts'

export interface Loop {
  model: Model
  runner: ToolRunner
  history: History
  system(): Promise<readonly SystemPart[]>
  /** Everything that is sent: what comes first and the history, as the context steps see it. */
  prepare(signal: AbortSignal): Promise<readonly ModelMessage[]>
  /** What the provider is asked to clear with the next request. */
  edit?(): ContextEdit | undefined
  /** For the person, since the last request. */
  takeNotices?(): (string | Localised)[]
  /** Tokens of one answer. Default: the model's maximum. */
  maxTokens?: number
  effort?: string
  /** Requests of one turn. Unlimited where left out. */
  maxTurns?: number
  /** Called just before a request is sent. */
  onRequest?(request: ModelRequest): void
  /** Called when the model begins to answer: the request has arrived, with all its content. */
  onArrived?(): void
  /** Texts that arrived from elsewhere: background agents that finished. */
  takeNotifications?(): string[]
  /** The provider refused the request: it does not fit, or it is not valid. True: it was changed, try once more. */
  recover?(error: ModelError, signal: AbortSignal): Promise<boolean>
  /** After every response, before its tools run. */
  afterResponse?(response: ModelResponse): Promise<void> | void
}

export interface LoopProgress {
  requests: number
  usage: Usage
  continuations: number
  recovered: boolean
  /** What the last request ended with. */
  earlier: ModelMessage | undefined
}

export function newProgress(): LoopProgress {
  return { requests: 0, usage: NO_USAGE, continuations: 0, recovered: false, earlier: undefined }
}

export function appended(message: TranscriptMessage): AgentEvent {
  return { type: 'message', message }
}
