// What can be said without a model about whether a new text keeps what old ones said. Strict: what is not plain is left
// to a person. Pure.

import { exactDifference, isNegated } from '../../base/statements/exact-difference.ts'
import { numbersIn } from '../../base/statements/numbers.ts'
import { statementKey, wordsOf } from '../../base/statements/words.ts'
import { isChineseFunctionCharacter, isEnglishStopWord } from '../../base/terms/stop-words.ts'

/** `same`: to the letter; `plain`: nothing that it says is missing in the other; `doubtful`; `differs`: it is. */
type Likeness = 'same' | 'plain' | 'doubtful' | 'differs'

/** So many of its words the other must have. */
const LEAST_COVERED = 0.6

export function likenessOf(removed: string, kept: string): Likeness {
  if (statementKey(removed) === statementKey(kept)) return 'same'
  if (exactDifference(removed, kept) !== undefined) return 'differs'
  return covered(contentWords(removed), contentWords(kept)) >= LEAST_COVERED ? 'plain' : 'doubtful'
}

/** They have at least one word in common that says what they are about. */
export function areRelated(one: string, other: string): boolean {
  const words = contentWords(other)
  const shared = [...contentWords(one)].filter((word) => words.has(word))
  const weight = shared.reduce((sum, word) => sum + (/\p{Script=Han}/u.test(word) ? 0.5 : 1), 0)
  return weight >= 1
}

/** A text made of two: it has the words of both, and none that neither has. */
export function saysBoth(text: string, one: string, other: string): boolean {
  const [made, a, b] = [contentWords(text), contentWords(one), contentWords(other)]
  if ([...made].some((word) => !a.has(word) && !b.has(word))) return false
  if (covered(a, made) < 0.8 || covered(b, made) < 0.8) return false
  const numbers = (said: string) => new Set(numbersIn(wordsOf(said)))
  const wanted = new Set([...numbers(one), ...numbers(other)])
  if ([...wanted].some((number) => !numbers(text).has(number))) return false
  return isNegated(text) === isNegated(one) && isNegated(one) === isNegated(other)
}

function contentWords(text: string): Set<string> {
  const words = wordsOf(text)
    .map((word) => word.text)
    .filter((word) => !isEnglishStopWord(word.replace(/'/g, '')) && !isChineseFunctionCharacter(word))
  return new Set(words)
}

/** The share of the first that the second has. */
function covered(of: ReadonlySet<string>, by: ReadonlySet<string>): number {
  if (of.size === 0) return 1
  return [...of].filter((word) => by.has(word)).length / of.size
}
