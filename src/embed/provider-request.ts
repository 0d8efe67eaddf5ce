// One request for embeddings: time-out, retry with back-off, and errors that say what to do.
import { setTimeout as wait } from 'node:timers/promises'
import { MemdirError, systemCode } from '../lib/errors.ts'

export interface ProviderRequest {
  url: string
  model: string
  apiKey?: string
  timeoutMs: number
  retries: number
  backoffMs: number
}

/** A provider that wants us to wait longer than this is not waited for. */
const LONGEST_PAUSE_MS = 30_000
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504])

type Attempt = { vectors: number[][] } | { retryable: boolean; error: MemdirError; afterMs?: number }

/** Vectors in the order of the texts. Throws `provider` or `cancelled`. */
export async function requestEmbeddings(
  request: ProviderRequest,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(request, texts, signal)
    if ('vectors' in outcome) return outcome.vectors
    const pause = outcome.afterMs ?? request.backoffMs * 2 ** tried * (0.75 + Math.random() / 2)
    if (!outcome.retryable || tried >= request.retries || pause > LONGEST_PAUSE_MS) throw outcome.error
    await wait(pause, undefined, { signal }).catch(() => {
      throw cancelled(signal)
    })
  }
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
      body: JSON.stringify({ model: request.model, input: texts, encoding_format: 'float' }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const body = await response.text()
    return response.ok ? readVectors(request, body, texts.length) : refused(request, response, body)
  } catch (error) {
    if (MemdirError.is(error)) throw error
    if (signal?.aborted) throw cancelled(signal)
    return failed(request, error, timeout.aborted)
  }
}

function readVectors(request: ProviderRequest, body: string, count: number): Attempt {
  const vectors: number[][] = []
  try {
    const { data } = JSON.parse(body) as { data: { index?: number; embedding: number[] }[] }
    data.forEach(({ index, embedding }, i) => {
      vectors[index ?? i] = embedding
    })
  } catch {
    return wrongAnswer(request, 'its answer is not what /embeddings returns')
  }
  const whole = Array.from(
    vectors,
    (vector) => Array.isArray(vector) && vector.length > 0 && vector.every(Number.isFinite),
  )
  if (vectors.length !== count)
    return wrongAnswer(request, `it returned ${vectors.length} vectors for ${count} texts`)
  if (whole.includes(false)) return wrongAnswer(request, 'a vector is missing or not of numbers')
  return { vectors }
}

function wrongAnswer(request: ProviderRequest, reason: string): Attempt {
  const error = new MemdirError(
    'provider',
    `The embedding provider at ${hostOf(request)} failed: ${reason}.`,
    {
      fix: 'Check that the address belongs to an OpenAI-compatible /embeddings endpoint.',
    },
  )
  return { retryable: false, error }
}

function refused(request: ProviderRequest, response: Response, body: string): Attempt {
  const { status } = response
  const said = reasonIn(body, request.apiKey)
  const error = new MemdirError(
    'provider',
    `The embedding provider at ${hostOf(request)} answered ${status}${said && `: ${said}`}`,
    { fix: fixFor(status, request.model), details: { status } },
  )
  return { retryable: RETRIED.has(status), error, afterMs: retryAfter(response.headers.get('retry-after')) }
}

function failed(request: ProviderRequest, cause: unknown, timedOut: boolean): Attempt {
  const code = systemCode((cause as { cause?: unknown }).cause)
  const reason = timedOut
    ? `no answer within ${request.timeoutMs / 1000} s`
    : (code ?? 'the connection failed')
  const error = new MemdirError(
    'provider',
    `The embedding provider at ${hostOf(request)} failed: ${reason}.`,
    {
      fix: 'Check that the server runs and that its address is right; until then search uses full text.',
      details: code ? { system: code } : undefined,
    },
  )
  // A server that is not there will not be there in half a second.
  return { retryable: !['ECONNREFUSED', 'ENOTFOUND'].includes(code ?? ''), error }
}

function fixFor(status: number, model: string): string {
  if (status === 401 || status === 403) return 'Check the API key of the embedding provider.'
  if (status === 404)
    return `Check the address, and that the model ${model} is there (Ollama: "ollama pull ${model}").`
  if (status === 429) return 'The provider limits requests; try again later.'
  if (status >= 500) return 'The provider has a fault; try again later.'
  return 'Check the settings of the embedding provider.'
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
  return new MemdirError('cancelled', 'Embedding was cancelled.', { cause: signal?.reason })
}

/** Without path, user or key. */
function hostOf({ url }: ProviderRequest): string {
  return new URL(url).host
}
