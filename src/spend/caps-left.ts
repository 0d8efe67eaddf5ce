// How much of each spend cap is left today, for `memdir cost`. Pure.
import { type LedgerCall, tokensOf } from './ledger-line.ts'
import { type CapName, isByItself, type Limit, type SpendCaps } from './spend-cap.ts'

export interface CapState {
  readonly cap: CapName
  readonly unit: 'tokens' | 'money'
  readonly limit: number
  /** Absent for the cap of a turn: every turn begins with all of it. */
  readonly used?: number
  readonly left: number
}

/** `today`: all calls of the day, of every project. */
export function capsLeft(caps: SpendCaps, today: readonly LedgerCall[], project: string): CapState[] {
  const own = today.filter((call) => call.project === project)
  return [
    ...states('perTurn', caps.perTurn, undefined),
    ...states('perProject', caps.perProject, own),
    ...states('perDay', caps.perDay, today),
    ...states(
      'background',
      caps.background,
      own.filter(({ purpose }) => isByItself(purpose)),
    ),
  ]
}

function states(
  cap: CapName,
  limit: Limit | undefined,
  calls: readonly LedgerCall[] | undefined,
): CapState[] {
  const used = {
    tokens: calls?.reduce((sum, call) => sum + tokensOf(call), 0),
    money: calls?.reduce((sum, call) => sum + (call.cost ?? 0), 0),
  }
  return (['tokens', 'money'] as const).flatMap((unit): CapState[] => {
    const most = limit?.[unit]
    if (most === undefined) return []
    const spent = used[unit]
    const left = Math.max(0, most - (spent ?? 0))
    return [{ cap, unit, limit: most, ...(spent !== undefined && { used: spent }), left }]
  })
}
