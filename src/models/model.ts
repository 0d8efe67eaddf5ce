// A language model behind one small interface. Implementations: anthropic.ts, openai.ts, ollama.ts; FakeModel in
// test/support/. All of them pass test/support/published/model-contract.ts.

import { conversationTexts } from '../base/messages/conversation.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { JsonSchema } from '../base/values/json-schema.ts'
import type { Usage } from '../base/values/usage.ts'
import type { Block, ModelMessage } from './content.ts'
import type { ModelError } from './model-error.ts'

/** A tool as the model sees it. The object is serialised once: keep it, do not rebuild it for every request. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** A piece of the system prompt. */
export interface SystemPart {
  readonly text: string
  /** The provider should keep what comes up to here. At most two parts count. */
  readonly breakpoint?: boolean
}

/** Asks the provider to clear old tool results before the model reads them. Tokens, and numbers of tool uses. */
export interface ContextEdit {
  readonly type: 'clear_tool_results'
  /** Only where the input is larger. */
  readonly trigger: number
  /** The most recent ones stay. */
  readonly keep: number
  /** Nothing is cleared where less would be freed. */
  readonly clearAtLeast: number
  readonly excludeTools: readonly string[]
}

/** What the provider did of it. */
interface AppliedEdit {
  readonly toolUses: number
  readonly tokens: number
}

export interface ModelRequest {
  readonly system: readonly SystemPart[]
  readonly tools: readonly ToolSpec[]
  /** Immutable objects: each is serialised once and its bytes are kept as long as it lives. */
  readonly messages: readonly ModelMessage[]
  /**
   * The message after which an earlier request ended. Gets a breakpoint of its own where more than 20 blocks came
   * since, which is as far as the provider looks back. The end of the messages always has one.
   */
  readonly earlierEnd?: number
  /** Tokens of the answer. Default: the model's maximum. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** How hard to think: `low`, `medium`, `high`, … as the provider knows them. Ollama has no such thing. */
  readonly effort?: string
  /** The answer's text is to be JSON of this schema. Providers promise it, so check it: see `structured.ts`. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema }
  /** Left out by models that cannot: see `Model.editsContext`. */
  readonly edit?: ContextEdit
}

export type StopReason = 'end' | 'tool_use' | 'max_tokens' | 'stop_sequence' | 'pause'

export interface ModelResponse {
  readonly content: readonly Block[]
  readonly stop: StopReason
  readonly usage: Usage
  /** The model that answered, as the provider names it. */
  readonly model: string
  /** The provider's id of the response. */
  readonly id?: string
  /** What the provider cleared before the model read the request. */
  readonly edited?: AppliedEdit
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool_start'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_input'; readonly id: string; readonly json: string }
  /** A block is complete. A tool use may be acted on from here. */
  | { readonly type: 'block'; readonly block: Block }
  /** The attempt failed and another follows after `delayMs`: forget what came so far. */
  | {
      readonly type: 'retry'
      readonly error: ModelError
      readonly attempt: number
      readonly delayMs: number
    }
  /** The last event. */
  | { readonly type: 'end'; readonly response: ModelResponse }

export interface StreamOptions {
  signal?: AbortSignal
}

export interface Model {
  /** anthropic, openai, ollama, … */
  readonly provider: string
  readonly name: string
  /** Tokens of context, input and output together. */
  readonly window: number
  /** Most tokens of one answer. */
  readonly maxOutput: number
  /** The provider clears old tool results when a request asks for it. */
  readonly editsContext?: boolean
  /** Thinking is signed together with everything before it: an edited prefix makes it invalid. */
  readonly bindsThinking?: boolean
  /** How long the provider keeps a prefix, in milliseconds; undefined where nobody knows. */
  readonly cacheLifeMs?: number
  /** The exact bytes of the request. Everything before the end of the messages is the prefix that providers cache. */
  serialise(request: ModelRequest): string
  /**
   * Ends with an `end` event or throws: ModelError for what the provider or the network did, `cancelled` after an
   * abort. Leaving the loop early ends the request.
   */
  stream(request: ModelRequest, options?: StreamOptions): AsyncGenerator<ModelEvent, void, undefined>
}

/** Runs a request to its end. */
export async function complete(
  model: Model,
  request: ModelRequest,
  options: StreamOptions = {},
): Promise<ModelResponse> {
  let response: ModelResponse | undefined
  // To its very end: whoever wraps a model counts what it cost there.
  for await (const event of model.stream(request, options)) {
    if (event.type === 'end') response = event.response
  }
  if (response) return response
  throw new MemdirError('internal', message(conversationTexts.noResponse))
}
