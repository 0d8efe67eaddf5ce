// From text to the vectors of every model that may judge it.
import type { Embedders } from '../embed/create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { QueryVector } from './candidates.ts'
import { toSimplified } from './characters.ts'

/** Of each end of a query. */
const QUERY_CHARACTERS = 2_000

/** What a long message asks stands at its beginning or at its end; a pasted log between them only costs time. */
export function boundedQuery(text: string): string {
  if (text.length <= 2 * QUERY_CHARACTERS) return text
  return `${text.slice(0, QUERY_CHARACTERS)}\n${text.slice(-QUERY_CHARACTERS)}`.toWellFormed()
}

export interface EmbeddedQuery {
  vectors: QueryVector[]
  /** Of the embedders that failed. */
  faults: unknown[]
}

/** The query's vectors. An embedder that fails is left out: full text still answers. */
export async function embedQuery(
  embedders: Embedders,
  text: string,
  signal?: AbortSignal,
): Promise<EmbeddedQuery> {
  const parts = await embedders.plan(toSimplified(text))
  const faults: unknown[] = []
  const vectors = await Promise.all(
    parts.map(async ({ embedder, text: part, form }): Promise<QueryVector[]> => {
      const options = { purpose: 'query' as const, ...(signal ? { signal } : {}) }
      try {
        const [vector] = await embedder.embed([part], options)
        return vector ? [{ model: embedder.model, vector, form }] : []
      } catch (error) {
        faults.push(error)
        return []
      }
    }),
  )
  return { vectors: vectors.flat(), faults }
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
