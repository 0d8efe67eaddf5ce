// How much two texts say the same, 0–1, for merging: search judges whether a memory answers a question, which is
// another matter. 0.85 was set on real sentences, paraphrases of them and their nearest neighbours: docs/records.md.
import { tokenize } from '../search/tokens.ts'
import { saysSame } from './says-same.ts'
import { statementKey } from './statements.ts'

/** Cosine → similarity, piecewise linear. */
const POINTS: readonly [number, number][] = [
  [0, 0],
  [0.7, 0.5],
  [0.91, 0.85],
  [1, 0.99],
]
/** However near two texts are: what differs between them means something. */
const DIFFERENT = 0.8

/** `cosine` of the two as memories; undefined without vectors: then only nearly the same words count as the same. */
export function pairSimilarity(one: string, other: string, cosine: number | undefined): number {
  if (statementKey(one) === statementKey(other)) return 1
  // Half of the words in common mean nothing: without vectors only the upper part reaches 0.85.
  const similarity = cosine === undefined ? Math.min(0.99, overlapOf(one, other) * 0.95) : mapped(cosine)
  if (similarity <= DIFFERENT) return similarity
  return saysSame(one, other) ? similarity : DIFFERENT
}

function mapped(cosine: number): number {
  for (let at = 1; at < POINTS.length; at++) {
    const [from, low] = POINTS[at - 1]!
    const [to, high] = POINTS[at]!
    if (cosine <= to) return Math.max(0, low + ((cosine - from) / (to - from)) * (high - low))
  }
  return 0.99
}

/** Share of words that both say, 0–1. */
export function overlapOf(one: string, other: string): number {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const both = [...a].filter((term) => b.has(term)).length
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}
