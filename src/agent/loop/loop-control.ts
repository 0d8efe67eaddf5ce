// Control over what a loop sends that is not a conversation of its own: a sub-agent's, a fork's. The levels that do it
// are in `compact/`; `engine/` hands them in.
import type { Model, SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { Tool } from '../tools/tool.ts'
import type { FireHooks } from './loop-hooks.ts'
import type { QueryEngineOptions } from './query-options.ts'

/** The messages of a loop, as what controls them needs them. */
export interface ControlledMessages {
  readonly messages: readonly TranscriptMessage[]
  /** After a compaction: what the model sees from now on. */
  replaceMessages(messages: readonly TranscriptMessage[], trigger: string): void
  /** For the model, with the next request. */
  inject(texts: readonly string[]): void
  /** What is sent before the messages. */
  base(): Promise<{ system: readonly SystemPart[]; first: TranscriptMessage | undefined }>
}

interface ControlledLoop {
  readonly model: Model
  /** As a definition names it; undefined: the conversation's own. */
  readonly modelName: string | undefined
  readonly tools: readonly Tool[]
  readonly cwd: string
  readonly hooks: FireHooks
  /** Begins with the messages of the conversation. */
  readonly isFork: boolean
  history(): ControlledMessages
}

export interface LoopControl
  extends Required<
    Pick<QueryEngineOptions, 'prepare' | 'edit' | 'takeNotices' | 'recover' | 'afterResponse'>
  > {
  /** The loop's own, and what gives back what was taken out. For a fork the same to the last byte. */
  readonly tools: readonly Tool[]
}

export type ControlLoop = (loop: ControlledLoop) => LoopControl
