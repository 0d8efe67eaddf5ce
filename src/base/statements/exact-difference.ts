// What must be the same in two texts that may say the same: numbers, names and identifiers, a negation.
import { numbersIn } from './numbers.ts'
import { scaleOf } from './scale-of.ts'
import { type Word, wordsOf } from './words.ts'

type ExactDifference = 'number' | 'name' | 'negation'

const NEGATIONS =
  /(?<![\p{L}\p{N}])(?:not?|never|none|nothing|nobody|neither|nor|without|cannot|\p{L}{1,20}n't)(?![\p{L}\p{N}'])|[不没沒未勿莫]|别(?!人|的)|無|无|禁止/iu

export function isNegated(text: string): boolean {
  return NEGATIONS.test(text.normalize('NFKC').replace(/[‘’]/g, "'"))
}

/** The first that differs; undefined where the two may say the same. Says nothing about the other words. */
export function exactDifference(one: string, other: string): ExactDifference | undefined {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (!isSameBag(numbersIn(a), numbersIn(b))) return 'number'
  if (isNegated(one) !== isNegated(other)) return 'negation'
  const isNamedBy = (words: readonly Word[], others: readonly Word[]) =>
    namesIn(words).every((name) => others.some(({ text }) => text === name))
  return isNamedBy(a, b) && isNamedBy(b, a) && isSameSubject(a, b) ? undefined : 'name'
}

/** Capitals inside a sentence, identifiers, and whatever is Latin within Chinese; numbers are compared by themselves. */
function namesIn(words: readonly Word[]): string[] {
  const isChinese = words.some(({ isHan }) => isHan)
  const isNamed = (word: Word) => isName(word) || (isChinese && !word.isHan)
  return words.filter((word) => isNamed(word) && scaleOf(word) === undefined).map(({ text }) => text)
}

export function isName({ raw, isFirst, isHan }: Word): boolean {
  if (isHan || raw === 'I' || raw.startsWith("I'")) return false
  if (/[\d_./:@\\#+$=]|^-|\p{Ll}\p{Lu}/u.test(raw)) return true
  return /^\p{Lu}/u.test(raw) && (!isFirst || /^\p{Lu}{2}/u.test(raw))
}

/** "Alice owns billing" and "Bob owns billing": the capital of a first word says nothing, its place does. */
function isSameSubject([a, nextA]: readonly Word[], [b, nextB]: readonly Word[]): boolean {
  if (!a || !b || a.text === b.text || a.isHan || b.isHan) return true
  return nextA?.text !== nextB?.text
}

function isSameBag(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join('\n') === [...other].sort().join('\n')
}
