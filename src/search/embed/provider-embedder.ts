// An Embedder over HTTP for anything that speaks OpenAI's `/embeddings`: Ollama, llama.cpp, vLLM, OpenAI.
// Used only when the user configured it. Keys are sent to the configured address and never put into a message.

import { embeddingTexts } from '../../base/messages/embedding.ts'
import { embeddingProviderTexts } from '../../base/messages/embedding-provider.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'
import { providerAddress } from './provider-address.ts'
import type { ProviderMeter, ProviderRequest } from './provider-request.ts'
import { requestEmbeddings } from './provider-request.ts'
import { createCombiner } from './windows.ts'

export interface ProviderOptions {
  /** For example `http://localhost:11434/v1`; `/embeddings` is appended. Absent: the model's usual one. */
  baseUrl?: string
  model: string
  apiKey?: string
  /** Checked against every answer. Without it the first answer decides. */
  dimensions?: number
  /** Texts of one request. Default 96: what the strictest of the known providers takes. */
  batchSize?: number
  /** Longer texts are embedded in pieces. Default 6,000: within 8,192 tokens even for Chinese. */
  maxCharacters?: number
  /** How long one request may take. Default 30,000. */
  timeoutMs?: number
  /** After the first attempt. Default 3. */
  retries?: number
  /** The first pause before a retry; it doubles. Default 500. */
  backoffMs?: number
  /** What some models want before a text, for example `search_query: `. */
  queryPrefix?: string
  memoryPrefix?: string
  meter?: ProviderMeter
}

/** Before the names of providers' models. */
const PROVIDER = 'provider/'

/** Somebody waits for the answer, and there is another by words. */
const QUESTION_TIMEOUT_MS = 3_000

/** A request costs a round trip, and some providers count requests: as much at once as they take. */
const STEP_TOKENS = 65_536

function hasty(request: ProviderRequest): ProviderRequest {
  return { ...request, timeoutMs: Math.min(request.timeoutMs, QUESTION_TIMEOUT_MS), retries: 0 }
}

/** `dimensions` is 0 until it is configured or the first answer has come. */
export function createProviderEmbedder(options: ProviderOptions): Embedder {
  const request: ProviderRequest = {
    url: endpointOf(providerAddress(options)),
    model: options.model,
    apiKey: options.apiKey,
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    backoffMs: options.backoffMs ?? 500,
    ...(options.meter ? { meter: options.meter } : {}),
  }
  let dimensions = options.dimensions ?? 0
  let closed = false

  const check = (vector: readonly number[]): void => {
    dimensions ||= vector.length
    if (vector.length === dimensions) return
    throw new MemdirError(
      'provider',
      message(embeddingProviderTexts.wrongDimensions, {
        model: options.model,
        got: vector.length,
        expected: dimensions,
      }),
      {
        fix: message(embeddingProviderTexts.correctDimensions, { got: vector.length }),
      },
    )
  }

  const embed = async (texts: readonly string[], asked: EmbedOptions): Promise<Float32Array[]> => {
    if (closed) throw new MemdirError('internal', message(embeddingTexts.embedderClosed))
    const prefix = (asked.purpose === 'query' ? options.queryPrefix : options.memoryPrefix) ?? ''
    const pieces = texts.flatMap((text, index) => cut(text, options.maxCharacters ?? 6000, index))
    const size = options.batchSize ?? 96
    let combiner: ReturnType<typeof createCombiner> | undefined
    for (let from = 0; from < pieces.length; from += size) {
      const batch = pieces.slice(from, from + size)
      const vectors = await requestEmbeddings(
        asked.waiting ? hasty(request) : request,
        batch.map((piece) => prefix + piece.content),
        asked.signal,
      )
      vectors.forEach(check)
      combiner ??= createCombiner(texts.length, dimensions)
      for (const [i, piece] of batch.entries())
        combiner.add(piece.text, vectors[i] ?? [], piece.content.length)
      asked.onProgress?.(pieces[from + size]?.text ?? texts.length, texts.length)
    }
    return combiner?.finish() ?? []
  }

  return {
    model: `${PROVIDER}${options.model}`,
    address: request.url,
    get dimensions() {
      return dimensions
    },
    languages: ['en', 'zh'],
    stepTokens: STEP_TOKENS,
    embed,
    close: async () => {
      closed = true
    },
  }
}

interface Piece {
  text: number
  content: string
}

/** Providers refuse empty texts: a blank stands for nothing. */
function cut(text: string, limit: number, index: number): Piece[] {
  if (text.trim() === '') return [{ text: index, content: ' ' }]
  const pieces: Piece[] = []
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + limit)
    // Never between the halves of a character.
    if (end < text.length && /[\udc00-\udfff]/.test(text.charAt(end)) && end - from > 1) end--
    pieces.push({ text: index, content: text.slice(from, end) })
    from = end
  }
  return pieces
}

function endpointOf(baseUrl: string): string {
  try {
    const url = new URL(baseUrl)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not http')
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`
    return url.href
  } catch (cause) {
    throw new MemdirError('bad_settings', message(embeddingProviderTexts.notAWebAddress), {
      fix: message(embeddingProviderTexts.giveFullAddress),
      cause,
    })
  }
}
