// What memdir spends on models by itself, for one project: the ledger of the config home, caps and prices of the settings.
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Settings } from '../settings/settings.ts'
import { type Ledger, openLedger } from '../spend/ledger.ts'
import { openSpend, type Spend } from '../spend/spend.ts'
import { readPrices, readSpendCaps } from '../spend/spend-settings.ts'

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

export function projectSpend(place: SpendPlace): Spend {
  const caps = readSpendCaps(place.settings.get('spend.caps'))
  return openSpend({ ledger: projectLedger(place), caps, project: place.location.identity.name })
}
