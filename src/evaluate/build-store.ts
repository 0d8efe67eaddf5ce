// One group of an evaluation set as a store: documents, full text, and the vectors of every model that may judge it.
import type { Embedders } from '../embed/create-embedders.ts'
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
    file: `${id}.md`,
    name: '',
    description: '',
    body: text,
    tags: [],
    created: index,
    changed: 0,
    ...(session === undefined ? {} : { conversation: session }),
    size: 0,
    mtimeMs: 0,
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
    const jobs: { id: string; row: number; texts: string[] }[] = []
    for (const document of documents) {
      const texts = passageTexts(document)
      const parts = await Promise.all(texts.map((text) => embedders.plan(toSimplified(text))))
      const mine = parts.map((plan) =>
        plan.find((part) => part.embedder === embedder && part.form === 'original'),
      )
      const { row } = stored.get(document.id)!
      // All passages or none: a document's language is that of its text as a whole.
      if (mine.every((part) => part !== undefined))
        jobs.push({ id: document.id, row, texts: mine.map(({ text }) => text) })
    }
    const flat = await cache.embed(
      embedder,
      jobs.flatMap(({ texts }) => texts),
      'memory',
      onProgress,
    )
    let at = 0
    const entries = jobs.map(({ id, row, texts }) => {
      at += texts.length
      return { id, row, vectors: flat.slice(at - texts.length, at) }
    })
    await backend.putVectors(embedder.model, entries)
  }
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
      const part = plan.find((each) => each.embedder === embedder && each.form === 'original')
      return part ? [{ index, text: part.text }] : []
    })
    const made = await cache.embed(
      embedder,
      mine.map(({ text }) => text),
      'query',
    )
    for (const [at, { index }] of mine.entries())
      vectors[index]!.push({ model: embedder.model, vector: made[at]!, form: 'original' })
  }
  return vectors
}
