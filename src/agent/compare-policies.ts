// The policies side by side, over any number of recorded conversations.
import { readAnyTranscript } from '../models/foreign-transcript.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import { DEFAULT_POLICY, NOTHING, POLICIES } from './compact/replay/policies.ts'
import { recordSegments, type Ttl } from './compact/replay/recorded-conversation.ts'
import { costOfReplay, emptyResult, type ReplayResult, replay } from './compact/replay/replay.ts'
import { mapTokens, type TokenMap } from './compact/replay/token-map.ts'

interface PolicyFigures {
  readonly name: string
  /** What the input cost, relative to doing nothing. */
  readonly cost: number
  /** Input tokens that were read from the cache, in percent. */
  readonly hit: number
  /** Requests that broke a prefix which the provider still had. */
  readonly breaks: number
}

export interface Comparison {
  readonly requests: number
  readonly policies: readonly PolicyFigures[]
  readonly default: string
}

export interface ReplayedConversation {
  readonly requests: number
  readonly map: TokenMap | undefined
  /** What the product's own levels would have done, and when. */
  readonly acts: ReplayResult['receipts']
}

export interface PolicyComparer {
  /** A log, ours or another agent's; undefined where it is none that we can read. */
  addLog(path: string): Promise<ReplayedConversation | undefined>
  result(): Comparison
}

export function comparePolicies(ttl: Ttl): PolicyComparer {
  const sums = new Map(POLICIES.map(({ name }) => [name, emptyResult()]))
  const add = (messages: readonly TranscriptMessage[]): ReplayedConversation => {
    const segments = recordSegments(messages, ttl)
    let acts: ReplayResult['receipts'] = []
    for (const policy of POLICIES) {
      const own = emptyResult()
      replay(segments, policy, own)
      addTo(sums.get(policy.name) ?? emptyResult(), own)
      if (policy.name === DEFAULT_POLICY) acts = own.receipts
    }
    const requests = segments.reduce((sum, segment) => sum + segment.requests.length, 0)
    return { requests, map: mapTokens(segments), acts }
  }
  return {
    async addLog(path) {
      const transcript = await readAnyTranscript(path)
      return transcript && add(transcript.messages)
    },
    result() {
      const nothing = sums.get(NOTHING.name) ?? emptyResult()
      const figures = [...sums].map(([name, sum]) => figuresOf(name, sum, costOfReplay(nothing)))
      return { requests: nothing.requests, policies: figures, default: DEFAULT_POLICY }
    },
  }
}

function addTo(sum: ReplayResult, one: ReplayResult): void {
  sum.requests += one.requests
  sum.read += one.read
  sum.written += one.written
  sum.writeCost += one.writeCost
  sum.breaks += one.breaks
}

function figuresOf(name: string, sum: ReplayResult, nothing: number): PolicyFigures {
  const input = sum.read + sum.written
  return {
    name,
    cost: round(nothing > 0 ? costOfReplay(sum) / nothing : 1, 4),
    hit: round(input > 0 ? (100 * sum.read) / input : 0, 2),
    breaks: sum.breaks,
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
