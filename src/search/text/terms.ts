// How much of a text counts: terms of a document with the weight of where they are, terms of a query with theirs.

import { isChineseWeakCharacter } from '../../base/terms/stop-words.ts'
import { tokenize } from '../../base/terms/tokens.ts'
import { isAscii, isPlainChinese } from '../../base/text/unicode.ts'
import { passagesOf } from '../catalog/passages.ts'
import type { SearchDocument } from '../search-document.ts'
import type { WeightedTerm } from './text-query.ts'

/** A word in the name or the description was chosen to be found by: it counts as if said twice. */
const HEADLINE = 2
/** What a weak term counts. */
const WEAK = 0.3
/** A pasted log has thousands of terms, and nobody looks for all of them. */
const MOST_TERMS = 256

interface CountedTerms {
  counts: Map<string, number>
  /** Terms in all. */
  length: number
}

/** The terms of each passage; name and description belong to every one, the quotation to the first. */
export function passageTerms(
  document: Pick<SearchDocument, 'name' | 'description' | 'body' | 'quote'>,
): CountedTerms[] {
  const headline = tokenize(`${document.name}\n${document.description}`)
  return passagesOf(document.body).map((passage, index) => {
    const counts = new Map<string, number>()
    for (const term of headline) counts.set(term, (counts.get(term) ?? 0) + HEADLINE)
    const terms = tokenize(passage)
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const length = headline.length + terms.length
    return { counts, length: index === 0 ? length + addQuoted(counts, document.quote) : length }
  })
}

/** The terms of when it matters, each once, marked so that they are never taken for those of a text. */
export function situationTerms({ situations = [] }: Pick<SearchDocument, 'situations'>): CountedTerms {
  const terms = tokenize(situations.join('\n'))
  return { counts: new Map(terms.map((term) => [inSituation(term), 1])), length: terms.length }
}

/** As a term is stored that situations say; no text has a term with this character. */
export function inSituation(term: string): string {
  return `\u0001${term}`
}

/** Only what the text does not say: the same statement in the same words is no more about them. */
function addQuoted(counts: Map<string, number>, quote: string | undefined): number {
  if (quote === undefined) return 0
  const { size } = counts
  for (const term of tokenize(quote)) if (!counts.has(term)) counts.set(term, 1)
  return counts.size - size
}

/** Distinct terms; a repeated one counts more, but less and less. */
export function queryTerms(text: string): WeightedTerm[] {
  const counts = new Map<string, number>()
  for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = [...counts].map(([term, count]) => ({
    term,
    weight: (1 + Math.log(count)) * strengthOf(term),
  }))
  return terms.length <= MOST_TERMS ? terms : terms.sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS)
}

/** Turns terms of a query into its own words again, for people: `deploi` was said as "deploys". */
export function wordsBehind(text: string): (terms: readonly string[]) => string[] {
  const words = new Map<string, string>()
  const pattern =
    isAscii(text) || isPlainChinese(text)
      ? /[A-Za-z0-9][\w'\u2019-]*/g
      : /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}\p{M}_'\u2019-]*/gu
  for (const [word] of text.matchAll(pattern))
    for (const term of tokenize(word)) if (!words.has(term)) words.set(term, word)
  return (terms) => [...new Set(terms.map((term) => words.get(term) ?? term))]
}

/** Pairs across word borders are rare and say nothing; those with a character of grammar in them mostly are such. */
function strengthOf(term: string): number {
  if (term.length !== 2 || term.charCodeAt(0) < 0x3400) return 1
  const [first = '', second = ''] = term
  return isChineseWeakCharacter(first) || isChineseWeakCharacter(second) ? WEAK : 1
}

/** Mostly Chinese (or Japanese, Korean): pairs of characters, of which fewer match by nature. */
export function isDense(terms: readonly string[]): boolean {
  return terms.filter((term) => term.charCodeAt(0) >= 0x3040).length * 2 > terms.length
}
