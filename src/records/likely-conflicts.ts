// Two memories on one subject that differ: in a number, a name or a negation. Which of them is right nobody knows here;
// both are recalled, the newer first, until a person says so.
import type { Clock } from '../lib/clock.ts'
import type { Memory } from '../memory/memory.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import { exactDifference } from '../sameness/exact-difference.ts'
import { tokenize } from '../search/tokens.ts'
import { byAge } from './likely-doubles.ts'
import { type FindNearPairs, mayMerge } from './record.ts'
import { isLive } from './retention.ts'

export interface LikelyConflict {
  older: Memory
  newer: Memory
}

export interface ConflictDependencies {
  store: Pick<MemoryStore, 'list'>
  clock: Clock
  findNearPairs: FindNearPairs
}

/** Nearer than notes that only speak of the same things; what differs in one value is nearer still. */
const LEAST_COSINE = 0.75
/** Of the words of the longer one, where there is no vector yet. */
const SHARED = 0.5
const FEWEST_SHARED = 2
const MOST = 50
/** More are compared by their vectors alone. */
const MOST_BY_WORDS = 2_000

export async function findLikelyConflicts(deps: ConflictDependencies): Promise<LikelyConflict[]> {
  const now = deps.clock.now()
  const live = deps.store.list().filter((memory) => isLive(memory, now))
  const byFile = new Map(live.map((memory) => [memory.file, memory]))
  const { pairs } = await deps.findNearPairs(LEAST_COSINE)
  const near = pairs.map(({ one, other }) => [byFile.get(one), byFile.get(other)] as const)
  const found = new Map<string, LikelyConflict>()
  for (const [one, other] of [...near, ...byWords(live)]) {
    if (!one || !other || one.file === other.file || !mayMerge(one, other)) continue
    if (exactDifference(one.content, other.content) === undefined) continue
    const [older, newer] = byAge(one, other)
    found.set(`${older.file}\n${newer.file}`, { older, newer })
    if (found.size >= MOST) break
  }
  return [...found.values()]
}

function* byWords(live: readonly Memory[]): Generator<readonly [Memory, Memory]> {
  if (live.length > MOST_BY_WORDS) return
  const terms = live.map(({ content }) => new Set(tokenize(content.slice(0, 400))))
  const places = new Map<string, number[]>()
  for (const [at, own] of terms.entries()) {
    const shared = new Map<number, number>()
    for (const term of own) {
      const known = places.get(term) ?? []
      for (const other of known) shared.set(other, (shared.get(other) ?? 0) + 1)
      places.set(term, [...known, at])
    }
    for (const [other, count] of shared) {
      const longer = Math.max(own.size, terms[other]?.size ?? 0)
      const [one, two] = [live[other], live[at]]
      if (one && two && count >= FEWEST_SHARED && count >= SHARED * longer) yield [one, two]
    }
  }
}
