// What is spent on models for one project: the ledger of the config home, caps and prices of the settings.
import { join } from 'node:path'
import type { Settings } from '../base/settings/settings.ts'
import { type Clock, systemClock } from '../base/values/clock.ts'
import { type Ledger, openLedger } from './spend/ledger.ts'
import { type CallMeter, openSpend, type Spend, type SpendOptions } from './spend.ts'
import { readPrices, readSpendCaps } from './spend-settings.ts'

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
