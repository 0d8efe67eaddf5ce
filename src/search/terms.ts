// How much of a text counts: terms of a document with the weight of where they stand, terms of a query with theirs.
import type { SearchDocument, WeightedTerm } from './backend.ts'
import { tokenize } from './tokens.ts'

/** A word in the name or the description was chosen to be found by: it counts as if said twice. */
const HEADLINE = 2
/** A query keeps its weightiest terms: a pasted log has thousands, and nobody looks for all of them. */
const MOST_TERMS = 64

export interface CountedTerms {
  counts: Map<string, number>
  length: number
}

export function documentTerms(document: Pick<SearchDocument, 'name' | 'description' | 'body'>): CountedTerms {
  const counts = new Map<string, number>()
  let length = 0
  const count = (text: string, times: number) => {
    for (const term of tokenize(text)) {
      counts.set(term, (counts.get(term) ?? 0) + times)
      length++
    }
  }
  if (document.name) count(document.name, HEADLINE)
  if (document.description) count(document.description, HEADLINE)
  count(document.body, 1)
  return { counts, length }
}

/** Distinct terms; a repeated one counts more, but less and less. Heaviest first where there are too many. */
export function queryTerms(text: string): WeightedTerm[] {
  const counts = new Map<string, number>()
  for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = [...counts].map(([term, count]) => ({ term, weight: 1 + Math.log(count) }))
  return terms.length <= MOST_TERMS ? terms : terms.sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS)
}
