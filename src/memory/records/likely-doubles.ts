// Memories that may say the same: near by their stored vectors, and with no other number, name or negation. Nobody
// merges them but a person. The worker looks for them; what it found is a cache, true as long as both files are as
// they were.

import { exactDifference } from '../../base/statements/exact-difference.ts'
import type { TimeLimit } from '../../base/time/time-limit.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import { type KeptDoubles, keepDoubles, readDoubles } from '../doubles-file.ts'
import type { Memory } from '../memory.ts'
import type { MemoryStore } from '../memory-store.ts'
import { isSameText } from '../plan-merge.ts'
import type { FindNearPairs, LikelyDouble, NearPair } from '../records.ts'
import { mayMerge } from './record.ts'
import { isLive } from './retention.ts'

interface LikelyDoubleDependencies {
  store: Pick<MemoryStore, 'list'>
  clock: Clock
  /** `state/` */
  state: string
  findNearPairs: FindNearPairs
}

/** Two paraphrases are seldom further apart, two unrelated notes seldom nearer: bench/records/README.md. */
const LEAST_COSINE = 0.91
const MOST = 1_000

export interface DoublesOptions extends TimeLimit {
  /** Only among what was not compared before, in addition to what was found then. */
  recent?: boolean
}

/** Looks for them, and keeps what it found. */
export async function findLikelyDoubles(
  deps: LikelyDoubleDependencies,
  { recent = false, ...limit }: DoublesOptions = {},
): Promise<LikelyDouble[]> {
  const live = new Map(liveMemories(deps).map((memory) => [memory.file, memory]))
  const known = recent ? readDoubles(deps.state) : undefined
  const find = (of?: string[]) => deps.findNearPairs(LEAST_COSINE, of, limit)
  const some = await find(known && notCompared(live, known))
  const last = known?.model === some.model ? known : undefined
  // Vectors of another model: nothing was compared by them yet.
  const { pairs: near, compared, model } = known && !last ? await find() : some
  const found = firstDoubles(near, live)
  const before = last ? knownDoubles(deps) : []
  const hashes = new Set(found.map(({ one, other }) => `${one.hash} ${other.hash}`))
  const isNew = ({ one, other }: LikelyDouble) => !hashes.has(`${one.hash} ${other.hash}`)
  const doubles = [...found, ...before.filter(isNew)]
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MOST)
  const pairs = doubles.map(({ one, other, similarity }) => ({
    one: one.hash,
    other: other.hash,
    similarity,
  }))
  const kept = { model, compared: allCompared(live, compared, last), pairs }
  attempt(() => keepDoubles(deps.state, kept))
  return doubles
}

/** As many as are kept: notes made after one pattern are near to thousands of others. */
function firstDoubles(near: readonly NearPair[], live: ReadonlyMap<string, Memory>): LikelyDouble[] {
  const found: LikelyDouble[] = []
  for (const { one, other, cosine } of near) {
    if (found.length >= MOST) break
    const pairs = pairOf(live.get(one), live.get(other), cosine)
    found.push(...pairs.filter((pair) => exactDifference(pair.one.content, pair.other.content) === undefined))
  }
  return found
}

/** What was found last time, as far as it is still valid. */
export function knownDoubles(deps: Omit<LikelyDoubleDependencies, 'findNearPairs'>): LikelyDouble[] {
  const kept = readDoubles(deps.state)
  if (!kept || kept.pairs.length === 0) return []
  const live = new Map(liveMemories(deps).map((memory) => [memory.hash, memory]))
  return kept.pairs.flatMap(({ one, other, similarity }) =>
    pairOf(live.get(one), live.get(other), similarity),
  )
}

/** Files that had no vector the last time, that the time did not suffice for, or that have changed since. */
function notCompared(live: ReadonlyMap<string, Memory>, { compared }: KeptDoubles): string[] {
  const before = new Set(compared)
  return [...live.values()].filter(({ hash }) => !before.has(hash)).map(({ file }) => file)
}

/** The hashes of those that live. */
function allCompared(
  live: ReadonlyMap<string, Memory>,
  files: readonly string[],
  last: KeptDoubles | undefined,
): string[] {
  const [now, before] = [new Set(files), new Set(last?.compared)]
  return [...live.values()]
    .filter(({ file, hash }) => now.has(file) || before.has(hash))
    .map(({ hash }) => hash)
}

function liveMemories({ store, clock }: Pick<LikelyDoubleDependencies, 'store' | 'clock'>): Memory[] {
  const now = clock.now()
  return store.list().filter((memory) => isLive(memory, now))
}

function pairOf(a: Memory | undefined, b: Memory | undefined, similarity: number): LikelyDouble[] {
  if (!a || !b || a === b || !mayMerge(a, b) || isSameText(a, b)) return []
  // Two of the same second are ordered by their files.
  const [older, newer] = Date.parse(a.modified) <= Date.parse(b.modified) ? byAge(a, b) : byAge(b, a)
  return [{ one: older, other: newer, similarity }]
}

/** The older first; of the same second, as they are given. */
export function byAge(one: Memory, other: Memory): [Memory, Memory] {
  return createdTime(one) <= createdTime(other) ? [one, other] : [other, one]
}

export function createdTime({ created, modified }: Memory): number {
  return Date.parse(created ?? modified)
}
