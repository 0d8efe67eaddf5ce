// The official SDKs' errors, recognised by their shape: `instanceof` would need the package at load time.
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { ModelError } from '../model-error.ts'
import { classifyFailure } from './classify-failure.ts'

interface SdkError {
  status?: number
  /** The body: Anthropic {type, error: {type, message}}, OpenAI {code, type, message}. */
  error?: {
    type?: string
    code?: string | number | null
    /** Google's name for it. */
    status?: string
    message?: string
    error?: SdkError['error']
  }
  headers?: { get(name: string): string | null }
  message?: string
  cause?: unknown
}

export function classifySdkError(
  thrown: unknown,
  { provider, model, secrets }: { provider: string; model: string; secrets: readonly string[] },
): ModelError {
  // A missing package is no fault of the provider: the caller has to see it as it is.
  if (MemdirError.is(thrown) && !ModelError.is(thrown)) throw thrown
  const error = (thrown ?? {}) as SdkError
  // Gemini's compatible endpoint gives a list of one.
  const given = Array.isArray(error.error) ? (error.error[0] as SdkError['error']) : error.error
  const body = given?.error ?? given
  const code = [body?.code, body?.type, body?.status].filter((part) => typeof part === 'string').join(' ')
  // Both SDKs say no more than "Connection error."; the reason is in the causes.
  const message = body?.message ?? (error.status ? (error.message ?? '') : deepestMessage(thrown))
  return classifyFailure({
    ...{ provider, model, status: error.status, code, message, headers: error.headers, secrets },
    known: typeof body?.message === 'string',
  })
}

function deepestMessage(error: unknown): string {
  let reason = ''
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    reason = [at.message, systemCode(at)].filter(Boolean).join(' ') || reason
  }
  return reason === '' ? 'no reason given' : reason
}
