// A memory seen with its grading fields: what may merge with what, and how records look for others.

import type { TimeLimit } from '../../base/time/time-limit.ts'
import { placeOf } from '../files/place.ts'
import { type Classified, isSeparate, kindOf, type Memory, typeOf } from '../memory.ts'
import type { NewMemory } from './new-memory.ts'

type Mergeable = Classified & Pick<NewMemory, 'file' | 'extra'>

/** Memories merge within one kind, never across types or out of shared memory, nor what is to stay separate. */
export function mayMerge(one: Mergeable, other: Mergeable): boolean {
  if (isSeparate(one) || isSeparate(other)) return false
  if (placeOf(one.file) !== placeOf(other.file) || kindOf(one) !== kindOf(other)) return false
  const [a, b] = [typeOf(one), typeOf(other)]
  return a === undefined || b === undefined || a === b
}

/** A hit of search, as far as records look at it. */
export interface FoundMemory {
  memory: Memory
  similarity: number
  why: { cosine?: number; matchedTerms: readonly string[] }
}

export type RecordSearch = (
  query: string,
  options: { limit: number; threshold: number },
) => Promise<FoundMemory[]>

/** Memories among which those are that have the same or nearly the same words; without a model. */
export type FindByWords = (text: string, limit: number) => Promise<Memory[]>

/** Two files whose stored vectors are near. */
export interface NearPair {
  one: string
  other: string
  cosine: number
}

interface NearPairs {
  /** Nearest first. */
  pairs: NearPair[]
  /** Files that have a vector and were compared with all others. */
  compared: readonly string[]
  /** Whose vectors they were: those of another model are compared again. */
  model: string
}

/**
 * Pairs from this cosine on, from the vectors that are stored. `of`: only those with one of these files.
 * Where the limit is over, what was found until then.
 */
export type FindNearPairs = (
  leastCosine: number,
  of?: readonly string[],
  limit?: TimeLimit,
) => Promise<NearPairs>
