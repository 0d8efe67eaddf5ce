// Puts the questions of a person's own set to a store of its documents alone.
import { closeSearchStore } from '../../search/catalog/catalog-files.ts'
import { buildStore, type Embedding, embedSetQueries } from './build-store.ts'
import { type Asked, askQuery, type Measured, summarize } from './evaluate.ts'
import type { LabelledSet } from './own-set.ts'

export interface EvaluationProgress {
  stage: 'embedding' | 'asking'
  done: number
  total: number
}

/** Without an embedding by full text only. */
export async function evaluateOwn(
  { corpus, queries }: LabelledSet,
  embedding?: Embedding,
  onProgress: (progress: EvaluationProgress) => void = () => {},
): Promise<Measured> {
  const texts = queries.map(({ text }) => text)
  const store = await buildStore(corpus, embedding, (done, total) =>
    onProgress({ stage: 'embedding', done, total }),
  )
  try {
    const vectors = embedding ? await embedSetQueries(texts, embedding) : []
    const asked: Asked[] = []
    for (const [at, query] of queries.entries()) {
      asked.push(await askQuery(store, query, vectors[at] ?? []))
      onProgress({ stage: 'asking', done: at + 1, total: queries.length })
    }
    return summarize(asked)
  } finally {
    await closeSearchStore(store)
  }
}
