// Spending on behalf of one project: models whose every request is counted and kept below the caps.
import type { Usage } from './content.ts'
import type { Model } from './model.ts'
import type { Ledger } from './spend/ledger.ts'
import { type Purpose, tokensOf } from './spend/ledger-line.ts'
import { demand, meterModel } from './spend/metered-model.ts'
import { checkSpend, type SpendAnswer, type SpendCaps } from './spend-cap.ts'

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

export interface SpendOptions {
  ledger: Ledger
  caps: SpendCaps
  project: string
  /** The turn of a conversation that causes the calls, asked with each. */
  turn?: () => string
  /** After each call: what went through here so far. */
  onSpent?: (spent: Spent) => void
}

export function openSpend({ ledger, caps, project, turn, onSpent }: SpendOptions): Spend {
  const spent: Spent = { calls: 0, tokens: 0, cost: 0 }
  const account = (purpose: Purpose) => ({ purpose, project, ...(turn && { turn: turn() }) })
  const record = (purpose: Purpose, call: Parameters<CallMeter['record']>[0]) => {
    const line = ledger.record({ ...account(purpose), ...call })
    spent.calls++
    spent.tokens += tokensOf(line)
    spent.cost += line.cost ?? 0
    onSpent?.({ ...spent })
  }
  const allow = (purpose: Purpose, tokens?: number) => {
    ledger.prepare()
    return checkSpend(ledger, caps, { ...account(purpose), ...(tokens === undefined ? {} : { tokens }) })
  }
  return {
    meter: (model, purpose) =>
      meterModel(model, { allow: () => allow(purpose), record: (call) => record(purpose, call) }),
    meterCalls: (purpose) => ({
      allow: (tokens) => demand(allow(purpose, tokens)),
      record: (call) => record(purpose, call),
    }),
    check: (purpose, tokens) =>
      checkSpend(ledger, caps, { ...account(purpose), ...(tokens !== undefined && { tokens }) }),
    spent: () => ({ ...spent }),
  }
}
