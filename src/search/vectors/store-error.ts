// What can be wrong with a store that others run, as errors that say it and what to do. Keys never get into one.

import { embeddingProviderTexts } from '../../base/messages/embedding-provider.ts'
import { type Message, message, verbatim } from '../../base/messages/message.ts'
import { storesTexts } from '../../base/messages/stores.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'

/** What people call it, the variable that its key comes from, and what must not be repeated of what it says. */
export interface StoreName {
  store: string
  variable: string
  secret?: string | undefined
}

const CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
])
const BUSY = new Set([425, 429, 500, 502, 503])

/** Nobody waits any longer. */
export function tooSlow({ store }: Pick<StoreName, 'store'>): MemdirError {
  return new MemdirError('unavailable', message(storesTexts.storeSlow, { store }), {
    fix: message(storesTexts.storeSlowFix),
  })
}

/** A connection, and no word on it: nothing says that it has too much to do. */
export function silent({ store }: Pick<StoreName, 'store'>): MemdirError {
  return fault(message(storesTexts.storeSlow, { store }), message(storesTexts.storeSilentFix), {
    retryable: true,
    down: true,
  })
}

export function isRetryable(error: unknown): boolean {
  return MemdirError.is(error) && error.details?.retryable === true
}

/** `status`: of an HTTP answer, where there is one. */
export function storeError(error: unknown, name: StoreName, status = statusOf(error)): MemdirError {
  if (MemdirError.is(error)) return error
  const { store, variable } = name
  const reason = reasonOf(error, name)
  const code = [error, causeOf(error)].map(systemCode).find((each) => each && CONNECTION.has(each))
  if (status === 401 || status === 403)
    return fault(
      message(storesTexts.storeRefused, { store, reason }),
      message(storesTexts.storeRefusedFix, { variable }),
      {
        status,
      },
    )
  if (status === 408 || status === 504 || isHeadersTimeout(error)) return silent(name)
  if (status !== undefined && BUSY.has(status))
    return fault(message(storesTexts.storeBusy, { store, reason }), message(storesTexts.storeBusyFix), {
      status,
      retryable: true,
    })
  if (code !== undefined || isFetchFailure(error))
    return fault(
      message(storesTexts.storeDown, {
        store,
        reason: code ?? message(embeddingProviderTexts.connectionFailed),
      }),
      message(storesTexts.storeDownFix),
      {
        retryable: code !== 'ECONNREFUSED' && code !== 'ENOTFOUND',
        down: true,
      },
    )
  return fault(message(storesTexts.storeFailed, { store, reason }), message(storesTexts.storeFailedFix), {
    ...(status === undefined ? {} : { status }),
  })
}

function fault(said: Message, fix: Message, details: Record<string, unknown>): MemdirError {
  return new MemdirError('unavailable', said, { fix, details })
}

function causeOf(error: unknown): unknown {
  return (error as { cause?: unknown } | null)?.cause
}

function isHeadersTimeout(error: unknown): boolean {
  return [error, causeOf(error)].map(systemCode).some((code) => code === 'UND_ERR_HEADERS_TIMEOUT')
}

function isFetchFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^(ChromaConnectionError|PineconeConnectionError|FetchError)$/.test(error.name) ||
    error.message === 'fetch failed'
  )
}

function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown }
  return [status, statusCode].find((each) => typeof each === 'number') as number | undefined
}

function reasonOf(error: unknown, { secret }: StoreName): Message {
  const said = error instanceof Error ? error.message || error.name : String(error)
  const safe = secret ? said.replaceAll(secret, '…') : said
  return verbatim(safe.replace(/\s+/g, ' ').trim().slice(0, 200))
}
