// What a line of the ledger says.
import { inputTokens, type Usage } from '../../base/values/usage.ts'

/** chat, subagent, selector, extraction, judge, notes, dream, compaction, hook, embedding: who asked. */
export type Purpose = string

export interface LedgerCall {
  readonly type: 'call'
  /** ISO time, UTC. */
  readonly time: string
  readonly purpose: Purpose
  readonly project: string
  /** The turn of a conversation that caused it. */
  readonly turn?: string
  readonly provider: string
  readonly model: string
  readonly usage: Usage
  /** US dollars at the price of that day; absent where the price was not known. */
  readonly cost?: number
  /** The kind of failure, where the call failed. */
  readonly failed?: string
}

interface LedgerNotice {
  readonly type: 'notice'
  readonly time: string
  /** What the person was notified of, with the day. */
  readonly subject: string
  readonly token: string
}

/** One run of extraction where a model is configured: what proposed in the end, and what that took. */
export interface LedgerExtraction {
  readonly type: 'extraction'
  readonly time: string
  readonly project: string
  readonly conversation: string
  readonly extractor: 'fork' | 'structured' | 'rules'
  readonly messages: number
  readonly usage: Usage
  /** The share of its input that came from the provider's cache. */
  readonly hitRatio: number
  readonly files: number
  readonly saved: number
  readonly durationMs: number
  /** Why the model did not, where it failed. */
  readonly failed?: string
}

export type LedgerLine = LedgerCall | LedgerNotice | LedgerExtraction

/** All of them, whatever each costs. */
export function tokensOf(call: LedgerCall): number {
  return inputTokens(call.usage) + call.usage.output
}

/** As caps count them: what was read from the provider's cache counts for the share of a token's price that it costs. */
export function cappedTokens({ usage }: Pick<LedgerCall, 'usage'>, cacheShare: number): number {
  return usage.input + usage.cacheCreated + usage.output + usage.cacheRead * cacheShare
}
