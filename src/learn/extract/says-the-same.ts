// Whether two statements that wait are one, said again.

import { exactDifference } from '../../base/statements/exact-difference.ts'
import { tokenize } from '../../base/terms/tokens.ts'

/** This part of the shorter statement's words must stand in the other. */
const SHARED = 0.75
const FEWEST_SHARED = 3

/** No number, name or negation differs, and nearly all words of the shorter stand in the longer. */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const shared = [...a].filter((token) => b.has(token)).length
  const fewer = Math.min(a.size, b.size)
  if (shared < Math.min(FEWEST_SHARED, fewer) || shared === 0 || shared / fewer < SHARED) return false
  if (shared / Math.max(a.size, b.size) < SHARED / 1.5) return false
  return exactDifference(one, other) === undefined
}
