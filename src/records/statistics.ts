// Totals of a memory directory. Pure.
import { kindOf, typeOf } from '../memory/kind-of.ts'
import { lastChanged, type Memory } from '../memory/memory.ts'
import type { UsageTotals } from '../memory/usage.ts'
import { lifeStateOf } from './retention.ts'

export interface Statistics {
  total: number
  live: number
  superseded: number
  expired: number
  /** Past the audit period: the next clean-up removes them. */
  due: number
  types: Record<string, number>
  kinds: Record<string, number>
  average_importance?: number
  average_confidence?: number
  oldest?: { id: string; name: string; time: string }
  newest?: { id: string; name: string; time: string }
  most_used: { id: string; name: string; count: number; last: string }[]
  used: number
}

const MOST_USED = 5

export function statisticsOf(
  memories: readonly Memory[],
  usage: ReadonlyMap<string, UsageTotals>,
  now: Date,
  auditDays: number,
): Statistics {
  const states = { live: 0, superseded: 0, expired: 0, due: 0 }
  const types: Record<string, number> = {}
  const kinds: Record<string, number> = {}
  let [oldest, newest]: ({ memory: Memory; time: string; at: number } | undefined)[] = []
  for (const memory of memories) {
    states[lifeStateOf(memory, now, auditDays)]++
    count(types, typeOf(memory) ?? 'none')
    count(kinds, kindOf(memory))
    const time = memory.created ?? lastChanged(memory)
    const at = Date.parse(time)
    const one = { memory, time, at }
    if (!oldest || isNewer(oldest, one)) oldest = one
    if (!newest || isNewer(one, newest)) newest = one
  }
  const used = memories.flatMap(({ id, name }) => {
    const totals = usage.get(id)
    return totals ? [{ id, name, count: totals.count, last: totals.last }] : []
  })
  const most = used.sort((a, b) => b.count - a.count || (a.last < b.last ? 1 : -1))
  const shown = (one: typeof oldest) => one && { id: one.memory.id, name: one.memory.name, time: one.time }
  return {
    total: memories.length,
    ...states,
    types,
    kinds,
    average_importance: mean(memories.map(({ importance }) => importance)),
    average_confidence: mean(memories.map(({ confidence }) => confidence)),
    oldest: shown(oldest),
    newest: shown(newest),
    most_used: most.slice(0, MOST_USED),
    used: used.length,
  }
}

/** Within one second, in the order of `memdir list`. */
function isNewer(one: { memory: Memory; at: number }, other: { memory: Memory; at: number }): boolean {
  const changed = ({ memory }: { memory: Memory }) => Date.parse(lastChanged(memory))
  const ahead = one.at - other.at || changed(one) - changed(other)
  return ahead === 0 ? one.memory.file < other.memory.file : ahead > 0
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}

/** Of those that say; two decimals. */
function mean(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined)
  if (given.length === 0) return undefined
  return Math.round((given.reduce((sum, value) => sum + value, 0) / given.length) * 100) / 100
}
