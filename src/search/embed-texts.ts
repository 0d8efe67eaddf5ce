// From text to the vectors of every model that may judge it.
import type { Embedders } from '../embed/create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { QueryVector } from './candidates.ts'
import { toSimplified } from './characters.ts'

/** Of each end of a query. */
const QUERY_CHARACTERS = 2_000

/** A long message asks at its beginning or at its end; a pasted log between them only costs time. */
export function boundedQuery(text: string): string {
  if (text.length <= 2 * QUERY_CHARACTERS) return text
  return `${text.slice(0, QUERY_CHARACTERS)}\n${text.slice(-QUERY_CHARACTERS)}`.toWellFormed()
}

export interface EmbeddedQuery {
  vectors: QueryVector[]
  /** Of the embedders that failed. */
  faults: unknown[]
}

export interface EmbeddedQueries {
  /** Of each text, in the order of the texts; none for a text that no model can read. */
  vectors: QueryVector[][]
  /** Of the embedders that failed. */
  faults: unknown[]
}

/** The query's vectors. An embedder that fails is left out: full text still answers. */
export async function embedQuery(
  embedders: Embedders,
  text: string,
  signal?: AbortSignal,
): Promise<EmbeddedQuery> {
  const { vectors, faults } = await embedQueries(embedders, [text], signal)
  return { vectors: vectors[0] ?? [], faults }
}

/**
 * Several texts in one pass of each model, for example a message and its sentences. A text that is there twice is
 * embedded once.
 */
export async function embedQueries(
  embedders: Embedders,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedQueries> {
  const plans = await Promise.all(texts.map((text) => embedders.plan(toSimplified(text))))
  const faults: unknown[] = []
  const options = { purpose: 'query' as const, waiting: true, ...(signal ? { signal } : {}) }
  const made = new Map<Embedder, ReadonlyMap<string, Float32Array>>()
  for (const embedder of embedders.all) {
    const own = plans.flat().filter((part) => part.embedder === embedder)
    const wanted = [...new Set(own.map((part) => part.text))]
    if (wanted.length === 0) continue
    try {
      const vectors = await embedder.embed(wanted, options)
      made.set(embedder, new Map(vectors.map((vector, index) => [wanted[index] ?? '', vector])))
    } catch (error) {
      faults.push(error)
    }
  }
  const vectors = plans.map((plan) =>
    plan.flatMap(({ embedder, text, form }): QueryVector[] => {
      const vector = made.get(embedder)?.get(text)
      return vector ? [{ model: embedder.model, vector, form }] : []
    }),
  )
  return { vectors, faults }
}

/** What this embedder is given of a text; undefined when it is not the one to judge it. */
export async function partFor(
  embedders: Embedders,
  embedder: Embedder,
  text: string,
): Promise<string | undefined> {
  const parts = await embedders.plan(toSimplified(text))
  return parts.find((part) => part.embedder === embedder)?.text
}
