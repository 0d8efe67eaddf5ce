// What is spent on models, in the words of whoever causes, limits or shows it: caps, answers, amounts, prices.
import type { Message } from '../base/messages/message.ts'
import type { Limit, SpendCaps } from '../base/settings/spend-settings.ts'
import type { Usage } from '../base/values/usage.ts'
import type { Model } from './model.ts'
import type { Purpose } from './spend/ledger-line.ts'

/** Models whose every request is counted, and kept below the caps. */
export interface Spend {
  /** The same model. Each request throws `unavailable` instead of being made when a cap is reached or it could not be recorded. */
  meter(model: Model, purpose: Purpose): Model
  /** The same for calls that are no conversation, such as embeddings. */
  meterCalls(purpose: Purpose): CallMeter
  /** Before work that makes no sense without a model. `tokens`: what it will take at least. */
  check(purpose: Purpose, tokens?: number): SpendAnswer
  /** What went through here so far. */
  spent(): Spent
}

export interface CallMeter {
  /** Throws `unavailable` where a cap is reached, or the call could not be recorded. */
  allow(tokens: number): void
  record(call: { provider: string; model: string; usage: Usage; failed?: string }): void
}

export interface Spent {
  calls: number
  tokens: number
  /** US dollars of the calls whose price was known. */
  cost: number
}

export type SpendAnswer =
  | { status: 'ok' }
  | {
      status: 'over_cap'
      cap: keyof SpendCaps
      unit: keyof Limit
      limit: number
      used: number
      /** True once per cap and day among all processes: this caller notifies the person. */
      notify: boolean
      message: Message
    }
