// Documents and stores for tests of search.

import { keysOf, type SearchStore } from '../../../src/search/ranking/candidates.ts'
import type { SearchDocument } from '../../../src/search/search-document.ts'

/** A document with this text, and whatever else matters for a test. */
export function testDocument(id: string, body: string, fields: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id,
    name: '',
    description: '',
    body,
    tags: [],
    changed: 0,
    size: body.length,
    stamp: 0,
    ...fields,
  }
}

/** Gives documents of the store a vector for each passage, in order; what is left over is ignored. */
export async function putVectors(
  { text, vectors }: SearchStore,
  model: string,
  given: Readonly<Record<string, readonly (readonly number[] | Float32Array)[]>>,
): Promise<void> {
  const entries = text.documents(Object.keys(given)).flatMap((document) =>
    keysOf(document).flatMap((key) => {
      const vector = given[document.id]?.[key.passage]
      if (!vector) return []
      return [{ ...key, vector: Float32Array.from(vector), version: document.version, metadata: document }]
    }),
  )
  await vectors.put(model, entries)
}
