// A conversation as its log recorded it: the messages, and how large every request was.
import { inputTokens, type Usage } from '../../../base/values/usage.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'
import { FIVE_MINUTES, ONE_HOUR } from '../cache-life.ts'
import { budgetBytes, messageBytes, sumBytes } from '../sizes.ts'

export type Ttl = '5m' | '1h' | 'recorded'

export interface RecordedRequest {
  /** Messages before this one were sent. */
  readonly at: number
  /** Tokens of the input, as the provider counted them. */
  readonly input: number
  /** Milliseconds. */
  readonly sent: number
  readonly lifeMs: number
}

/** From the start, or from a compaction, to the next compaction. */
export interface RecordedSegment {
  readonly messages: readonly TranscriptMessage[]
  readonly requests: readonly RecordedRequest[]
  /** Tokens of each message, so that the requests come to what the provider counted. */
  readonly tokens: readonly number[]
  /** Tokens of what is sent before the messages: system prompt and tools. */
  readonly base: number
}

/** A conversation whose input falls below this share of the last request's was cleared or rewound. */
const RESET = 0.5

export function recordSegments(all: readonly TranscriptMessage[], ttl: Ttl): RecordedSegment[] {
  const own = all.every(({ sidechain }) => sidechain) ? all : all.filter(({ sidechain }) => !sidechain)
  const segments: RecordedSegment[] = []
  let life = FIVE_MINUTES
  for (const messages of splitAtCompactions(own)) {
    const { requests, lifeMs } = requestsOf(messages, ttl, life)
    life = lifeMs
    if (requests.length > 0) segments.push(calibrated(messages, requests))
  }
  return segments
}

function splitAtCompactions(messages: readonly TranscriptMessage[]): TranscriptMessage[][] {
  const parts: TranscriptMessage[][] = [[]]
  let last = 0
  for (const message of messages) {
    const input = message.usage ? inputTokens(message.usage) : 0
    const reset = input > 0 && input < last * RESET
    if (message.meta === 'summary' || reset) parts.push([])
    if (input > 0) last = input
    if (message.meta === 'summary') last = 0
    parts.at(-1)?.push(message)
  }
  return parts.filter((part) => part.length > 0)
}

function requestsOf(
  messages: readonly TranscriptMessage[],
  ttl: Ttl,
  before: number,
): { requests: RecordedRequest[]; lifeMs: number } {
  const requests: RecordedRequest[] = []
  const seen = new Set<string>()
  let lifeMs = before
  for (const [at, message] of messages.entries()) {
    const { usage, response } = message
    if (!usage || inputTokens(usage) === 0 || message.role !== 'assistant') continue
    const name = response ?? message.id
    if (seen.has(name)) continue
    seen.add(name)
    lifeMs = lifeOf(usage, ttl, lifeMs)
    const sent = Date.parse(messages[at - 1]?.time || message.time) || Date.parse(message.time) || 0
    requests.push({ at, input: inputTokens(usage), sent, lifeMs })
  }
  return { requests, lifeMs }
}

function lifeOf({ cacheCreated, cacheCreatedHour }: Usage, ttl: Ttl, before: number): number {
  if (ttl !== 'recorded') return ttl === '1h' ? ONE_HOUR : FIVE_MINUTES
  if (cacheCreated === 0 || cacheCreatedHour === undefined) return before
  return cacheCreatedHour > 0 ? ONE_HOUR : FIVE_MINUTES
}

/** Where nothing recorded says more: `budgetBytes` the other way. */
export function guessTokens(bytes: number): number {
  return bytes / budgetBytes(1)
}

/** Spreads what each request grew by over the messages that came since the one before, by their size. */
function calibrated(
  messages: readonly TranscriptMessage[],
  requests: readonly RecordedRequest[],
): RecordedSegment {
  const first = requests[0]
  const tokens = messages.map((message) => guessTokens(messageBytes(message)))
  const firstAt = first?.at ?? 0
  const estimated = guessTokens(sumBytes(messages.slice(0, firstAt)))
  const base = Math.max(0, (first?.input ?? 0) - estimated)
  spread(tokens, 0, firstAt, (first?.input ?? 0) - base)
  for (const [number, request] of requests.entries()) {
    const next = requests[number + 1]
    if (!next) break
    const grown = next.input - request.input
    if (grown >= 0) spread(tokens, request.at, next.at, grown)
    else {
      spread(tokens, request.at, next.at, 0)
      shrink(tokens, next.at, -grown)
    }
  }
  return { messages, requests, tokens, base }
}

function spread(tokens: number[], from: number, to: number, total: number): void {
  let sum = 0
  for (let at = from; at < to; at++) sum += tokens[at] ?? 0
  for (let at = from; at < to; at++)
    tokens[at] = sum > 0 ? ((tokens[at] ?? 0) * total) / sum : total / Math.max(1, to - from)
}

/** Old thinking that the provider leaves out: taken from the newest messages. */
function shrink(tokens: number[], to: number, total: number): void {
  let left = total
  for (let at = to - 1; at >= 0 && left > 0; at--) {
    const taken = Math.min(left, tokens[at] ?? 0)
    tokens[at] = (tokens[at] ?? 0) - taken
    left -= taken
  }
}
