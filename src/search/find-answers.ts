// What somebody who searches is shown: what reaches the threshold of an answer. Where nothing does and they named no
// threshold of their own, the memories that have every word: a single word says too little to be an answer, but whoever
// searches for it wants to see where it is.

import type { Mode } from './ranking/fusion.ts'

interface Found {
  hits: readonly { why: { coverage: number } }[]
}

type Answers<Result extends Found> = Omit<Result, 'hits'> & {
  hits: Result['hits'][number][]
  /** No hit is an answer: they have the words. */
  wordsOnly: boolean
}

/** `given`: the threshold that was asked for. Who asks by meaning alone wants no words. */
export async function findAnswers<Result extends Found>(
  search: (threshold: number) => Promise<Result>,
  { given, mode }: { given: number | undefined; mode: SearchMode | undefined },
): Promise<Answers<Result>> {
  const answers = await search(given ?? ANSWER_SIMILARITY)
  if (given !== undefined || mode === 'meaning' || answers.hits.length > 0)
    return { ...answers, hits: [...answers.hits], wordsOnly: false }
  const near = await search(0)
  const hits = near.hits.filter(({ why }) => why.coverage >= 1)
  return { ...near, hits, wordsOnly: hits.length > 0 }
}

/** 0.6 is where a calibrated store stops answering questions that it has no answer to. */
export const ANSWER_SIMILARITY = 0.6

const MOST_DIGITS = 6

/** Two digits, or as many as show on which side of what is needed it is: 0.5996 is not "0.60". */
export function formatSimilarity(similarity: number, needed = ANSWER_SIMILARITY): string {
  const isAnswer = similarity >= needed
  for (let digits = 2; digits < MOST_DIGITS; digits++) {
    const text = similarity.toFixed(digits)
    if (Number(text) >= needed === isAnswer) return text
  }
  const unit = 10 ** MOST_DIGITS
  return (Math.floor(similarity * unit) / unit).toFixed(MOST_DIGITS)
}

export const SEARCH_MODES = ['hybrid', 'words', 'meaning'] as const

export type SearchMode = (typeof SEARCH_MODES)[number]

export function isSearchMode(value: unknown): value is SearchMode {
  return SEARCH_MODES.includes(value as SearchMode)
}

/** As the ranking calls it; both together is what it does by itself, with words alone where there are no vectors. */
export function rankingMode(mode: SearchMode | undefined): { mode?: Mode; words?: boolean } {
  if (mode === 'words') return { mode: 'fulltext', words: true }
  return mode === 'meaning' ? { mode: 'vectors' } : {}
}
