// Embedders without a model: a text's vector is a bag of its terms. Texts that share words are near to each other,
// the same text has the same vector, and nothing takes time.

import { tokenize } from '../../../src/base/terms/tokens.ts'
import type { Embedders } from '../../../src/search/create-embedders.ts'
import type { Embedder } from '../../../src/search/embed/embedder.ts'

export interface FakeEmbedder extends Embedder {
  /** Every text that was embedded, in order. */
  readonly seen: string[]
}

export function fakeEmbedder(model = 'fake', dimensions = 64): FakeEmbedder {
  const seen: string[] = []
  return {
    model,
    dimensions,
    languages: ['en', 'zh'],
    seen,
    embed: async (texts, { signal }) => {
      signal?.throwIfAborted()
      seen.push(...texts)
      return texts.map((text) => bagOfTerms(text, dimensions))
    },
    close: async () => {},
  }
}

export function fakeEmbedders(embedder: Embedder = fakeEmbedder()): Embedders {
  return {
    all: [embedder],
    plan: async (text) => [{ embedder, text, language: 'en', form: 'original' }],
    gloss: async () => undefined,
    close: () => embedder.close(),
  }
}

function bagOfTerms(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const term of tokenize(text)) {
    let hash = 2166136261
    for (let index = 0; index < term.length; index++)
      hash = Math.imul(hash ^ term.charCodeAt(index), 16777619)
    const at = (hash >>> 0) % dimensions
    vector[at] = (vector[at] ?? 0) + (hash & 0x8000 ? 1 : -1)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
