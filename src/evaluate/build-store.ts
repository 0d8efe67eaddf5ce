// One group of an evaluation set as a store: documents, full text, and the vectors of every model that may judge it.
import type { Embedders, PlannedText } from '../embed/create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { SearchDocument } from '../search/backend.ts'
import { EmbeddedBackend } from '../search/backends/embedded.ts'
import type { QueryVector } from '../search/candidates.ts'
import { toSimplified } from '../search/characters.ts'
import { passageTexts } from '../search/passages.ts'
import type { SetDocument } from './read-set.ts'
import type { VectorCache } from './vector-cache.ts'

export interface Embedding {
  embedders: Embedders
  cache: VectorCache
}

export async function buildStore(
  documents: readonly SetDocument[],
  embedding: Embedding | undefined,
  onProgress?: (done: number, total: number) => void,
): Promise<EmbeddedBackend> {
  const backend = new EmbeddedBackend()
  const searched = documents.map(asSearchDocument)
  await backend.upsert(searched)
  if (embedding) await embedDocuments(backend, searched, embedding, onProgress)
  return backend
}

/** Order in the file is order in time. */
function asSearchDocument({ id, text, session }: SetDocument, index: number): SearchDocument {
  return {
    id,
    name: '',
    description: '',
    body: text,
    tags: [],
    created: index,
    changed: 0,
    ...(session === undefined ? {} : { conversation: session }),
    size: 0,
    stamp: 0,
  }
}

async function embedDocuments(
  backend: EmbeddedBackend,
  documents: readonly SearchDocument[],
  { embedders, cache }: Embedding,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const stored = new Map((await backend.documents()).map((document) => [document.id, document]))
  for (const embedder of embedders.all) {
    const jobs = await Promise.all(
      documents.map(async (document) => {
        const plans = await Promise.all(
          passageTexts(document).map((text) => embedders.plan(toSimplified(text))),
        )
        return { id: document.id, parts: plans.map((plan) => originalFor(plan, embedder)) }
      }),
    )
    const texts = jobs.flatMap(({ parts }) => parts.filter((part) => part !== undefined))
    if (texts.length === 0) continue
    const made = await cache.embed(embedder, texts, { purpose: 'memory', onProgress })
    const none = new Float32Array(embedder.dimensions)
    let at = 0
    const entries = jobs.map(({ id, parts }) => {
      const vectors = parts.map((part) => (part === undefined ? none : made[at++]!))
      return { id, row: stored.get(id)!.row, vectors }
    })
    await backend.putVectors(embedder.model, entries)
  }
}

/** Sets are in one language each, where a gloss has nothing to add: it would only cost time. */
function originalFor(plan: readonly PlannedText[], embedder: Embedder): string | undefined {
  return plan.find((part) => part.embedder === embedder && part.form === 'original')?.text
}

/** The vectors of queries, in order. */
export async function embedQueries(
  texts: readonly string[],
  { embedders, cache }: Embedding,
): Promise<QueryVector[][]> {
  const plans = await Promise.all(texts.map((text) => embedders.plan(toSimplified(text))))
  const vectors: QueryVector[][] = texts.map(() => [])
  for (const embedder of embedders.all) {
    const mine = plans.flatMap((plan, index) => {
      const text = originalFor(plan, embedder)
      return text === undefined ? [] : [{ index, text }]
    })
    const wanted = mine.map(({ text }) => text)
    const made = await cache.embed(embedder, wanted, { purpose: 'query' })
    for (const [at, { index }] of mine.entries())
      vectors[index]!.push({ model: embedder.model, vector: made[at]!, form: 'original' })
  }
  return vectors
}
