// What a conversation is made of.

import type { Message } from '../../base/messages/message.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { ModelMessage } from '../../models/content.ts'
import type { ContextEdit, Model, ModelResponse } from '../../models/model.ts'
import type { ModelError } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { TurnEnd } from '../agent-event.ts'
import type { PermissionGate } from '../permission.ts'
import type { ReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'
import type { CanUseTool } from './call-tools.ts'
import type { HistoryLog } from './history.ts'
import type { FireHooks } from './loop-hooks.ts'
import type { SystemPrompt } from './system-prompt.ts'

export interface QueryEngineOptions {
  model: Model
  system: SystemPrompt
  /** A function where they change: it is asked for each request, and must give the same list as long as nothing has. */
  tools: readonly Tool[] | (() => readonly Tool[])
  cwd: string
  /** Default: nobody is asked, so only reading is allowed. */
  permission?: PermissionGate
  canUseTool?: CanUseTool
  hooks?: FireHooks
  effort?: string
  maxTurns?: number
  /** Instructions and index. Computed before the first request, and again after clear or replaceMessages. */
  firstMessage?: () => Promise<TranscriptMessage | undefined>
  /** Texts that the model should have read, such as the list of agents: sent when they are not in sight. */
  attachments?: () => Promise<readonly string[]>
  /** The context steps: what is sent for this history. Must give the same objects for what it leaves alone. */
  prepare?: (
    messages: readonly TranscriptMessage[],
    signal: AbortSignal,
  ) => Promise<readonly ModelMessage[]> | readonly ModelMessage[]
  /** What the provider is asked to clear with the next request. */
  edit?: () => ContextEdit | undefined
  /** For the person, since the last request. */
  takeNotices?: () => (string | Message)[]
  recover?: (error: ModelError, signal: AbortSignal) => Promise<boolean>
  afterResponse?: (response: ModelResponse) => Promise<void> | void
  /** When the model begins to answer a request. Must not throw. */
  onArrived?: () => void
  /** After a turn that ended well: extraction, dream. Not waited for by the user; errors become notices. */
  onTurnEnd?: (end: TurnEnd) => void
  messages?: readonly TranscriptMessage[]
  log?: HistoryLog
  readState?: ReadState
  clock?: Clock
  sidechain?: boolean
}
