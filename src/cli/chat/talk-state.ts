// What a conversation in the terminal is made of: what it starts with, and what its /commands may use.

import type { Conversation, ConversationOptions } from '../../agent/conversation.ts'
import type { Runtime } from '../../agent/runtime.ts'
import type { Engine } from '../../connect/engine.ts'
import type { CommandContext } from '../command-context.ts'
import type { Output } from '../output.ts'
import type { LineReader } from './line-reader.ts'
import type { Renderer } from './render-events.ts'
import type { Spinner } from './spinner.ts'

export interface TalkOptions {
  engine: Engine
  runtime: Runtime
  options: ConversationOptions
  output: Output
  /** The project's, as it was given. */
  directory: string
  /** A person is there to be asked. */
  terminal: boolean
  /** What the conversation begins with. */
  first?: string
  by: CommandContext['changedBy']
}

/** What a /command may look at and change. */
export interface Talk extends TalkOptions {
  conversation: Conversation
  reader: LineReader
  renderer: Renderer
  spinner: Spinner
  /** Another conversation from here on. */
  reopen(resume?: string | true): Promise<void>
}
