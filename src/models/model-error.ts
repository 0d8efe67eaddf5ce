// What can go wrong with a model call, in seven kinds, whatever the provider. Never carries a key: messages are our
// own or the provider's with every configured secret removed, and the SDK's error object is not kept as the cause.

import { type Message, message } from '../base/messages/message.ts'
import { modelsTexts } from '../base/messages/models.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Usage } from '../base/values/usage.ts'

export type ModelErrorKind =
  | 'too_long' // the prompt (or one of its images) does not fit: shorten it
  | 'rate_limited'
  | 'overloaded' // the provider cannot answer now, for whatever reason of its own
  | 'refused' // the model or a filter declined
  | 'invalid' // the request is wrong and will stay wrong
  | 'unauthorised'
  | 'network' // no connection, a broken one, or silence

interface ModelErrorDetails {
  provider: string
  status?: number
  /** What the provider asked for. */
  retryAfterMs?: number
  /** False where a retry cannot help though the kind says so (an exhausted quota). */
  retryable?: boolean
  /** Spent before it failed. */
  usage?: Usage
  /** What to do, where it is not what the kind says. */
  fix?: Message
  /** With `too_long`: not the prompt but a picture or document in it is too large. */
  media?: boolean
}

const FIXES: Record<ModelErrorKind, Message> = {
  too_long: message(modelsTexts.tooLongFix),
  rate_limited: message(modelsTexts.rateLimitedFix),
  overloaded: message(modelsTexts.overloadedFix),
  refused: message(modelsTexts.refusedFix),
  invalid: message(modelsTexts.invalidFix),
  unauthorised: message(modelsTexts.unauthorisedFix),
  network: message(modelsTexts.networkFix),
}

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set(['rate_limited', 'overloaded', 'network'])

export class ModelError extends MemdirError {
  readonly kind: ModelErrorKind
  readonly provider: string
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean
  readonly usage: Usage | undefined
  readonly media: boolean
  private readonly ownFix: Message | undefined
  /** In every language. */
  readonly what: Message

  constructor(kind: ModelErrorKind, what: Message, facts: ModelErrorDetails) {
    super('provider', what, {
      fix: facts.fix ?? FIXES[kind],
      details: { kind, provider: facts.provider, ...(facts.status && { status: facts.status }) },
    })
    this.kind = kind
    this.what = what
    this.provider = facts.provider
    this.status = facts.status
    this.retryAfterMs = facts.retryAfterMs
    this.retryable = facts.retryable ?? RETRYABLE.has(kind)
    this.usage = facts.usage
    this.media = facts.media ?? false
    this.ownFix = facts.fix
  }

  static override is(value: unknown): value is ModelError {
    return MemdirError.is(value) && 'kind' in value && 'retryable' in value
  }

  withUsage(usage: Usage): ModelError {
    return new ModelError(this.kind, this.what, { ...this.facts(), usage })
  }

  private facts(): ModelErrorDetails {
    const { provider, status, retryAfterMs, retryable, usage, media, ownFix } = this
    return { provider, status, retryAfterMs, retryable, usage, media, ...(ownFix && { fix: ownFix }) }
  }
}

export function cancelledError(): MemdirError {
  return new MemdirError('cancelled', message(modelsTexts.requestCancelled))
}

export function isCancelled(error: unknown): boolean {
  return MemdirError.is(error) && error.code === 'cancelled'
}

export function declined(provider: string, reason: string): ModelError {
  const what = reason === '' ? message(modelsTexts.refusedSilently) : message(modelsTexts.refused, { reason })
  return new ModelError('refused', what, { provider })
}
