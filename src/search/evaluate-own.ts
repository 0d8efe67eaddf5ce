// Puts the questions of a person's own set to a store of its documents alone.
import { join } from 'node:path'
import { closeSearchStore } from './catalog/catalog-files.ts'
import { createEmbedders } from './create-embedders.ts'
import { type Asked, askQuery, summarize } from './evaluate/ask-query.ts'
import { buildStore, type Embedding, embedSetQueries } from './evaluate/build-store.ts'
import { VectorCache } from './evaluate/vector-cache.ts'
import type { LabelledSet, Measured } from './own-set.ts'

interface EvaluationProgress {
  stage: 'embedding' | 'asking'
  done: number
  total: number
}

/** `home`: the config home, which has the models and keeps vectors. Without it by full text only. */
export async function evaluateOwn(
  set: LabelledSet,
  home?: string,
  onProgress: (progress: EvaluationProgress) => void = () => {},
): Promise<Measured> {
  if (home === undefined) return measure(set, undefined, onProgress)
  const embedders = await createEmbedders({ modelsDirectory: join(home, 'models') })
  try {
    const cache = new VectorCache(join(home, 'cache', 'eval-vectors'))
    return await measure(set, { embedders, cache }, onProgress)
  } finally {
    await embedders.close()
  }
}

async function measure(
  { corpus, queries }: LabelledSet,
  embedding: Embedding | undefined,
  onProgress: (progress: EvaluationProgress) => void,
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
