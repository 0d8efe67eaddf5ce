// A labelled set from somebody's own memories: each is asked for by what was written about it in other words than its
// own, its description or the quotation that it was made from, and only its text is searched. Asking for a text by its
// own words would find it always, and say nothing.

import { tokenize } from '../base/terms/tokens.ts'
import type { Memory } from '../memory/memory.ts'

export interface SetDocument {
  id: string
  text: string
  /** The words that the text was made from. */
  quote?: string
  /** When it matters. */
  situations?: readonly string[]
  /** The conversation that it is part of. */
  session?: string
}

export interface SetQuery {
  text: string
  relevant: string[]
}

export interface LabelledSet {
  corpus: SetDocument[]
  queries: SetQuery[]
}

/** With a larger part of its terms in the text it is the text's own words. */
const MOST_SHARED = 0.6
const FEWEST_TERMS = 2

export function ownSet(memories: readonly Memory[]): LabelledSet {
  const corpus = memories.map(({ id, content }): SetDocument => ({ id, text: content }))
  const queries = memories.flatMap((memory): SetQuery[] => {
    const asked = [memory.description, memory.evidence].flatMap((text) => text ?? [])
    const text = asked.find((candidate) => isInOtherWords(candidate, memory.content))
    if (text === undefined) return []
    return [{ text, relevant: [memory.id] }]
  })
  return { corpus, queries }
}

function isInOtherWords(text: string, content: string): boolean {
  const said = new Set(tokenize(content))
  const terms = [...new Set(tokenize(text))]
  const shared = terms.filter((term) => said.has(term)).length
  return terms.length >= FEWEST_TERMS && shared <= MOST_SHARED * terms.length
}

export interface Metrics {
  'R@1': number
  'R@5': number
  'R@10': number
  'hit@5': number
  'all@5': number
  'nDCG@10': number
  MRR: number
}

export interface Measured {
  /** Questions. */
  n: number
  hybrid: Metrics
  fulltext: Metrics
  vectors: Metrics
}

export const METRIC_NAMES = ['R@1', 'R@5', 'R@10', 'hit@5', 'all@5', 'nDCG@10', 'MRR'] as const
