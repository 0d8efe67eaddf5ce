// The embedders of an installation: the two local models, or the one provider that the user configured.
import type { Embedder } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { BGE_ZH, MINILM } from './model-spec.ts'

export interface CreateEmbeddersOptions {
  /** `<config home>/models` */
  modelsDirectory: string
  threads?: number
}

/** Nothing is opened before the first text. */
export function createEmbedders({ modelsDirectory, threads }: CreateEmbeddersOptions): Embedder[] {
  return [MINILM, BGE_ZH].map((spec) => createLocalEmbedder({ spec, modelsDirectory, threads }))
}
