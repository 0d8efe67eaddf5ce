// Writes one record into another. Planned once, under the lock, from what the file says then.

import { attempt } from '../../base/values/attempt.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { Memory } from '../memory.ts'
import { changeMemory, parseMemory } from '../memory-file.ts'
import { placeOf } from '../memory-path.ts'
import type { ChangedBy, MemoryStore } from '../memory-store.ts'
import { isSameText, type MergePlan, planMerge } from '../plan-merge.ts'
import type { MergeOutcome, NewMemory } from '../records.ts'
import type { PlannedWrite, WriteView } from '../writer.ts'
import { changeIdOf } from '../writer.ts'

export interface MergeDependencies {
  store: MemoryStore
  clock: Clock
}

/** Into the one that says the same; undefined where it is gone by then, or says something else. */
export function mergeSame(
  deps: MergeDependencies,
  old: Pick<Memory, 'file'>,
  record: NewMemory,
  by: ChangedBy,
): Promise<MergeOutcome | undefined> {
  return mergeInto(deps, old, record, by, (current) => (isSameText(current, record) ? [] : undefined))
}

/** Into the one that somebody judged to say the same, as a text that says what both say; not where it has changed since. */
export function mergeJudged(
  deps: MergeDependencies,
  old: Pick<Memory, 'file' | 'hash'>,
  record: NewMemory,
  by: ChangedBy,
): Promise<MergeOutcome | undefined> {
  return mergeInto(deps, old, record, by, (current) => (current.hash === old.hash ? [] : undefined))
}

/** Two that somebody named, whatever they say: the file of the other goes. */
export function mergeAway(
  deps: MergeDependencies,
  kept: Pick<Memory, 'file'>,
  removed: Memory,
  by: ChangedBy,
): Promise<MergeOutcome | undefined> {
  const away = { file: removed.file, remove: true, expect: removed.hash } as const
  return mergeInto(deps, kept, removed, by, ({ id }) => [{ ...away, heir: id }])
}

/** `also`: what goes with it; undefined: it is not merged after all. */
async function mergeInto(
  { store, clock }: MergeDependencies,
  { file }: Pick<Memory, 'file'>,
  record: NewMemory,
  by: ChangedBy,
  also: (current: Memory) => readonly PlannedWrite[] | undefined,
): Promise<MergeOutcome | undefined> {
  const { text: content, warnings } = await store.writer.clean(record.content, placeOf(file))
  let plan: MergePlan | undefined
  const planned = (view: WriteView): PlannedWrite[] => {
    const bytes = view.read(file)
    const current = bytes && parseMemory(bytes, { file, modified: clock.now() })
    const others = current && also(current)
    if (!others) return []
    plan = planMerge(current, { ...record, content })
    return plan.unchanged ? [...others] : [rewritten(bytes, current, plan, clock), ...others]
  }
  const source = record.source ?? (by.conversation ? { conversation: by.conversation } : undefined)
  const { actor, staged, reason, answer } = by
  const written = await store.writer.writePlanned(planned, {
    ...{ actor, staged, action: 'merge', source, reason, answer },
  })
  const memory = plan && attempt(() => store.find(file))
  if (!plan || !memory) return undefined
  const change = changeIdOf(written)
  if (!change) return { status: 'unchanged', memory }
  return { status: 'merged', memory, change, warnings, kept: plan.kept }
}

function rewritten(bytes: Buffer, current: Memory, plan: MergePlan, clock: Clock): PlannedWrite {
  const { fields, content, merged } = plan
  // A file that does not carry our times keeps to the fields that it has.
  const times = current.created === undefined ? {} : { updated: after(current.updated, clock) }
  return {
    file: current.file,
    replace: changeMemory(bytes, { ...fields, ...times }, content),
    expect: contentHash(bytes),
    merged,
  }
}

/** A time that is further ahead was not made by changes: it would keep the file the newest for ever. */
const BURST_MS = 60_000

/** Two changes within a second have two times, or the second would be none and its text nowhere. */
function after(before: string | undefined, clock: Clock): string {
  const now = isoSeconds(clock.now())
  const time = before === undefined ? Number.NaN : Date.parse(before)
  const ahead = time - Date.parse(now)
  return ahead >= 0 && ahead < BURST_MS ? isoSeconds(new Date(time + 1_000)) : now
}
