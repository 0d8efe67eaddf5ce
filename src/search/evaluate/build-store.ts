// An evaluation set as a store: documents, full text, and the vectors of every model that may judge it.

import { toSimplified } from '../../base/terms/characters.ts'
import { type OpenVectors, searchStoreIn } from '../catalog/catalog-files.ts'
import { boundedQuery, meaningPart, partFor, queryVector } from '../catalog/embed-texts.ts'
import { passageTexts } from '../catalog/passages.ts'
import { planSituations } from '../catalog/plan-situations.ts'
import type { Embedders } from '../create-embedders.ts'
import type { SetDocument } from '../own-set.ts'
import type { QueryVector, SearchStore } from '../ranking/candidates.ts'
import type { SearchDocument } from '../search-document.ts'
import { situationModel } from '../vectors/situation-model.ts'
import type { VectorCache } from './vector-cache.ts'

export interface Embedding {
  embedders: Embedders
  cache: VectorCache
}

export async function buildStore(
  documents: readonly SetDocument[],
  embedding: Embedding | undefined,
  onProgress?: (done: number, total: number) => void,
  openVectors?: OpenVectors,
): Promise<SearchStore> {
  const store = searchStoreIn(undefined, openVectors)
  const searched = documents.map(asSearchDocument)
  store.text.upsert(searched)
  if (embedding) await embedDocuments(store, searched, embedding, onProgress)
  await store.vectors.compact()
  return store
}

/** Order in the file is order in time. */
function asSearchDocument(
  { id, text, session, quote, situations }: SetDocument,
  index: number,
): SearchDocument {
  return {
    id,
    name: '',
    description: '',
    body: text,
    ...(quote === undefined ? {} : { quote }),
    ...(situations?.length && { situations }),
    tags: [],
    created: index,
    changed: 0,
    ...(session === undefined ? {} : { conversation: session }),
    size: 0,
    stamp: 0,
  }
}

async function embedDocuments(
  { text, vectors }: SearchStore,
  documents: readonly SearchDocument[],
  { embedders, cache }: Embedding,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const stored = new Map(text.documents().map((document) => [document.id, document]))
  const passages = documents.flatMap((document) => {
    const metadata = stored.get(document.id)
    if (!metadata) return []
    return passageTexts(document).map((text, passage) => ({ metadata, passage, text }))
  })
  const situations = await Promise.all(
    documents.map(async (document) => ({
      metadata: stored.get(document.id),
      planned: document.situations ? await planSituations(embedders, document.situations) : [],
    })),
  )
  for (const embedder of embedders.all) {
    const model = situationModel(embedder.model)
    const said = situations.flatMap(({ metadata, planned }) => {
      const part = planned.find((one) => one.embedder === embedder)
      return metadata && part ? [{ metadata, text: part.text }] : []
    })
    if (said.length > 0) {
      const made = await cache.embed(
        embedder,
        said.map(({ text }) => text),
        { purpose: 'memory', onProgress },
      )
      const entries = said.flatMap(({ metadata }, at) => {
        const vector = made[at]
        return vector
          ? [{ memory: metadata.id, passage: 0, version: metadata.version, vector, metadata }]
          : []
      })
      await vectors.put(model, entries)
    }
    const parts = await Promise.all(
      passages.map(async (one) => ({ ...one, part: await partFor(embedders, embedder, one.text) })),
    )
    const wanted = parts.flatMap(({ part }) => part ?? [])
    if (wanted.length === 0) continue
    const made = (await cache.embed(embedder, wanted, { purpose: 'memory', onProgress })).values()
    const none = new Float32Array(embedder.dimensions)
    const entries = parts.map(({ metadata, passage, part }) => {
      const vector = part === undefined ? undefined : made.next().value
      return { memory: metadata.id, passage, version: metadata.version, vector: vector ?? none, metadata }
    })
    await vectors.put(embedder.model, entries)
  }
}

/** The vectors of queries, in order: originals and glosses, as the product makes them. */
export async function embedSetQueries(
  texts: readonly string[],
  { embedders, cache }: Embedding,
): Promise<QueryVector[][]> {
  const plans = await Promise.all(
    texts.map((text) => embedders.plan(toSimplified(meaningPart(boundedQuery(text))))),
  )
  const vectors: QueryVector[][] = texts.map(() => [])
  for (const embedder of embedders.all) {
    const mine = plans.flatMap((plan, index) =>
      plan.filter((part) => part.embedder === embedder).map(({ text, form }) => ({ index, text, form })),
    )
    const wanted = mine.map(({ text }) => text)
    const made = await cache.embed(embedder, wanted, { purpose: 'query' })
    for (const [at, { index, form }] of mine.entries()) {
      const vector = made[at]
      if (vector) vectors[index]?.push(queryVector(embedder, vector, form))
    }
  }
  return vectors
}
