// What somebody who searches is shown: what reaches the threshold of an answer. Where nothing does and they named no
// threshold of their own, the memories that have every word: a single word says too little to be an answer, but whoever
// searches for it wants to see where it is.

import { ANSWER_SIMILARITY } from './answer-similarity.ts'
import type { SearchMode } from './search-mode.ts'

interface Found {
  hits: readonly { why: { coverage: number } }[]
}

export type Answers<Result extends Found> = Omit<Result, 'hits'> & {
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
