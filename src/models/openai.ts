// OpenAI and everything that speaks Chat Completions: Gemini's compatible endpoint, llama.cpp, vLLM, LM Studio.
import { loadSdk } from './load-sdk.ts'
import type { Model } from './model.ts'
import { type OpenAIDialect, serialiseOpenAI } from './openai-body.ts'
import { openaiDecoder } from './openai-stream.ts'
import type { RetryPolicy } from './plan-retry.ts'
import { classifySdkError } from './sdk-error.ts'
import { createStreamingModel } from './streaming-model.ts'
import type { Wire } from './wire.ts'

export interface OpenAIOptions {
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
  const client = lazyClient(options.apiKey, options.baseUrl ?? BASE_URLS[dialect])
  const wire: Wire = {
    serialise: (request) => serialiseOpenAI(request, body),
    async open(text, signal) {
      const post = (await client()).post('/chat/completions', {
        body: text,
        stream: true,
        signal,
        maxRetries: 0,
        headers: { 'content-type': 'application/json' },
      })
      return (await post) as AsyncIterable<unknown>
    },
    decoder: (builder) => openaiDecoder(provider, builder),
    classify: (error) => classifySdkError(error, provider, options.apiKey ? [options.apiKey] : []),
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

function lazyClient(apiKey: string | undefined, baseURL: string) {
  const open = async () => {
    const { OpenAI } = await loadSdk<typeof import('openai')>('openai')
    return new OpenAI({
      // The SDK wants one, and takes it from the environment otherwise.
      apiKey: apiKey ?? 'none',
      organization: null,
      project: null,
      baseURL,
      maxRetries: 0,
      logLevel: 'off',
    })
  }
  let client: ReturnType<typeof open> | undefined
  return () => {
    client ??= open()
    return client
  }
}
