// Merging what is there already: two memories that somebody names, or all that have the same text.

import { message } from '../../base/messages/message.ts'
import { recordsTexts } from '../../base/messages/records.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { exactDifference } from '../../base/statements/exact-difference.ts'
import { statementKey } from '../../base/statements/words.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type Memory, supersededBy } from '../memory.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isSameText, planMerge } from '../plan-merge.ts'
import type { MergeablePair, MergeOutcome, PlannedPair } from '../records.ts'
import { byAge, createdTime } from './likely-doubles.ts'
import { type MergeDependencies, mergeAway } from './merge-into.ts'
import { mayMerge } from './record.ts'
import { isLive } from './retention.ts'

/** The older stays, with the longer text. Refuses what is no longer recalled: merging would bring it back. */
export function planPair(one: Memory, other: Memory, now: Date): PlannedPair {
  for (const memory of [one, other]) refuseEnded(memory, now)
  const [kept, removed] = byAge(one, other)
  const plan = planMerge(kept, removed)
  const content = plan.content ?? kept.content
  return { kept, removed, text: plan.kept, content, likeness: likenessOf(kept, removed) }
}

function likenessOf(one: Memory, other: Memory): PlannedPair['likeness'] {
  if (isSameText(one, other)) return 'same'
  return exactDifference(one.content, other.content) === undefined ? 'reworded' : 'different'
}

/** The newer's file goes. One change, which can be taken back. */
export async function mergePair(
  deps: MergeDependencies,
  one: Memory,
  other: Memory,
  by: ChangedBy,
): Promise<MergeOutcome> {
  const { kept, removed } = planPair(one, other, deps.clock.now())
  const merged = await mergeAway(deps, kept, removed, by)
  if (merged) return merged
  throw new MemdirError('conflict', message(recordsTexts.recordRemovedSince, { file: kept.file }), {
    fix: message(storeTexts.tryAgain),
  })
}

function refuseEnded(memory: Memory, now: Date): void {
  if (isLive(memory, now)) return
  const { id } = memory
  const successor = supersededBy(memory)
  const reason =
    successor === undefined
      ? message(recordsTexts.mergeExpired, { id })
      : message(recordsTexts.mergeSuperseded, { id, successor })
  throw new MemdirError('usage', reason, { fix: message(recordsTexts.mergeLiveFix) })
}

/** Pairs of the same text: the oldest stays, each of the others goes. */
export function findMergeable({ store, clock }: MergeDependencies): MergeablePair[] {
  const now = clock.now()
  const byKey = new Map<string, Memory[]>()
  const pairs: MergeablePair[] = []
  const oldestFirst = store
    .list()
    .filter((memory) => isLive(memory, now))
    .sort((a, b) => createdTime(a) - createdTime(b))
  for (const memory of oldestFirst) {
    const key = statementKey(memory.content)
    const staying = byKey.get(key) ?? []
    const kept = staying.find((other) => mayMerge(other, memory))
    if (kept) pairs.push({ kept, removed: memory })
    else byKey.set(key, [...staying, memory])
  }
  return pairs
}
