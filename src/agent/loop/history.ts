// The messages of a conversation: only ever appended to, each written to the log in the same step.
import type { Clock } from '../../base/values/clock.ts'
import { randomId } from '../../base/values/ids.ts'
import {
  type Block,
  type ModelMessage,
  type Role,
  type ToolResultBlock,
  text,
  toolResultsOf,
  toolUsesOf,
} from '../../models/content.ts'
import type { TranscriptLog } from '../../models/transcript-log.ts'
import { createMessage, type NewMessage, type TranscriptMessage } from '../../models/transcript-message.ts'

export const INTERRUPTED = '[The user stopped the agent here.]'
export const NOT_RUN = 'This call did not run: the user stopped the agent before it was finished.'

/** Where messages are kept; a log that cannot take boundaries is one that is never replaced. */
export type HistoryLog = Pick<TranscriptLog, 'appendMessages'> & Partial<Pick<TranscriptLog, 'append'>>

interface HistoryOptions {
  clock: Clock
  /** Resumed from a log. */
  messages?: readonly TranscriptMessage[]
  log?: HistoryLog
  sidechain?: boolean
}

export class History {
  private readonly kept: TranscriptMessage[]
  private readonly clock: Clock
  private readonly log: HistoryLog | undefined
  private readonly sidechain: boolean
  private fault: string | undefined

  constructor(options: HistoryOptions) {
    this.clock = options.clock
    this.log = options.log
    this.sidechain = options.sidechain ?? false
    this.kept = [...(options.messages ?? [])]
    this.closeOpenCalls(
      'The conversation ended before this call was finished; whether it took effect is not known.',
    )
  }

  get messages(): readonly TranscriptMessage[] {
    return this.kept
  }

  append(
    role: Role,
    content: readonly Block[],
    more: Partial<Pick<NewMessage, 'meta' | 'usage' | 'model' | 'response'>> = {},
  ): TranscriptMessage {
    const parent = this.kept.at(-1)?.id ?? null
    const message = createMessage({
      role,
      content,
      parent,
      time: this.clock.now(),
      sidechain: this.sidechain,
      ...more,
    })
    this.kept.push(message)
    this.write((log) => log.appendMessages([message]))
    return message
  }

  /** Why the log could not be written, once: the conversation continues without it. */
  takeFault(): string | undefined {
    const fault = this.fault
    this.fault = undefined
    return fault
  }

  /** Gives every open tool call a result, so that the provider accepts what follows. */
  closeOpenCalls(reason: string): TranscriptMessage | undefined {
    const results = planOpenResults(this.kept, reason)
    return results.length > 0 ? this.append('user', results) : undefined
  }

  /** Replaces what the model sees: after a compaction or /clear. The log keeps the rest, behind a boundary. */
  replace(messages: readonly TranscriptMessage[], trigger: string): void {
    const removed = this.kept.length
    const linked = messages.map((message, at) => withParent(message, messages[at - 1]?.id ?? null))
    this.kept.splice(0, removed, ...linked)
    const time = this.clock.now().toISOString()
    this.write((log) => {
      log.append?.([{ type: 'boundary', id: randomId(16), time, trigger, removed }])
      log.appendMessages(linked)
    })
  }

  private write(effect: (log: HistoryLog) => void): void {
    try {
      if (this.log) effect(this.log)
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error)
    }
  }
}

/** The same object where nothing changes: its bytes are known. */
function withParent(message: TranscriptMessage, parent: string | null): TranscriptMessage {
  return message.parent === parent ? message : { ...message, parent }
}

/** Results for the calls of the last assistant message that have none. Earlier ones were closed in their time. */
export function planOpenResults(messages: readonly ModelMessage[], reason: string): ToolResultBlock[] {
  const at = messages.findLastIndex((message) => message.role === 'assistant')
  const last = messages[at]
  if (!last) return []
  const answered = new Set(
    messages.slice(at + 1).flatMap((message) => toolResultsOf(message).map((result) => result.toolUseId)),
  )
  return toolUsesOf(last)
    .filter((use) => !answered.has(use.id))
    .map((use) => ({ type: 'tool_result', toolUseId: use.id, content: [text(reason)], isError: true }))
}
