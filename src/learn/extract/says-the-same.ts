// Whether two statements that wait are one, said again: in nearly the same words, or near in meaning.

import { exactDifference } from '../../base/statements/exact-difference.ts'
import { tokenize } from '../../base/terms/tokens.ts'
import { nearnessOf } from '../hearing/meaning.ts'
import type { Proposal } from './proposal.ts'

/** This part of the shorter statement's words must stand in the other. */
const SHARED = 0.75
const FEWEST_SHARED = 3
/** By the width of the model that reads them (384 English, 512 Chinese): paraphrases are seldom further apart. */
const NEAR = { english: 0.72, chinese: 0.8 }

/** No number, name or negation differs, and they are near in words or in meaning. */
export function saysTheSame(one: Said, other: Said): boolean {
  if (!sharesWords(one.content, other.content) && !isNear(one, other)) return false
  return exactDifference(one.content, other.content) === undefined
}

type Said = Pick<Proposal, 'content' | 'meaning'>

function isNear(one: Said, other: Said): boolean {
  const near = /\p{Script=Han}/u.test(one.content) ? NEAR.chinese : NEAR.english
  return nearnessOf(one.meaning, other.meaning) >= near
}

/** Nearly all words of the shorter stand in the longer. */
function sharesWords(one: string, other: string): boolean {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const shared = [...a].filter((token) => b.has(token)).length
  const fewer = Math.min(a.size, b.size)
  if (shared < Math.min(FEWEST_SHARED, fewer) || shared === 0 || shared / fewer < SHARED) return false
  return shared / Math.max(a.size, b.size) >= SHARED / 1.5
}
