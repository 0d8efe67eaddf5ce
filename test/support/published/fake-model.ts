// A model that answers by script, in process. It records every request, refuses histories that a real provider would
// refuse, and counts a prompt cache: what passes with it passes with Claude.

import type { Model, ModelEvent, ModelRequest, StreamOptions } from '../../../src/models/model.ts'
import { serialiseAnthropic } from '../../../src/models/providers/anthropic-body.ts'
import { anthropicDecoder } from '../../../src/models/providers/anthropic-stream.ts'
import type { RetryPolicy } from '../../../src/models/providers/plan-retry.ts'
import { classifySdkError } from '../../../src/models/providers/sdk-error.ts'
import { createStreamingModel } from '../../../src/models/providers/streaming-model.ts'
import { anthropicEvents, anthropicProtocol } from './anthropic-protocol.ts'
import { CONTEXT_EDITING_BETA } from './context-editing.ts'
import { PromptCache } from './prompt-cache.ts'
import type { ProtocolResponse, ReplyInfo } from './protocol.ts'
import { asReply, DROPPED_TEXT, type Reply, type ReplyLike, replyUsage, type Say } from './reply.ts'

export const NO_RETRY: RetryPolicy = { retries: 0, firstDelayMs: 0, maxDelayMs: 0 }

export interface FakeRequest {
  readonly request: ModelRequest
  /** The bytes that would have been sent. */
  readonly body: string
}

/** In order, or decided from the request; a list that is used up says so in words. */
export type FakeScript =
  | readonly (ReplyLike | ((request: ModelRequest) => ReplyLike))[]
  | ((request: ModelRequest, number: number) => ReplyLike)

export interface FakeModelOptions {
  name?: string
  window?: number
  maxOutput?: number
  /** Default: none. */
  retry?: RetryPolicy
  silenceMs?: number
  /** Shared between fakes of one provider. */
  cache?: PromptCache
  /** It clears tool results when it is asked to; or says so, and then does not, or refuses the request. */
  editsContext?: boolean | 'ignored' | 'refused'
  bindsThinking?: boolean
  cacheLifeMs?: number
}

export class FakeModel implements Model {
  readonly provider = 'fake'
  readonly name: string
  readonly window: number
  readonly maxOutput: number
  readonly editsContext: boolean
  readonly bindsThinking: boolean
  readonly cacheLifeMs: number | undefined
  readonly requests: FakeRequest[] = []
  private readonly model: Model
  private readonly editing: boolean | 'ignored' | 'refused'
  /** By their bytes: several conversations may use one fake at a time. */
  private readonly asked = new Map<string, ModelRequest>()

  constructor(script: FakeScript, options: FakeModelOptions = {}) {
    const { name = 'fake', window = 200_000, maxOutput = 8_000, cache = new PromptCache() } = options
    this.name = name
    this.window = window
    this.maxOutput = maxOutput
    this.editsContext = Boolean(options.editsContext)
    this.editing = options.editsContext ?? false
    this.bindsThinking = options.bindsThinking ?? false
    this.cacheLifeMs = options.cacheLifeMs
    this.model = createStreamingModel(
      {
        serialise: (request) => serialiseAnthropic(request, { model: name, maxOutput, cache: '5m' }),
        open: (body, signal) => this.open(body, signal, script, cache),
        decoder: anthropicDecoder,
        classify: (error) => classifySdkError(error, { provider: 'fake', model: this.name, secrets: [] }),
      },
      {
        provider: 'fake',
        name,
        window,
        maxOutput,
        retry: options.retry ?? NO_RETRY,
        silenceMs: options.silenceMs,
      },
    )
  }

  serialise(request: ModelRequest): string {
    return this.model.serialise(request)
  }

  async *stream(request: ModelRequest, options?: StreamOptions): AsyncGenerator<ModelEvent, void, undefined> {
    this.asked.set(this.serialise(request), request)
    yield* this.model.stream(request, options)
  }

  private async open(
    body: string,
    signal: AbortSignal,
    script: FakeScript,
    cache: PromptCache,
  ): Promise<AsyncIterable<unknown>> {
    const request = this.asked.get(body)
    if (!request) throw new Error('a body that stream() was not given')
    this.requests.push({ request, body })
    const parsed: Record<string, unknown> = JSON.parse(body)
    const betas = this.editing === 'refused' ? '' : CONTEXT_EDITING_BETA
    const problem = anthropicProtocol.problem(parsed, { 'anthropic-beta': betas })
    if (problem) throw httpError(anthropicProtocol.refuse(problem))
    const reply = asReply(nextReply(script, request, this.requests.length))
    if ('fail' in reply && !reply.midStream) throw httpError(anthropicProtocol.failure(reply))
    if ('drop' in reply && reply.drop === 'before') throw new Error('fetch failed')
    const counted = cache.take(body)
    const { context_management: _, ...without } = parsed
    const heeded = this.editing === 'ignored' ? without : parsed
    const info = { number: this.requests.length, model: this.name, body: heeded }
    return events(reply, info, counted, body, signal)
  }
}

function nextReply(script: FakeScript, request: ModelRequest, number: number): ReplyLike {
  if (typeof script === 'function') return script(request, number)
  const next = script[number - 1] ?? 'Nothing more in the script.'
  return typeof next === 'function' ? next(request) : next
}

function httpError({ status, headers, body }: ProtocolResponse): Error {
  const get = (name: string) => headers?.[name] ?? null
  return Object.assign(new Error(`status ${status}`), { status, error: body, headers: { get } })
}

async function* events(
  reply: Reply,
  info: Omit<ReplyInfo, 'usage'>,
  counted: { input: number; cacheRead: number; cacheCreated: number },
  body: string,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const say: Say = 'say' in reply ? reply : { say: [{ text: DROPPED_TEXT }] }
  const plain = replyUsage(say, Buffer.byteLength(body))
  const usage = say.usage ? plain : { ...counted, output: plain.output }
  const all = anthropicEvents(say, { ...info, usage })
  if (say.delayMs) await pause(say.delayMs, signal)
  for (const event of 'say' in reply ? all : all.slice(0, -3)) {
    if ('say' in reply && reply.slow) await pause(reply.slow.pauseMs, signal)
    yield event
  }
  if ('fail' in reply) throw httpError({ ...anthropicProtocol.failure(reply), status: 0 })
  if ('drop' in reply && reply.drop === 'silence') await pause(2 ** 30, signal)
  if ('drop' in reply) throw new Error('terminated')
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake, { once: true })
  })
}
