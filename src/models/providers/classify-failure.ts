// From an HTTP answer or a thrown error to one of the seven kinds.
import { type Message, message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { ModelError, type ModelErrorKind } from '../model-error.ts'

interface Failure {
  provider: string
  status?: number
  /** The provider's own name for it: `overloaded_error`, `context_length_exceeded`, … */
  code?: string
  message: string
  /** The answer is of a form that the provider's API has, not a page of a server that is something else. */
  known?: boolean
  /** What was asked for. */
  model?: string
  headers?: { get(name: string): string | null }
  /** Removed from the message wherever they occur. */
  secrets: readonly string[]
}

/**
 * The last resort, for bad requests alone: Anthropic, Gemini, vLLM and LM Studio answer a prompt that is too long with
 * the code of any bad request, so that their wording is the only sign (models.test.ts says where and when each was
 * seen). Everything else is decided by status and code.
 */
const TOO_LONG =
  /prompt is too long|context[ _-]?(length|size|window)|maximum context|too many tokens|input token count|exceeds? the (available |maximum )?(context|number of tokens)|input length/i
const TOO_LONG_CODES = /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length/
const MEDIA_TOO_LARGE = /image (exceeds|dimensions|is too large)|image.*(maximum|too large)/i

/** The kind from what the provider says; its own code counts more than the status, which a 200 stream does not have. */
export function classifyFailure(failure: Failure): ModelError {
  const kind = kindOf(failure)
  const reason = redact(failure.message, failure.secrets)
  const missing = kind === 'invalid' ? describeMissing(failure, reason) : undefined
  return new ModelError(kind, missing?.what ?? describe(kind, failure.provider, reason), {
    provider: failure.provider,
    ...(missing && { fix: missing.fix }),
    status: failure.status,
    retryAfterMs: retryAfterMs(failure.headers),
    ...(failure.code?.includes('insufficient_quota') && { retryable: false }),
    ...(kind === 'too_long' && MEDIA_TOO_LARGE.test(failure.message) && { media: true }),
  })
}

function kindOf({ status, code = '', message }: Failure): ModelErrorKind {
  if (TOO_LONG_CODES.test(code) || status === 413) return 'too_long'
  if (status === 401 || status === 403 || /authentication_error|permission_error|invalid_api_key/.test(code))
    return 'unauthorised'
  if (status === 429 || /rate_limit|insufficient_quota/.test(code)) return 'rate_limited'
  if (/overloaded|api_error|server_error|timeout_error/.test(code)) return 'overloaded'
  if (/content_filter|content_policy/.test(code)) return 'refused'
  if (mayBeBadRequest(status) && (TOO_LONG.test(message) || MEDIA_TOO_LARGE.test(message))) return 'too_long'
  if (status === undefined) return code === '' ? 'network' : 'invalid'
  return status >= 500 || status === 408 || status === 409 ? 'overloaded' : 'invalid'
}

/** A stream that began well reports its error without a status, or with that of its beginning; Ollama's has no code. */
function mayBeBadRequest(status: number | undefined): boolean {
  return status === undefined || status <= 400 || status === 422
}

/** How providers say it beside the status: OpenAI, Anthropic and vLLM, Gemini. */
const NO_SUCH_MODEL = /model_not_found|not_found_error|NotFoundError|NOT_FOUND/

/** A 404 is about the model where the API itself says it, and else about the address. */
function describeMissing(
  { status, code = '', provider, known, model }: Failure,
  reason: string,
): { what: Message; fix: Message } | undefined {
  if (NO_SUCH_MODEL.test(code) || (status === 404 && known))
    return {
      what: message(modelsTexts.unknownModel, { provider, model: model ?? '', reason }),
      fix: message(modelsTexts.unknownModelFix),
    }
  if (status !== 404) return undefined
  return { what: message(modelsTexts.nothingThere, { provider }), fix: message(modelsTexts.nothingThereFix) }
}

function describe(kind: ModelErrorKind, provider: string, reason: string): Message {
  switch (kind) {
    case 'too_long':
      return message(modelsTexts.promptTooLong, { reason })
    case 'rate_limited':
      return message(modelsTexts.rateLimited, { provider, reason })
    case 'overloaded':
      return message(modelsTexts.overloaded, { provider, reason })
    case 'refused':
      return message(modelsTexts.refused, { reason })
    // Providers quote parts of the key here: their words are left out.
    case 'unauthorised':
      return message(modelsTexts.keyNotAccepted, { provider })
    case 'invalid':
      return message(modelsTexts.requestNotAccepted, { provider, reason })
    case 'network':
      return message(modelsTexts.noAnswer, { provider, reason })
  }
}

/** Keys shorter than this are placeholders such as "none". */
const SHORTEST_SECRET = 6

function redact(message: string, secrets: readonly string[]): string {
  let clean = message
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET) clean = clean.replaceAll(secret, '[key]')
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(
  headers: { get(name: string): string | null } | undefined,
  now = Date.now(),
): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (exact >= 0) return exact
  const given = headers?.get('retry-after')
  if (!given) return undefined
  const seconds = Number(given)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const date = Date.parse(given)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
