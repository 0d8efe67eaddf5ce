// Opens the spending on models: for a ledger and caps of one's own, or for one project with those of its settings.
import { join } from 'node:path'
import type { Settings } from '../base/settings/settings.ts'
import type { SpendCaps } from '../base/settings/spend-settings.ts'
import { readPrices, readSpendCaps } from '../base/settings/spend-settings.ts'
import { type Clock, systemClock } from '../base/values/clock.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type Purpose, tokensOf } from './spend/ledger-line.ts'
import { demand, meterModel } from './spend/metered-model.ts'
import type { CallMeter, Spend, Spent } from './spend.ts'
import { checkSpend } from './spend-cap.ts'

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

export interface SpendPlace {
  home: string
  settings: Settings
  location: { identity: { name: string } }
  clock: Clock
}

export function projectLedger({ home, settings, clock }: SpendPlace): Ledger {
  const prices = readPrices(settings.get('spend.prices'))
  return openLedger({ directory: join(home, 'ledger'), prices, clock })
}

export function projectSpend(place: SpendPlace, options: Pick<SpendOptions, 'turn' | 'onSpent'> = {}): Spend {
  const caps = readSpendCaps(place.settings.get('spend.caps'))
  return openSpend({ ...options, ledger: projectLedger(place), caps, project: place.location.identity.name })
}

/** `project`: its name, also where the memories are an agent's. */
export function embeddingSpend(place: { home: string; settings: Settings; project: string }): CallMeter {
  const { home, settings, project } = place
  const spend = projectSpend({
    home,
    settings,
    location: { identity: { name: project } },
    clock: systemClock,
  })
  return spend.meterCalls('embedding')
}
