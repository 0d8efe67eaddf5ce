// Where a conversation is: what a fork of it starts from.
import type { ModelMessage } from '../../models/content.ts'
import type { Model, SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'

/** What a fork needs to share this conversation's cache: exactly what was sent last, and what came since. */
export interface ForkPoint {
  readonly model: Model
  readonly system: readonly SystemPart[]
  readonly tools: readonly Tool[]
  readonly messages: readonly ModelMessage[]
  /** The first of them, where it is no part of the conversation: instructions and index. */
  readonly first?: TranscriptMessage
  readonly effort?: string
  readonly readState: ReadState
  readonly cwd: string
}
