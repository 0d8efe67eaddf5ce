// Claude, through the official SDK: its transport, authentication and stream parser. The body is ours, byte for byte.
import { serialiseAnthropic } from './anthropic-body.ts'
import { anthropicDecoder } from './anthropic-stream.ts'
import { loadSdk } from './load-sdk.ts'
import type { Model } from './model.ts'
import type { RetryPolicy } from './plan-retry.ts'
import { classifySdkError } from './sdk-error.ts'
import { createStreamingModel } from './streaming-model.ts'
import type { Wire } from './wire.ts'

export interface AnthropicOptions {
  model: string
  apiKey: string
  /** Default https://api.anthropic.com */
  baseUrl?: string
  /** Default 200,000. */
  window?: number
  /** Default 32,000. */
  maxOutput?: number
  /** How long the provider keeps the prefix. Writing costs 1.25× for 5 minutes, 2× for an hour; reading 0.1×. */
  cache?: '5m' | '1h' | 'off'
  /** More fields of the request: `thinking`, `metadata`, … */
  parameters?: Record<string, unknown>
  /** Sent as `anthropic-beta`. */
  betas?: readonly string[]
  retry?: RetryPolicy
  silenceMs?: number
}

export function createAnthropicModel(options: AnthropicOptions): Model {
  const maxOutput = options.maxOutput ?? 32_000
  const body = {
    model: options.model,
    maxOutput,
    cache: options.cache ?? '5m',
    parameters: options.parameters,
  }
  const client = lazyClient(options)
  const wire: Wire = {
    serialise: (request) => serialiseAnthropic(request, body),
    async open(text, signal) {
      const post = (await client()).post('/v1/messages', {
        body: text,
        stream: true,
        signal,
        maxRetries: 0,
        headers: {
          'content-type': 'application/json',
          ...(options.betas?.length && { 'anthropic-beta': options.betas.join(',') }),
        },
      })
      return (await post) as AsyncIterable<unknown>
    },
    decoder: anthropicDecoder,
    classify: (error) => classifySdkError(error, 'anthropic', [options.apiKey]),
  }
  return createStreamingModel(wire, {
    provider: 'anthropic',
    name: options.model,
    window: options.window ?? 200_000,
    maxOutput,
    retry: options.retry,
    silenceMs: options.silenceMs,
  })
}

function lazyClient({ apiKey, baseUrl }: AnthropicOptions) {
  const open = async () => {
    const { Anthropic } = await loadSdk<typeof import('@anthropic-ai/sdk')>('@anthropic-ai/sdk')
    return new Anthropic({
      apiKey,
      authToken: null,
      baseURL: baseUrl ?? 'https://api.anthropic.com',
      maxRetries: 0,
      // Its debug log would print headers and bodies.
      logLevel: 'off',
    })
  }
  let client: ReturnType<typeof open> | undefined
  return () => {
    client ??= open()
    return client
  }
}
