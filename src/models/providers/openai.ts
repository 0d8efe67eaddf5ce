// OpenAI and everything that speaks Chat Completions: Gemini's compatible endpoint, llama.cpp, vLLM, LM Studio.
import type { Model } from '../model.ts'
import { type OpenAIDialect, serialiseOpenAI } from './openai-body.ts'
import { openaiDecoder } from './openai-stream.ts'
import type { RetryPolicy } from './plan-retry.ts'
import { postStream } from './post-stream.ts'
import { classifySdkError } from './sdk-error.ts'
import { createStreamingModel } from './streaming-model.ts'
import type { Wire } from './wire.ts'

interface OpenAIOptions {
  model: string
  /** Local servers need none. */
  apiKey?: string
  /** Default: OpenAI, or Gemini for that dialect. Local servers: http://127.0.0.1:8080/v1 and the like. */
  baseUrl?: string
  /** Default: `openai` without a base URL, else `compatible`. */
  dialect?: OpenAIDialect
  /** Default 128,000. A local server's own limit is often far lower: set it. */
  window?: number
  /** Default 16,000. */
  maxOutput?: number
  /** More fields of the request: `prompt_cache_key`, `reasoning_effort`, … */
  parameters?: Record<string, unknown>
  retry?: RetryPolicy
  silenceMs?: number
}

const BASE_URLS: Record<OpenAIDialect, string> = {
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai',
  compatible: 'http://127.0.0.1:8080/v1',
}

export function createOpenAIModel(options: OpenAIOptions): Model {
  const dialect = options.dialect ?? (options.baseUrl === undefined ? 'openai' : 'compatible')
  const provider = dialect === 'compatible' ? 'the model server' : dialect
  const maxOutput = options.maxOutput ?? 16_000
  const body = { model: options.model, maxOutput, dialect, parameters: options.parameters }
  const wire: Wire = {
    serialise: (request) => serialiseOpenAI(request, body),
    open: (text, signal) =>
      postStream({
        sdk: 'openai',
        baseUrl: options.baseUrl ?? BASE_URLS[dialect],
        path: '/chat/completions',
        headers: { authorization: `Bearer ${options.apiKey ?? 'none'}` },
        body: text,
        signal,
      }),
    decoder: (builder) => openaiDecoder(provider, builder),
    classify: (error) =>
      classifySdkError(error, {
        provider,
        model: options.model,
        secrets: options.apiKey ? [options.apiKey] : [],
      }),
  }
  return createStreamingModel(wire, {
    provider: dialect === 'compatible' ? 'openai-compatible' : dialect,
    name: options.model,
    window: options.window ?? 128_000,
    maxOutput,
    retry: options.retry,
    silenceMs: options.silenceMs,
  })
}
