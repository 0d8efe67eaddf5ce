// Merging what is there already: two memories that somebody names, or all that say the same.
import { MemdirError } from '../lib/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { type AddOutcome, type AddParts, mergeInto } from './add-record.ts'
import { supersedes } from './plan-merge.ts'
import { mayMerge } from './record.ts'
import { lifeStateOf } from './retention.ts'

export interface MergedPair {
  /** The file that stays. */
  kept: Memory
  removed: Memory
  similarity: number
}

/** The older stays, with what the newer says; the newer's file goes. One change, which can be taken back. */
export async function mergePair(
  parts: AddParts,
  one: Memory,
  other: Memory,
  by: ChangedBy,
): Promise<AddOutcome> {
  const [old, newer] = timeOf(one) <= timeOf(other) ? [one, other] : [other, one]
  const merged = await mergeInto(parts, old, newer, by, newer)
  if (merged) return merged
  throw new MemdirError('conflict', `${old.file} was removed by another program`, { fix: 'Try again.' })
}

/** Pairs that say the same, each memory at most once; those that contradict each other are left to people. */
export async function findMergeable(
  { store, findSimilar, rules, clock }: AddParts,
  onProgress?: (done: number, total: number) => void,
): Promise<MergedPair[]> {
  const now = clock.now()
  const live = store.list().filter((memory) => lifeStateOf(memory, now, 0) === 'live')
  const taken = new Set<string>()
  const pairs: MergedPair[] = []
  for (const [at, memory] of live.entries()) {
    onProgress?.(at, live.length)
    if (taken.has(memory.file)) continue
    const near = await findSimilar(memory.content, { limit: 4 })
    const match = near.find(
      (hit) =>
        hit.similarity >= rules.mergeAt &&
        hit.memory.file !== memory.file &&
        !taken.has(hit.memory.file) &&
        mayMerge(hit.memory, memory) &&
        !supersedes(hit.memory.content, memory.content) &&
        !supersedes(memory.content, hit.memory.content),
    )
    if (!match) continue
    taken.add(memory.file)
    taken.add(match.memory.file)
    const [kept, removed] =
      timeOf(memory) <= timeOf(match.memory) ? [memory, match.memory] : [match.memory, memory]
    pairs.push({ kept, removed, similarity: match.similarity })
  }
  return pairs
}

function timeOf({ created, modified }: Memory): number {
  return Date.parse(created ?? modified)
}
