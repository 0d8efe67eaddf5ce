// The official SDKs' errors, recognised by their shape: `instanceof` would need the package at load time.
import { MemdirError, systemCode } from '../lib/errors.ts'
import { classifyFailure } from './classify-failure.ts'
import { ModelError } from './model-error.ts'

interface SdkError {
  status?: number
  /** The body: Anthropic {type, error: {type, message}}, OpenAI {code, type, message}. */
  error?: { type?: string; code?: string | number | null; message?: string; error?: SdkError['error'] }
  headers?: { get(name: string): string | null }
  message?: string
  cause?: unknown
}

export function classifySdkError(thrown: unknown, provider: string, secrets: readonly string[]): ModelError {
  // A missing package is no fault of the provider: the caller has to see it as it is.
  if (MemdirError.is(thrown) && !ModelError.is(thrown)) throw thrown
  const error = (thrown ?? {}) as SdkError
  const body = error.error?.error ?? error.error
  const code = [body?.code, body?.type].filter((part) => typeof part === 'string').join(' ')
  // Both SDKs say no more than "Connection error."; the reason is in the causes.
  const message = body?.message ?? (error.status ? (error.message ?? '') : deepestMessage(thrown))
  return classifyFailure({ provider, status: error.status, code, message, headers: error.headers, secrets })
}

function deepestMessage(error: unknown): string {
  let reason = ''
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    reason = [at.message, systemCode(at)].filter(Boolean).join(' ') || reason
  }
  return reason === '' ? 'no reason given' : reason
}
