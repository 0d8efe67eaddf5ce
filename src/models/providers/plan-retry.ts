// Whether and when to try again. Pure: the caller sleeps.
import type { ModelError } from '../model-error.ts'

export interface RetryPolicy {
  /** Attempts after the first. */
  retries: number
  firstDelayMs: number
  /** A provider that asks for more than this is not waited for: the caller learns it at once. */
  maxDelayMs: number
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 4, firstDelayMs: 500, maxDelayMs: 60_000 }

/** Milliseconds to wait, or undefined when the error is final. `attempt` counts from 0; `random` is 0–1. */
export function planRetry(
  error: ModelError,
  attempt: number,
  policy: RetryPolicy,
  random: number,
): number | undefined {
  if (!error.retryable || attempt >= policy.retries) return undefined
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs > policy.maxDelayMs ? undefined : error.retryAfterMs
  }
  // Up to a quarter less, so that many clients do not come back together.
  const delay = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** attempt)
  return delay * (1 - random / 4)
}
