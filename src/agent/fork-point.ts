// Where a conversation is: what a fork of it starts from.
import type { ModelMessage } from '../lib/content.ts'
import type { Model, SystemPart } from '../models/model.ts'
import type { ReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'

/** What a fork needs to share this conversation's cache: exactly what was sent last, and what came since. */
export interface ForkPoint {
  readonly model: Model
  readonly system: readonly SystemPart[]
  readonly tools: readonly Tool[]
  readonly messages: readonly ModelMessage[]
  readonly effort?: string
  readonly readState: ReadState
  readonly cwd: string
}
