// Spending on behalf of one project: models whose every request is counted and kept below the caps.
import type { Model } from '../models/model.ts'
import type { Ledger } from './ledger.ts'
import { type Purpose, tokensOf } from './ledger-line.ts'
import { meterModel } from './metered-model.ts'
import { checkSpend, type SpendAnswer, type SpendCaps } from './spend-cap.ts'

export interface Spend {
  /** The same model. Each request throws `unavailable` instead of being made when a cap is reached or it could not be recorded. */
  meter(model: Model, purpose: Purpose): Model
  /** Before work that makes no sense without a model. `tokens`: what it will take at least. */
  check(purpose: Purpose, tokens?: number): SpendAnswer
  /** What went through here so far. */
  spent(): Spent
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
  return {
    meter: (model, purpose) =>
      meterModel(model, {
        allow() {
          ledger.prepare()
          return checkSpend(ledger, caps, account(purpose))
        },
        record(call) {
          const line = ledger.record({ ...account(purpose), ...call })
          spent.calls++
          spent.tokens += tokensOf(line)
          spent.cost += line.cost ?? 0
          onSpent?.({ ...spent })
        },
      }),
    check: (purpose, tokens) =>
      checkSpend(ledger, caps, { ...account(purpose), ...(tokens !== undefined && { tokens }) }),
    spent: () => ({ ...spent }),
  }
}
