// What the cases of the model contract work with.
import assert from 'node:assert/strict'
import type { Usage } from '../../../src/base/values/usage.ts'
import { type ModelMessage, text } from '../../../src/models/content.ts'
import type {
  Model,
  ModelEvent,
  ModelRequest,
  ModelResponse,
  StopReason,
  ToolSpec,
} from '../../../src/models/model.ts'
import type { ModelErrorKind } from '../../../src/models/model-error.ts'
import type { RetryPolicy } from '../../../src/models/providers/plan-retry.ts'
import type { ReplyLike } from './reply.ts'

export interface OpenedModel {
  model: Model
  /** The bodies that arrived, as bytes. */
  bodies(): readonly string[]
  close(): Promise<void>
}

/** An answer in the form that the provider documents. */
export interface DocumentedAnswer {
  /** What it is an example of. */
  readonly name: string
  /** Where the form is described, and when the example was written after it. */
  readonly page: string
  readonly date: string
  /** A model whose provider answers with these bytes. */
  open(): Promise<OpenedModel>
  readonly expected:
    | {
        readonly text: string
        readonly thinking?: string
        readonly tools: readonly Record<string, unknown>[]
        readonly stop: StopReason
        readonly usage: Usage
      }
    | { readonly error: ModelErrorKind; readonly key?: string }
}

export interface ModelHarness {
  open(
    script: readonly ReplyLike[],
    options: { retry: RetryPolicy; silenceMs?: number },
  ): Promise<OpenedModel>
  /** Must never come out in errors. Empty: there is none. */
  key: string
  /** Answers in the provider's own form. */
  documented?: readonly DocumentedAnswer[]
  /** What the protocol can say. */
  can: { cache: boolean; signatures: boolean; rawInput: boolean; refuse: boolean }
}

export interface ContractCase {
  name: string
  run(): Promise<void>
}

export const ONE_ATTEMPT: RetryPolicy = { retries: 0, firstDelayMs: 1, maxDelayMs: 2_000 }
export const THREE_ATTEMPTS: RetryPolicy = { retries: 2, firstDelayMs: 1, maxDelayMs: 2_000 }

const TOOL: ToolSpec = {
  name: 'Read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

export function ask(...prompts: string[]): ModelRequest {
  const messages: ModelMessage[] = prompts.map((words, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [text(words)],
  }))
  return { system: [{ text: 'Be brief.', breakpoint: true }], tools: [TOOL], messages }
}

export async function collect(
  model: Model,
  request: ModelRequest,
): Promise<{ events: ModelEvent[]; response: ModelResponse }> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(request)) events.push(event)
  const last = events.at(-1)
  assert.equal(last?.type, 'end', 'the last event is `end`')
  return { events, response: (last as Extract<ModelEvent, { type: 'end' }>).response }
}

/** Opens a model with a script, and closes it whatever happens. */
export type Using = (
  script: readonly ReplyLike[],
  use: (opened: OpenedModel) => Promise<void>,
  options?: { retry?: RetryPolicy; silenceMs?: number },
) => Promise<void>

export async function thrownBy(model: Model, request: ModelRequest, signal?: AbortSignal): Promise<unknown> {
  try {
    for await (const event of model.stream(request, { signal })) void event
  } catch (error) {
    return error
  }
  assert.fail('an error was expected')
}
