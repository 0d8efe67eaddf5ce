// Claude: the body is ours, byte for byte, the stream is read by the official SDK.

import type { Model } from '../model.ts'
import { serialiseAnthropic } from './anthropic-body.ts'
import { anthropicDecoder } from './anthropic-stream.ts'
import type { RetryPolicy } from './plan-retry.ts'
import { postStream } from './post-stream.ts'
import { classifySdkError } from './sdk-error.ts'
import { createStreamingModel } from './streaming-model.ts'
import type { Wire } from './wire.ts'

interface AnthropicOptions {
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

/** The version of the Messages API, as the SDK that our range of versions begins with says it. */
const API_VERSION = '2026-10-21'

/** Asked for only with the requests that use it. */
const CONTEXT_EDITING = 'context-management-2025-06-27'

export function createAnthropicModel(options: AnthropicOptions): Model {
  const maxOutput = options.maxOutput ?? 32_000
  const body = {
    model: options.model,
    maxOutput,
    cache: options.cache ?? '5m',
    parameters: options.parameters,
  }
  const wire: Wire = {
    serialise: (request) => serialiseAnthropic(request, body),
    open: (text, signal, request) =>
      postStream({
        sdk: '@anthropic-ai/sdk',
        baseUrl: options.baseUrl ?? 'https://api.anthropic.com',
        path: '/v1/messages',
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          'anthropic-version': API_VERSION,
          ...betaHeader([...(options.betas ?? []), ...(request.edit ? [CONTEXT_EDITING] : [])]),
        },
        body: text,
        signal,
      }),
    decoder: anthropicDecoder,
    classify: (error) =>
      classifySdkError(error, { provider: 'anthropic', model: options.model, secrets: [options.apiKey] }),
  }
  return createStreamingModel(wire, {
    provider: 'anthropic',
    name: options.model,
    window: options.window ?? 200_000,
    maxOutput,
    retry: options.retry,
    silenceMs: options.silenceMs,
    editsContext: true,
    bindsThinking: true,
    cacheLifeMs: options.cache === '1h' ? 60 * 60_000 : options.cache === 'off' ? undefined : 5 * 60_000,
  })
}

function betaHeader(betas: readonly string[]): Record<string, string> {
  return betas.length > 0 ? { 'anthropic-beta': [...new Set(betas)].join(',') } : {}
}
