// How much two texts say the same, 0–1, for merging: search judges whether a memory answers a question, which is
// another matter. 0.85 was set on real sentences, paraphrases of them and their nearest neighbours: docs/records.md.
import { tokenize } from '../search/tokens.ts'
import { statementKey } from './statements.ts'

/** Cosine → similarity, piecewise linear. */
const POINTS: readonly [number, number][] = [
  [0, 0],
  [0.7, 0.5],
  [0.91, 0.85],
  [1, 0.99],
]
/** Two texts that name different numbers or names, or of which one negates, do not say the same. */
const DIFFERENT = 0.8

/** `cosine` of the two as memories; undefined without vectors: then only nearly the same words count as the same. */
export function pairSimilarity(one: string, other: string, cosine: number | undefined): number {
  if (statementKey(one) === statementKey(other)) return 1
  // Half of the words in common mean nothing: without vectors only the upper part reaches 0.85.
  const similarity = cosine === undefined ? Math.min(0.99, overlapOf(one, other) * 0.95) : mapped(cosine)
  return saysOther(one, other) ? Math.min(DIFFERENT, similarity) : similarity
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

function saysOther(one: string, other: string): boolean {
  const same = (values: (text: string) => Set<string>) => !differ(values(one), values(other))
  return !same(numbersOf) || !same(namesOf) || isNegated(one) !== isNegated(other)
}

/** Each side names something that the other does not. */
function differ(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((value) => !other.has(value)) && [...other].some((value) => !one.has(value))
}

/** Days of the week too. */
const NUMBERS =
  /\d+(?:[.:]\d+)*|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?<=周|星期|礼拜)[一二三四五六日天]/gi

function numbersOf(text: string): Set<string> {
  const found = text.normalize('NFKC').match(NUMBERS) ?? []
  return new Set(found.map((number) => number.toLowerCase().replace(/^0+(?=\d)|s$/g, '')))
}

/** Capitalised words within a sentence. */
function namesOf(text: string): Set<string> {
  return new Set(text.match(/(?<=[a-z,;'"“] ["“]?)[A-Z][a-z]+/g) ?? [])
}

const NEGATIONS =
  /\b(?:not|never|no longer|cannot)\b|n['’]t\b|不(?!但|仅|过|错|同|断|少)|没(?!关系)|禁止|切勿/gi

function isNegated(text: string): boolean {
  return (text.match(NEGATIONS)?.length ?? 0) % 2 === 1
}
