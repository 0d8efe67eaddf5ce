// What is spent on models, in the words of whoever causes, limits or shows it: caps, answers, amounts, prices.
import { type Message, message } from '../base/messages/message.ts'
import { spendTexts } from '../base/messages/spend.ts'
import type { Usage } from './content.ts'
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

export interface Limit {
  /** What was read from a provider's cache counts by its price. */
  tokens?: number
  /** US dollars. Calls of unknown price do not count here. */
  money?: number
  /** The same of calls of unknown price alone, where `money` can count nothing. */
  unpricedTokens?: number
}

export interface SpendCaps {
  /** All calls that one turn of a conversation causes. */
  perTurn?: Limit
  /** All projects together, one day (UTC). */
  perDay?: Limit
  /** One project, one day. */
  perProject?: Limit
  /** What runs by itself, one project, one day: nobody asked for these calls at that moment. */
  background?: Limit
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

export interface Price {
  input: number
  output: number
  /** Default: a tenth of the input price. */
  cacheRead?: number
  /** Default: 1.25 × the input price. */
  cacheCreated?: number
  /** Where it was read; absent where the person set it. */
  source?: string
  /** The month in which it was published there, `YYYY-MM`. */
  asOf?: string
}

/**
 * Keys: a model's name, to which a date or `-latest` may be added; or a beginning that ends in `*`, where
 * `provider/` may precede the name. The longest that fits counts.
 */
export type PriceTable = Readonly<Record<string, Price>>

/** `$1.00`, `200,000 tokens`. */
export function amountOf(unit: keyof Limit, value: number): Message | string {
  if (unit === 'money') return dollars(value)
  const count = value.toLocaleString('en-US')
  return message(unit === 'tokens' ? spendTexts.tokens : spendTexts.unpricedTokens, { count })
}

/** Two decimals, more where the amount is small: a cap of a tenth of a cent is not $0.00. */
export function dollars(amount: number): string {
  if (amount <= 0 || amount >= 1) return `$${amount.toFixed(2)}`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(amount)))
  return `$${amount.toFixed(Math.min(digits, 20)).replace(/(\.\d\d\d*?)0+$/, '$1')}`
}
