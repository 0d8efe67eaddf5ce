// Merging what is there already: two memories that somebody names, or all that say the same.
import { MemdirError } from '../lib/errors.ts'
import { type Memory, supersededBy } from '../memory/memory.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { type AddOutcome, type AddParts, mergeInto } from './add-record.ts'
import { type MergePlan, planMerge, supersedes } from './plan-merge.ts'
import { mayMerge, type SimilarMemory } from './record.ts'
import { isLive } from './retention.ts'

export interface MergedPair {
  /** The file that stays. */
  kept: Memory
  removed: Memory
  similarity: number
}

/** What merging two memories would do. */
export interface PlannedPair {
  /** The file that stays. */
  kept: Memory
  removed: Memory
  /** Whose text it has then, and the text. */
  text: MergePlan['kept']
  content: string
}

/** The older stays, with what the newer says. Refuses what is no longer recalled: merging would bring it back. */
export function planPair(one: Memory, other: Memory, now: Date): PlannedPair {
  for (const memory of [one, other]) refuseEnded(memory, now)
  const [kept, removed] = byAge(one, other)
  const plan = planMerge(kept, removed)
  return { kept, removed, text: plan.kept, content: plan.content ?? kept.content }
}

/** The newer's file goes. One change, which can be taken back. */
export async function mergePair(
  parts: AddParts,
  one: Memory,
  other: Memory,
  by: ChangedBy,
): Promise<AddOutcome> {
  const { kept, removed } = planPair(one, other, parts.clock.now())
  const merged = await mergeInto(parts, kept, removed, by, removed)
  if (merged) return merged
  throw new MemdirError('conflict', `${kept.file} was removed by another program`, { fix: 'Try again.' })
}

function refuseEnded(memory: Memory, now: Date): void {
  if (isLive(memory, now)) return
  const successor = supersededBy(memory)
  const fix = 'Give two memories that are still recalled; `memdir list` marks the others.'
  if (successor !== undefined)
    throw new MemdirError('usage', `${memory.id} was superseded by ${successor}; nothing was merged`, { fix })
  throw new MemdirError('usage', `${memory.id} has expired; nothing was merged`, { fix })
}

/** Pairs that say the same, each memory at most once; those that contradict each other are left to people. */
export async function findMergeable(
  { store, rules, clock }: Pick<AddParts, 'store' | 'rules' | 'clock'>,
  similarTo: (memory: Memory) => Promise<SimilarMemory[]>,
  onProgress?: (done: number, total: number) => void,
): Promise<MergedPair[]> {
  const now = clock.now()
  const live = store.list().filter((memory) => isLive(memory, now))
  const taken = new Set<string>()
  const pairs: MergedPair[] = []
  for (const [at, memory] of live.entries()) {
    onProgress?.(at, live.length)
    if (taken.has(memory.file)) continue
    const near = await similarTo(memory)
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
    const [kept, removed] = byAge(memory, match.memory)
    pairs.push({ kept, removed, similarity: match.similarity })
  }
  return pairs
}

/** The older first. */
function byAge(one: Memory, other: Memory): [Memory, Memory] {
  return timeOf(one) <= timeOf(other) ? [one, other] : [other, one]
}

function timeOf({ created, modified }: Memory): number {
  return Date.parse(created ?? modified)
}
