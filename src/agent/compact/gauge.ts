// How full the window is. Levels add and subtract bytes; a gauge says how many tokens these are, to be held against a limit
// or shown. One decision and one receipt have one gauge, so that counts that came about differently never meet.
//
// The rate is that of the last usage: what was sent, in bytes, by what the provider counted. Measured on 2,426 real steps
// (2.3 to 3.8 bytes per token, 2.9 in the middle), it foretells the next request within 129 tokens in the median, as well
// as the best fixed rate does, and no fixed rate fits a provider that counts 4. Before any usage, bytes / 2.5 comes nearest.
import { inputTokens, type Usage } from '../../base/values/usage.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { clearedByProvider } from './clear-results.ts'
import type { ContextSettings } from './context-settings.ts'
import type { ContextState, KnownRate, Receipt } from './context-state.ts'
import { blockBytes, messageBytes, sumBytes } from './sizes.ts'

declare const counted: unique symbol
export interface Measured {
  readonly [counted]: 'measured'
}
interface Estimated {
  readonly [counted]: 'estimated'
}
/** Not a number to the compiler: it cannot be added to bytes, to numbers, or to tokens of another gauge. */
export type Tokens = Measured | Estimated

export function exceeds(tokens: Tokens, limit: number): boolean {
  return toNumber(tokens) > limit
}

export function reaches(tokens: Tokens, limit: number): boolean {
  return toNumber(tokens) >= limit
}

/** To be shown or written down. */
export function toNumber(tokens: Tokens): number {
  return Math.ceil(tokens as unknown as number)
}

const GUESSED_RATE = 2.5
/** No text has more bytes per token: a gateway that says so leaves out what came from the cache. */
const MOST_RATE = 16

export class Gauge {
  private readonly known: KnownRate | undefined

  constructor(known: KnownRate | undefined) {
    this.known = known
  }

  get counted(): Receipt['counted'] {
    return this.known ? 'measured' : 'estimated'
  }

  /** What a part of what is sent takes. */
  tokens(bytes: number): Tokens {
    return (bytes / this.rate) as unknown as Tokens
  }

  /** What a whole request takes: `sentBytes`. */
  used(bytes: number): Tokens {
    return (this.besides + bytes / this.rate) as unknown as Tokens
  }

  /** As many bytes as come to so many tokens. */
  bytes(tokens: number): number {
    return tokens * this.rate
  }

  /** Bytes of a whole request that has so many tokens. */
  room(tokens: number): number {
    return Math.max(0, this.bytes(tokens - this.besides))
  }

  /** For the state, whenever what is sent is edited: the last usage is about what it was before. */
  get kept(): { rate?: KnownRate } {
    return this.known ? { rate: this.known } : {}
  }

  private get rate(): number {
    return this.known?.bytesPerToken ?? GUESSED_RATE
  }

  private get besides(): number {
    return this.known?.besides ?? 0
  }
}

type Sent = Pick<ContextState, 'rate' | 'providerClearing'>

/** `view`: what is sent as the state stands. */
export function gaugeOf(
  view: readonly TranscriptMessage[],
  state: Sent,
  settings: Pick<ContextSettings, 'overheadBytes'>,
): Gauge {
  const at = findAnchor(view)
  const anchor = view[at]
  if (!anchor?.usage || state.rate?.anchor === anchor.id) return new Gauge(state.rate)
  // Other agents' logs split a response over several messages: its output is counted already.
  const rest = view.slice(at + 1)
  const isCounted = ({ response }: TranscriptMessage) =>
    response !== undefined && response === anchor.response
  const bytes = sentBytes([...view.slice(0, at + 1), ...rest.filter(isCounted)], state, settings)
  const told = inputTokens(anchor.usage) + anchor.usage.output
  if (bytes / told > MOST_RATE) return new Gauge(undefined)
  const bytesPerToken = Math.max(GUESSED_RATE, bytes / told)
  return new Gauge({ anchor: anchor.id, bytesPerToken, besides: Math.max(0, told - bytes / bytesPerToken) })
}

/** The newest message whose response says how much was sent. What was estimated for a silent server says nothing. */
function findAnchor(messages: readonly TranscriptMessage[]): number {
  return messages.findLastIndex(
    ({ usage, role }) => role === 'assistant' && usage !== undefined && isTold(usage),
  )
}

function isTold(usage: Usage): boolean {
  return !usage.estimated && inputTokens(usage) > 0
}

/** What a provider puts in the place of a result, and what we do, at most. */
const MARKER_BYTES = 150

/** The bytes of a request with this view: what is sent besides included, what the provider clears left out. */
export function sentBytes(
  view: readonly TranscriptMessage[],
  state: Pick<ContextState, 'providerClearing'>,
  { overheadBytes }: Pick<ContextSettings, 'overheadBytes'>,
): number {
  const gone = clearedByProvider(view, state)
  if (gone.size === 0) return overheadBytes + sumBytes(view)
  let bytes = overheadBytes
  for (const message of view) {
    bytes += messageBytes(message)
    for (const block of message.content)
      if (block.type === 'tool_result' && gone.has(block.toolUseId))
        bytes -= Math.max(0, blockBytes(block) - MARKER_BYTES)
  }
  return bytes
}

/** How full the window is with this view. */
export function usedBy(
  view: readonly TranscriptMessage[],
  state: Sent,
  settings: Pick<ContextSettings, 'overheadBytes'>,
): Tokens {
  return gaugeOf(view, state, settings).used(sentBytes(view, state, settings))
}
