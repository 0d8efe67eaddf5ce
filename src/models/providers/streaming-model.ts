// A Model from a Wire: retries with back-off, abort, a limit on silence, and usage where the server reports none.
import { setTimeout as wait } from 'node:timers/promises'
import { message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import { inputTokens, type Usage } from '../../base/values/usage.ts'
import type { Model, ModelEvent, ModelRequest, ModelResponse, StreamOptions } from '../model.ts'
import { cancelledError, isCancelled, ModelError } from '../model-error.ts'
import { DEFAULT_RETRY, planRetry, type RetryPolicy } from './plan-retry.ts'
import { ResponseBuilder } from './response-builder.ts'
import type { Wire } from './wire.ts'

interface StreamingModelOptions {
  provider: string
  name: string
  window: number
  maxOutput: number
  retry?: RetryPolicy
  /** A stream that says nothing for so long counts as broken. Default 5 minutes: thinking can be silent. */
  silenceMs?: number
  editsContext?: boolean
  bindsThinking?: boolean
  cacheLifeMs?: number
}

const SILENCE_MS = 300_000

export function createStreamingModel(wire: Wire, options: StreamingModelOptions): Model {
  const { provider, name, window, maxOutput } = options
  const policy = options.retry ?? DEFAULT_RETRY
  async function* stream(
    request: ModelRequest,
    { signal }: StreamOptions = {},
  ): AsyncGenerator<ModelEvent, void, undefined> {
    const body = wire.serialise(request)
    for (let attempt = 0; ; attempt++) {
      if (signal?.aborted) throw cancelledError()
      const builder = new ResponseBuilder(name)
      try {
        yield* once(wire, { body, request }, builder, options, signal)
        return
      } catch (thrown) {
        if (signal?.aborted || isCancelled(thrown)) throw cancelledError()
        const error = withSpent(ModelError.is(thrown) ? thrown : wire.classify(thrown), builder.usage)
        const delayMs = planRetry(error, attempt, policy, Math.random())
        if (delayMs === undefined) throw error
        yield { type: 'retry', error, attempt: attempt + 1, delayMs }
        await wait(delayMs, undefined, { signal }).catch(() => {
          throw cancelledError()
        })
      }
    }
  }
  return {
    ...{ provider, name, window, maxOutput },
    ...traitsOf(options),
    serialise: (request) => wire.serialise(request),
    stream,
  }
}

/** One attempt. The request ends with the generator, whoever ends it. */
async function* once(
  wire: Wire,
  { body, request }: { body: string; request: ModelRequest },
  builder: ResponseBuilder,
  options: StreamingModelOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<ModelEvent, void, undefined> {
  const watch = watchSilence(options, signal)
  let iterator: AsyncIterator<unknown> | undefined
  try {
    iterator = (await watch.race(wire.open(body, watch.signal, request)))[Symbol.asyncIterator]()
    const decoder = wire.decoder(builder)
    for (;;) {
      const next = await watch.race(iterator.next())
      if (next.done) break
      decoder.push(next.value)
      for (const event of builder.takeEvents()) yield event
    }
    decoder.end()
    builder.closeAll()
    for (const event of builder.takeEvents()) yield event
    yield { type: 'end', response: withUsage(builder.response(), body) }
  } finally {
    watch.stop()
    // Not awaited: a stream that hangs would hang its reader.
    iterator?.return?.()?.then(undefined, () => undefined)
  }
}

/** What a model says of itself besides its size; those that wrap one pass it on. */
export function traitsOf({
  editsContext,
  bindsThinking,
  cacheLifeMs,
}: Pick<Model, 'editsContext' | 'bindsThinking' | 'cacheLifeMs'>) {
  return {
    ...(editsContext && { editsContext }),
    ...(bindsThinking && { bindsThinking }),
    ...(cacheLifeMs !== undefined && { cacheLifeMs }),
  }
}

interface Watch {
  readonly signal: AbortSignal
  /** Rejects when aborted or when nothing came for too long. Each call restarts the time. */
  race<T>(promise: Promise<T>): Promise<T>
  stop(): void
}

function watchSilence(options: StreamingModelOptions, outer: AbortSignal | undefined): Watch {
  const limit = options.silenceMs ?? SILENCE_MS
  const controller = new AbortController()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Where it fails between two calls of `race` the next one says so: until then Node must not end the process for it.
  failed.catch(() => undefined)
  const onAbort = () => {
    fail(cancelledError())
    controller.abort()
  }
  // A slow reader is not a silent server: only the time inside `race` counts.
  let waiting = false
  const timer = setTimeout(() => {
    if (!waiting) return
    fail(silent(options.provider, limit))
    controller.abort()
  }, limit)
  if (outer?.aborted) onAbort()
  else outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    async race(promise) {
      timer.refresh()
      waiting = true
      // The same for what fails after the silence was too long: the caller has its error by then.
      promise.catch(() => undefined)
      try {
        return await Promise.race([promise, failed])
      } finally {
        waiting = false
      }
    },
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}

function silent(provider: string, limit: number): ModelError {
  const seconds = Math.round(limit / 1_000)
  return new ModelError('network', message(modelsTexts.providerSilent, { provider, seconds }), { provider })
}

function withSpent(error: ModelError, spent: Usage): ModelError {
  return inputTokens(spent) + spent.output > 0 && !error.usage ? error.withUsage(spent) : error
}

function withUsage(response: ModelResponse, body: string): ModelResponse {
  if (inputTokens(response.usage) > 0) return response
  const usage: Usage = {
    input: estimateTokens(body),
    output:
      response.usage.output ||
      estimateTokens(response.content.map((block) => JSON.stringify(block)).join('')),
    cacheRead: 0,
    cacheCreated: 0,
    estimated: true,
  }
  return { ...response, usage }
}
