// How much of each spend cap is left today, for `memdir cost`. Pure.

import type { Limit, SpendCaps } from '../../base/settings/spend-settings.ts'
import { LIMIT_UNITS } from '../../base/settings/spend-settings.ts'
import { type CapName, isByItself, type LimitUnit, usedOf } from '../spend-cap.ts'
import type { LedgerCall } from './ledger-line.ts'

export interface CapState {
  readonly cap: CapName
  readonly unit: keyof Limit
  readonly limit: number
  /** Absent for the cap of a turn: every turn begins with all of it. */
  readonly used?: number
  readonly left: number
}

/** `today`: all calls of the day, of every project. `tokensOf`: as caps count them. */
export function capsLeft(
  caps: SpendCaps,
  today: readonly LedgerCall[],
  project: string,
  tokensOf: (call: LedgerCall) => number,
): CapState[] {
  const own = today.filter((call) => call.project === project)
  const states = (cap: CapName, calls?: readonly LedgerCall[]) =>
    statesOf(cap, caps[cap], calls && usedOf(calls, tokensOf))
  return [
    ...states('perTurn'),
    ...states('perProject', own),
    ...states('perDay', today),
    ...states(
      'background',
      own.filter(({ purpose }) => isByItself(purpose)),
    ),
  ]
}

function statesOf(
  cap: CapName,
  limit: Limit | undefined,
  used: Record<LimitUnit, number> | undefined,
): CapState[] {
  return LIMIT_UNITS.flatMap((unit): CapState[] => {
    const most = limit?.[unit]
    if (most === undefined) return []
    const left = Math.max(0, most - (used?.[unit] ?? 0))
    return [{ cap, unit, limit: most, ...(used && { used: used[unit] }), left }]
  })
}
