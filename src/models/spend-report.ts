// What was spent in one project and what its caps leave, for `memdir cost` and `openRuntime`.

import { readSpendCaps } from '../base/settings/spend-settings.ts'
import { addUsage, NO_USAGE, type Usage } from '../base/values/usage.ts'
import { projectLedger, type SpendPlace } from './open-spend.ts'
import { type CapState, capsLeft } from './spend/caps-left.ts'
import type { LedgerCall, LedgerExtraction } from './spend/ledger-line.ts'

export type SpendGroup = 'purpose' | 'project' | 'day' | 'model'

interface SpendSum {
  readonly name: string
  readonly calls: number
  readonly failed: number
  readonly usage: Usage
  /** US dollars of the calls whose price was known. */
  readonly cost: number
  /** Calls of unknown price. */
  readonly unpriced: number
}

interface SpendReport {
  readonly total: SpendSum
  readonly groups: readonly SpendSum[]
}

export interface SpendSummary extends SpendReport {
  /** Days, both included. */
  readonly from: string
  readonly to: string
  readonly by: SpendGroup
  readonly caps: readonly CapState[]
  /** Runs of extraction where a model was configured, by what did it. */
  readonly extractions: Readonly<ExtractionCounts>
}

/** Since a day (`YYYY-MM-DD`; the first of all when left out). */
export function spendSummary(
  place: SpendPlace,
  { since, by }: { since?: string; by: SpendGroup },
): SpendSummary {
  const ledger = projectLedger(place)
  const to = ledger.today()
  const calls = ledger.calls(since ?? '0000-01-01', to)
  const from = since ?? calls[0]?.time.slice(0, 10) ?? to
  const written = readSpendCaps(place.settings.get('spend.caps'))
  const caps = capsLeft(written, ledger.callsOn(to), place.location.identity.name, ledger.tokens)
  const extractions = countExtractions(ledger.extractions(from, to))
  return { from, to, by, ...reportSpend(calls, by), caps, extractions }
}

/** Groups with the highest cost first, then the most tokens; days in order. */
export function reportSpend(calls: readonly LedgerCall[], by: SpendGroup): SpendReport {
  const groups = new Map<string, SpendSum>()
  for (const call of calls) {
    const name = nameOf(call, by)
    groups.set(name, plus(groups.get(name) ?? empty(name), call))
  }
  const sums = [...groups.values()]
  sums.sort(by === 'day' ? byName : byCost)
  return { total: calls.reduce(plus, empty('total')), groups: sums }
}

function nameOf(call: LedgerCall, by: SpendGroup): string {
  return by === 'day' ? call.time.slice(0, 10) : call[by]
}

function empty(name: string): SpendSum {
  return { name, calls: 0, failed: 0, usage: NO_USAGE, cost: 0, unpriced: 0 }
}

function plus(sum: SpendSum, call: LedgerCall): SpendSum {
  return {
    name: sum.name,
    calls: sum.calls + 1,
    failed: sum.failed + (call.failed ? 1 : 0),
    usage: addUsage(sum.usage, call.usage),
    cost: sum.cost + (call.cost ?? 0),
    unpriced: sum.unpriced + (call.cost === undefined ? 1 : 0),
  }
}

function byName(a: SpendSum, b: SpendSum): number {
  return a.name.localeCompare(b.name, 'en')
}

function byCost(a: SpendSum, b: SpendSum): number {
  return b.cost - a.cost || b.usage.input + b.usage.output - a.usage.input - a.usage.output
}

/** How often what extracted; `failed`: rules stood in for a model that failed. */
export type ExtractionCounts = Record<LedgerExtraction['extractor'] | 'failed', number>

function countExtractions(runs: readonly LedgerExtraction[]): ExtractionCounts {
  const counts: ExtractionCounts = { fork: 0, structured: 0, rules: 0, failed: 0 }
  for (const { extractor, failed } of runs) {
    counts[extractor]++
    if (failed !== undefined) counts.failed++
  }
  return counts
}
