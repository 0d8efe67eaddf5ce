// Clean-up: what has been expired for the whole audit period is removed, as changes that can be taken back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import type { Clock } from '../lib/clock.ts'
import { contentHash } from '../lib/hash.ts'
import type { Memory } from '../memory/memory.ts'
import type { ChangedBy, MemoryStore } from '../memory/memory-store.ts'
import { lifeStateOf } from './retention.ts'

export interface CleanUpParts {
  store: MemoryStore
  clock: Clock
  /** Days that expired memories are kept. */
  auditDays: number
  /** `state/`: holds the stamp of the last run. */
  state: string
}

export interface CleanUpPlan {
  /** Past the audit period. */
  due: Memory[]
  /** Expired, still kept. */
  waiting: Memory[]
}

export interface CleanedUp {
  removed: { id: string; file: string; name: string; expired: string; change?: string }[]
  /** Expired and still within the audit period. */
  waiting: number
}

export function planCleanUp(memories: readonly Memory[], now: Date, auditDays: number): CleanUpPlan {
  const plan: CleanUpPlan = { due: [], waiting: [] }
  for (const memory of memories) {
    const state = lifeStateOf(memory, now, auditDays)
    if (state === 'due') plan.due.push(memory)
    if (state === 'expired') plan.waiting.push(memory)
  }
  return plan
}

export async function cleanUp(parts: CleanUpParts, by: ChangedBy): Promise<CleanedUp> {
  const { store, clock, auditDays } = parts
  const plan = planCleanUp(store.list(), clock.now(), auditDays)
  const removed: CleanedUp['removed'] = []
  if (plan.due.length > 0) {
    const written = await store.writer.writePlanned(
      // One that was changed in between may live on: it is looked at again next time.
      (view) =>
        plan.due
          .filter((memory) => {
            const bytes = view.read(memory.file)
            return bytes !== undefined && contentHash(bytes) === memory.hash
          })
          .map((memory) => ({ file: memory.file, content: null, expect: memory.hash })),
      { actor: by.actor, action: 'remove', reason: `expired more than ${auditDays} days ago` },
    )
    const changes = new Map(written.changes.map((change) => [change.file, change.id]))
    for (const { id, file, name, expires } of plan.due)
      if (changes.has(file)) removed.push({ id, file, name, expired: expires!, change: changes.get(file) })
  }
  attempt(() =>
    writeFileAtomic(stampPath(parts.state), JSON.stringify({ v: 1, ran: clock.now().toISOString() })),
  )
  return { removed, waiting: plan.waiting.length }
}

/** At most once in `hours`, whoever asks: there is no daemon, so whatever runs anyway asks. */
export async function cleanUpIfDue(
  parts: CleanUpParts & { hours: number },
  by: ChangedBy,
): Promise<CleanedUp | undefined> {
  const last = lastCleanUp(parts.state)
  const now = parts.clock.now().getTime()
  // A stamp from the future (a clock that was set back) does not hold clean-up off.
  if (last !== undefined && last <= now && now - last < parts.hours * 3_600_000) return undefined
  return cleanUp(parts, by)
}

/** Milliseconds; undefined when it never ran. */
export function lastCleanUp(state: string): number | undefined {
  const stamp = attempt(
    () => JSON.parse(readFileSync(stampPath(state), 'utf8')) as { v: number; ran: string },
  )
  const time = stamp?.v === 1 ? Date.parse(stamp.ran) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function stampPath(state: string): string {
  return join(state, 'clean-up.json')
}
