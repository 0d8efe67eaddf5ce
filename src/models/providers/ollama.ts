// Ollama through its own package and protocol.

import { message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { readResponse } from '../../base/processes/read-response.ts'
import { randomId } from '../../base/values/ids.ts'
import type { Model } from '../model.ts'
import { ModelError } from '../model-error.ts'
import { classifyFailure } from './classify-failure.ts'
import { loadSdk } from './load-sdk.ts'
import { serialiseOllama } from './ollama-body.ts'
import type { RetryPolicy } from './plan-retry.ts'
import type { ResponseBuilder } from './response-builder.ts'
import { classifySdkError } from './sdk-error.ts'
import { createStreamingModel } from './streaming-model.ts'
import type { Decoder, Wire } from './wire.ts'

interface OllamaOptions {
  model: string
  /** Default http://127.0.0.1:11434 */
  baseUrl?: string
  /** Sent as a bearer token; only hosted servers ask for one. */
  apiKey?: string
  /** Becomes `num_ctx`: the server reserves memory for it. Default 32,768. */
  window?: number
  /** Default 8,192. */
  maxOutput?: number
  /** More fields of the request: `keep_alive`, `think`, … */
  parameters?: Record<string, unknown>
  retry?: RetryPolicy
  silenceMs?: number
}

interface RawCall {
  id?: string
  function: { name: string; arguments: unknown }
}

interface RawChunk {
  model?: string
  message?: {
    content?: string
    thinking?: string
    tool_calls?: RawCall[]
  }
  done?: boolean
  done_reason?: string
  prompt_eval_count?: number
  eval_count?: number
}

export function createOllamaModel(options: OllamaOptions): Model {
  const window = options.window ?? 32_768
  const maxOutput = options.maxOutput ?? 8_192
  const body = { model: options.model, window, maxOutput, parameters: options.parameters }
  const secrets = options.apiKey ? [options.apiKey] : []
  const wire: Wire = {
    serialise: (request) => serialiseOllama(request, body),
    open: (text, signal) => open(text, signal, options, secrets),
    decoder: (builder) => ollamaDecoder(builder, window),
    classify: (error) => classifySdkError(error, { provider: 'ollama', model: options.model, secrets }),
  }
  return createStreamingModel(wire, {
    provider: 'ollama',
    name: options.model,
    window,
    maxOutput,
    retry: options.retry,
    silenceMs: options.silenceMs,
  })
}

/** The package serialises requests itself and prints to stdout on errors: a fetch of our own prevents both. */
async function open(
  body: string,
  signal: AbortSignal,
  { model, baseUrl, apiKey }: OllamaOptions,
  secrets: readonly string[],
): Promise<AsyncIterable<unknown>> {
  const { Ollama } = await loadSdk<typeof import('ollama')>('ollama')
  const client = new Ollama({
    host: baseUrl ?? 'http://127.0.0.1:11434',
    ...(apiKey && { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, body, signal })
      if (response.ok) return response
      throw await refusal(response, model, secrets)
    },
  })
  return client.chat({ model, messages: [], stream: true })
}

/** More of a refusal nobody reads. */
const REFUSAL_BYTES = 64_000

async function refusal(response: Response, model: string, secrets: readonly string[]): Promise<ModelError> {
  const { text: answer } = await readResponse(response, REFUSAL_BYTES).catch(() => ({ text: '' }))
  let message = answer === '' ? `status ${response.status}` : answer
  let known = false
  try {
    const { error } = JSON.parse(answer) as { error?: unknown }
    known = typeof error === 'string' && /\bmodel\b/i.test(error)
    message = typeof error === 'string' ? error : JSON.stringify(error ?? answer)
  } catch {
    // Plain text: as it is.
  }
  const { status, headers } = response
  return classifyFailure({ provider: 'ollama', model, status, message, known, headers, secrets })
}

export function ollamaDecoder(builder: ResponseBuilder, window: number): Decoder {
  let calls = 0
  let reason: string | undefined
  return {
    push(raw) {
      const chunk = raw as RawChunk
      builder.model = chunk.model ?? builder.model
      if (chunk.message?.thinking) builder.thinking('thinking', chunk.message.thinking)
      if (chunk.message?.content) {
        builder.close('thinking')
        builder.text('text', chunk.message.content)
      }
      for (const call of chunk.message?.tool_calls ?? []) addCall(builder, `tool-${calls++}`, call)
      if (chunk.done) reason = chunk.done_reason ?? 'stop'
      readUsage(builder, chunk)
    },
    end() {
      if (reason === undefined)
        throw new ModelError('network', message(modelsTexts.answerCutOff, { provider: 'ollama' }), {
          provider: 'ollama',
        })
      // An old server has cut the prompt to what fits: what the model answered, it answered to something else.
      if (builder.usage.input >= window - 1) {
        throw new ModelError('too_long', message(modelsTexts.overNumCtx, { window }), {
          provider: 'ollama',
        })
      }
      builder.stop = calls > 0 ? 'tool_use' : reason === 'length' ? 'max_tokens' : 'end'
    },
  }
}

/** Calls come whole. */
function addCall(builder: ResponseBuilder, key: string, { id, function: called }: RawCall): void {
  builder.close('thinking')
  builder.close('text')
  builder.tool(key, id || `call_${randomId(12)}`, called.name)
  builder.toolInput(key, JSON.stringify(called.arguments ?? {}))
  builder.close(key)
}

function readUsage(
  builder: ResponseBuilder,
  { prompt_eval_count: input, eval_count: output }: RawChunk,
): void {
  if (input === undefined && output === undefined) return
  builder.usage = { input: input ?? 0, output: output ?? 0, cacheRead: 0, cacheCreated: 0 }
}
