// Totals of a memory directory. Pure.

import { DAY_MS } from '../../base/values/clock.ts'
import { kindOf, typeOf } from '../memory.ts'
import { type MemorySummary, type MemoryTotals, newestFirst } from '../memory-list.ts'
import type { Statistics } from '../records.ts'
import { lifeState } from './retention.ts'
import type { UsageTotals } from './usage.ts'

const MOST_USED = 5

export function statisticsOf(
  totals: MemoryTotals,
  usage: ReadonlyMap<string, UsageTotals>,
  now: Date,
  auditDays: number,
): Statistics {
  const states = { live: 0, superseded: 0, expired: 0, due: 0 }
  const types: Record<string, number> = {}
  const kinds: Record<string, number> = {}
  const importance = new Mean()
  const confidence = new Mean()
  let total = 0
  for (const one of totals.groups([now.getTime() - auditDays * DAY_MS, now.getTime()])) {
    total += one.count
    states[lifeState(one, now, auditDays)] += one.count
    count(types, typeOf(one) ?? 'none', one.count)
    count(kinds, kindOf(one), one.count)
    importance.add(one.importance, one.count)
    confidence.add(one.confidence, one.count)
  }
  let [oldest, newest]: (MemorySummary | undefined)[] = []
  for (const one of totals.ends()) {
    if (!oldest || isNewer(oldest, one)) oldest = one
    if (!newest || isNewer(one, newest)) newest = one
  }
  const used = totals.withIds([...usage.keys()]).flatMap(({ id, name }) => {
    const found = usage.get(id)
    return found ? [{ id, name, count: found.count, last: found.last }] : []
  })
  const most = used.sort((a, b) => b.count - a.count || (a.last < b.last ? 1 : -1))
  return {
    total,
    ...states,
    types,
    kinds,
    average_importance: importance.value,
    average_confidence: confidence.value,
    oldest: oldest && shown(oldest),
    newest: newest && shown(newest),
    most_used: most.slice(0, MOST_USED),
    used: used.length,
  }
}

function shown(summary: MemorySummary): { id: string; name: string; time: string } {
  const time = new Date(madeAt(summary)).toISOString().replace('.000Z', 'Z')
  return { id: summary.id, name: summary.name, time }
}

function madeAt({ created, changed }: MemorySummary): number {
  return created ?? changed
}

/** Within one second, in the order of `memdir list`. */
function isNewer(one: MemorySummary, other: MemorySummary): boolean {
  const ahead = madeAt(one) - madeAt(other)
  return ahead === 0 ? newestFirst(one, other) < 0 : ahead > 0
}

/** The mean of those that say; two decimals. */
class Mean {
  #sum = 0
  #count = 0

  add(value: number | undefined, count: number): void {
    if (value === undefined) return
    this.#sum += value * count
    this.#count += count
  }

  get value(): number | undefined {
    return this.#count === 0 ? undefined : Math.round((this.#sum / this.#count) * 100) / 100
  }
}

function count(counts: Record<string, number>, key: string, more: number): void {
  counts[key] = (counts[key] ?? 0) + more
}
