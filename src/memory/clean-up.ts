// Clean-up: what has been expired for the whole audit period is removed, as changes that can be taken back, and the
// history that is older than its own time. Both count from the newest entry, and not right after the clock has jumped.
// What nobody has looked at goes a tenth a run; what a person was shown and wants gone, goes.

import { join } from 'node:path'
import { removeAbandonedBelow } from '../base/files/abandoned-files.ts'
import { readState, type StateKind, writeState } from '../base/files/state-file.ts'
import { message } from '../base/messages/message.ts'
import { recordsTexts } from '../base/messages/records.ts'
import { openClockWatch } from '../base/time/clock-watch.ts'
import { attempt } from '../base/values/attempt.ts'
import { type Clock, DAY_MS } from '../base/values/clock.ts'
import { contentHash } from '../base/values/hash.ts'
import { planRetention } from '../base/values/plan-retention.ts'
import { endOf, lastChanged, type Memory } from './memory.ts'
import { INDEX_FILE } from './memory-path.ts'
import type { ChangedBy, MemoryStore } from './memory-store.ts'
import { openRemovedStatements } from './records/removed-statements.ts'
import type { CleanedUp, CleanUpPlan } from './records.ts'
import { hasEndedLines, readShownIndex } from './shown-index.ts'
import { trimHistory } from './writer/trim-history.ts'

interface CleanUpDependencies {
  store: MemoryStore
  clock: Clock
  /** Days that expired memories are kept. */
  auditDays: number
  /** Days that the history is kept. */
  historyDays: number
  /** `state/`: contains the stamp of the last run. */
  state: string
  /** Nothing more is begun. */
  signal?: AbortSignal | undefined
}

export function planCleanUp(memories: readonly Memory[], now: Date, auditDays: number): CleanUpPlan {
  const { drop, later } = planRetention({
    entries: memories,
    timeOf: (memory) => endOf(memory),
    keepMs: auditDays * DAY_MS,
    newest: memories.reduce<number | undefined>(newer, undefined),
    now: now.getTime(),
  })
  const due = new Set([...drop, ...later])
  const isExpired = (memory: Memory) => (endOf(memory) ?? Number.POSITIVE_INFINITY) <= now.getTime()
  return { due: drop, later, waiting: memories.filter((one) => isExpired(one) && !due.has(one)) }
}

function newer(known: number | undefined, memory: Memory): number | undefined {
  const time = Date.parse(lastChanged(memory))
  return Number.isNaN(time) || (known !== undefined && known > time) ? known : time
}

/** The plan for a person who sees it before it is carried out: all that is due, at once. */
export function planShownCleanUp(memories: readonly Memory[], now: Date, auditDays: number): CleanUpPlan {
  const { due, later, waiting } = planCleanUp(memories, now, auditDays)
  return { due: [...due, ...later], later: [], waiting }
}

/** `shown`: what a person has agreed to; what is no longer due of it, or was changed since, stays. */
export async function cleanUp(
  deps: CleanUpDependencies,
  by: ChangedBy,
  shown: readonly Pick<Memory, 'file' | 'hash'>[] = [],
): Promise<CleanedUp> {
  const { store, clock, auditDays, historyDays, state, signal } = deps
  removeAbandonedBelow(state)
  const watch = openClockWatch(state, clock)
  watch.look()
  const clockJump = watch.recentJump()
  const plan = withShown(planCleanUp(store.list(), clock.now(), auditDays), shown)
  if (clockJump) {
    const later = plan.due.length + plan.later.length
    const history = { dropped: 0, later: 0 }
    return { removed: [], waiting: plan.waiting.length, later, history, clockJump }
  }
  signal?.throwIfAborted()
  await dropEndedLines(store, clock, by)
  const removed = await removeDue(store, plan.due, auditDays, by)
  // What is left is done next time: the stamp is not written.
  signal?.throwIfAborted()
  const statements = openRemovedStatements(store.writer.journal, { state, clock })
  const history = await trimHistory(store.writer, {
    ...{ retentionDays: historyDays, now: clock.now() },
    beforeDrop: statements.keep,
  })
  attempt(() => writeState(stampPath(state), STAMP, clock.now().getTime()))
  return { removed, waiting: plan.waiting.length, later: plan.later.length, history }
}

function withShown(plan: CleanUpPlan, shown: readonly Pick<Memory, 'file' | 'hash'>[]): CleanUpPlan {
  if (shown.length === 0) return plan
  const agreed = new Map(shown.map(({ file, hash }) => [file, hash]))
  const isAgreed = ({ file, hash }: Memory) => agreed.get(file) === hash
  const all = [...plan.due, ...plan.later]
  return { ...plan, due: all.filter(isAgreed), later: all.filter((memory) => !isAgreed(memory)) }
}

/** What has expired leaves the index at once; its file stays for the audit period. */
async function dropEndedLines(
  { writer, directory }: MemoryStore,
  clock: Clock,
  { actor }: ChangedBy,
): Promise<void> {
  const now = clock.now().getTime()
  if (!hasEndedLines(directory, now)) return
  await writer.writePlanned(
    (view) => {
      const bytes = view.read(INDEX_FILE)
      const replace = readShownIndex(directory, now)
      if (!bytes || replace === undefined || replace === bytes.toString('utf8')) return []
      return [{ file: INDEX_FILE, replace, expect: contentHash(bytes), verbatim: true }]
    },
    { actor, action: 'tidy', reason: message(recordsTexts.expired).en },
  )
}

async function removeDue(
  { writer }: MemoryStore,
  due: readonly Memory[],
  auditDays: number,
  { actor }: ChangedBy,
): Promise<CleanedUp['removed']> {
  const { changes } = await writer.writePlanned(
    // One that was changed in between may live on: it is looked at again next time.
    (view) =>
      due
        .filter(({ file, hash }) => {
          const bytes = view.read(file)
          return bytes !== undefined && contentHash(bytes) === hash
        })
        .map(({ file, hash }) => ({ file, remove: true, expect: hash })),
    { actor, action: 'remove', reason: message(recordsTexts.expiredLongAgo, { days: auditDays }).en },
  )
  const changeOf = new Map(changes.map(({ file, id }) => [file, id]))
  return due.flatMap(({ id, file, name, expires: expired = '' }) => {
    const change = changeOf.get(file)
    return change === undefined ? [] : [{ id, file, name, expired, change }]
  })
}

/** At most once in `hours`, whoever asks: there is no daemon, so whatever runs anyway asks. The index is looked at each time. */
export async function cleanUpIfDue(
  deps: CleanUpDependencies & { hours: number },
  by: ChangedBy,
): Promise<CleanedUp | undefined> {
  const { state, hours, clock, store } = deps
  if (isCleanUpDue(state, hours, clock.now().getTime())) return cleanUp(deps, by)
  if (!openClockWatch(state, clock).hasJumped()) await dropEndedLines(store, clock, by)
  return undefined
}

/** A stamp from the future (a clock that was set back) does not hold clean-up off. */
export function isCleanUpDue(state: string, hours: number, now: number): boolean {
  const last = lastCleanUp(state)
  return last === undefined || last > now || now - last >= hours * 3_600_000
}

/** Milliseconds. */
const STAMP: StateKind<number> = {
  read: ({ ran }) => {
    const time = typeof ran === 'string' ? Date.parse(ran) : Number.NaN
    return Number.isNaN(time) ? undefined : time
  },
  plain: (time) => ({ ran: new Date(time).toISOString() }),
}

/** Milliseconds; undefined when it never ran. */
export function lastCleanUp(state: string): number | undefined {
  return readState(stampPath(state), STAMP)
}

function stampPath(state: string): string {
  return join(state, 'clean-up.json')
}
