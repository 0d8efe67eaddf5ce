// One request for embeddings: time-out, retry with back-off, and errors that say what to do.
import { setTimeout as wait } from 'node:timers/promises'
import { embeddingTexts } from '../../base/messages/embedding.ts'
import { embeddingProviderTexts } from '../../base/messages/embedding-provider.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { readResponse } from '../../base/processes/read-response.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'

/** Who counts and caps what is sent. Every request is asked for, and recorded: failed and repeated ones too. */
export interface ProviderMeter {
  /** Throws where it may not be made. `tokens`: an estimate. */
  allow(tokens: number): void | Promise<void>
  record(call: { provider: string; model: string; tokens: number; estimated: boolean; failed?: string }): void
}

export interface ProviderRequest {
  url: string
  model: string
  apiKey?: string
  timeoutMs: number
  retries: number
  backoffMs: number
  meter?: ProviderMeter
}

/** A provider that wants us to wait longer than this is not waited for. */
const LONGEST_PAUSE_MS = 30_000
/** That can be set. */
const MOST_DIMENSIONS = 8192
/** Each number written with all its digits. */
const VECTOR_BYTES = MOST_DIMENSIONS * 32
/** What an answer may have besides its vectors, and a refusal. */
const REST_BYTES = 64_000
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504])

type Attempt =
  | { vectors: number[][]; tokens?: number }
  | { retryable: boolean; error: MemdirError; afterMs?: number }

/** Vectors in the order of the texts. Throws `provider` or `cancelled`. */
export async function requestEmbeddings(
  request: ProviderRequest,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  for (let tried = 0; ; tried++) {
    const outcome = await metered(request, texts, signal)
    if ('vectors' in outcome) return outcome.vectors
    const pause = outcome.afterMs ?? request.backoffMs * 2 ** tried * (0.75 + Math.random() / 2)
    if (!outcome.retryable || tried >= request.retries || pause > LONGEST_PAUSE_MS) throw outcome.error
    await wait(pause, undefined, { signal }).catch(() => {
      throw cancelled(signal)
    })
  }
}

async function metered(
  request: ProviderRequest,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const { meter, model } = request
  if (!meter) return attempt(request, texts, signal)
  const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  await meter.allow(estimate)
  const record = (tokens: number | undefined, failed?: string) =>
    meter.record({
      ...{
        provider: providerOf(request),
        model,
        tokens: tokens ?? estimate,
        estimated: tokens === undefined,
      },
      ...(failed ? { failed } : {}),
    })
  try {
    const outcome = await attempt(request, texts, signal)
    if ('vectors' in outcome) record(outcome.tokens)
    else record(0, 'error')
    return outcome
  } catch (error) {
    // Nobody says what a request cost that was given up: what was sent is counted.
    record(undefined, 'cancelled')
    throw error
  }
}

/** A server of one's own costs nothing; others are known by their address. */
function providerOf({ url }: ProviderRequest): string {
  const { hostname } = new URL(url)
  return /^(localhost|127\.|\[::1\])/.test(hostname) ? 'openai-compatible' : hostname
}

async function attempt(
  request: ProviderRequest,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  try {
    if (signal?.aborted) throw cancelled(signal)
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(request.apiKey ? { authorization: `Bearer ${request.apiKey}` } : {}),
      },
      // Another address was not asked for: it would be sent what memories say.
      redirect: 'error',
      body: JSON.stringify({ model: request.model, input: texts, encoding_format: 'float' }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const most = texts.length * VECTOR_BYTES + REST_BYTES
    const { text: body, whole } = await readResponse(response, response.ok ? most : REST_BYTES)
    if (!response.ok) return refused(request, response, body)
    return whole
      ? readVectors(request, body, texts.length)
      : wrongAnswer(request, message(embeddingProviderTexts.answerTooLarge))
  } catch (error) {
    if (MemdirError.is(error)) throw error
    if (signal?.aborted) throw cancelled(signal)
    return failed(request, error, timeout.aborted)
  }
}

interface Answer {
  data: { index?: unknown; embedding?: unknown }[]
  usage?: { total_tokens?: unknown; prompt_tokens?: unknown }
}

/** Nothing of it is used before it was compared with what was asked for: an index is a place in an array of ours. */
function readVectors(request: ProviderRequest, body: string, count: number): Attempt {
  const answer = parseAnswer(body)
  if (!answer) return wrongAnswer(request, message(embeddingProviderTexts.notEmbeddings))
  const { data, usage } = answer
  if (data.length !== count)
    return wrongAnswer(request, message(embeddingProviderTexts.wrongCount, { got: data.length, count }))
  const vectors = new Array<number[] | undefined>(count).fill(undefined)
  for (const [i, one] of data.entries()) {
    const index = one?.index ?? i
    if (!isPlace(index, count))
      return wrongAnswer(request, message(embeddingProviderTexts.wrongIndex, { index: shown(index), count }))
    if (isVector(one?.embedding)) vectors[index] = one.embedding
  }
  const whole = vectors.filter((vector) => vector !== undefined)
  if (whole.length < count) return wrongAnswer(request, message(embeddingProviderTexts.wrongVector))
  const used = usage?.total_tokens ?? usage?.prompt_tokens
  return { vectors: whole, ...(typeof used === 'number' && used >= 0 && { tokens: used }) }
}

function parseAnswer(body: string): Answer | undefined {
  try {
    const answer = JSON.parse(body) as Answer | null
    return Array.isArray(answer?.data) ? answer : undefined
  } catch {
    return undefined
  }
}

function isPlace(index: unknown, count: number): index is number {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
}

function isVector(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_DIMENSIONS &&
    value.every(Number.isFinite)
  )
}

/** As much of what somebody else wrote as a message needs. */
function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 20)
}

function wrongAnswer(request: ProviderRequest, reason: Message): Attempt {
  const error = new MemdirError(
    'provider',
    message(embeddingProviderTexts.providerFailed, { host: hostOf(request), reason }),
    {
      fix: message(embeddingProviderTexts.checkEndpoint),
    },
  )
  return { retryable: false, error }
}

function refused(request: ProviderRequest, response: Response, body: string): Attempt {
  const { status } = response
  const detail = reasonIn(body, request.apiKey)
  const error = new MemdirError(
    'provider',
    detail
      ? message(embeddingProviderTexts.providerAnsweredWith, { host: hostOf(request), status, detail })
      : message(embeddingProviderTexts.providerAnswered, { host: hostOf(request), status }),
    { fix: fixFor(status, request.model), details: { status } },
  )
  return { retryable: RETRIED.has(status), error, afterMs: retryAfter(response.headers.get('retry-after')) }
}

function failed(request: ProviderRequest, cause: unknown, timedOut: boolean): Attempt {
  const code = systemCode((cause as { cause?: unknown }).cause)
  const reason = timedOut
    ? message(embeddingProviderTexts.noAnswerInTime, { seconds: request.timeoutMs / 1000 })
    : (code ?? message(embeddingProviderTexts.connectionFailed))
  const error = new MemdirError(
    'provider',
    message(embeddingProviderTexts.providerFailed, { host: hostOf(request), reason }),
    {
      fix: message(embeddingProviderTexts.checkServer),
      details: code ? { system: code } : undefined,
    },
  )
  // A server that is not there will not be there in half a second.
  return { retryable: !['ECONNREFUSED', 'ENOTFOUND'].includes(code ?? ''), error }
}

function fixFor(status: number, model: string): Message {
  if (status === 401 || status === 403) return message(embeddingProviderTexts.checkEmbeddingKey)
  if (status === 404) return message(embeddingProviderTexts.checkModelThere, { model })
  if (status === 429) return message(embeddingProviderTexts.providerLimits)
  if (status >= 500) return message(embeddingProviderTexts.providerFault)
  return message(embeddingProviderTexts.checkProviderSettings)
}

function reasonIn(body: string, apiKey: string | undefined): string {
  let reason = body
  try {
    const { error } = JSON.parse(body) as { error?: string | { message?: string } }
    reason = (typeof error === 'string' ? error : error?.message) ?? ''
  } catch {}
  const safe = apiKey ? reason.replaceAll(apiKey, '…') : reason
  return safe.replace(/\s+/g, ' ').trim().slice(0, 200)
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function cancelled(signal: AbortSignal | undefined): MemdirError {
  return new MemdirError('cancelled', message(embeddingTexts.embeddingCancelled), { cause: signal?.reason })
}

/** Without path, user or key. */
function hostOf({ url }: ProviderRequest): string {
  return new URL(url).host
}
