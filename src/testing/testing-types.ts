// The types that callers of `memdir/testing` pass or are given first-hand.

export type { Tool } from '../agent/tools/tool.ts'
export type { Job } from '../learn/worker/job.ts'
export type { Model } from '../models/model.ts'
export type { Embedder } from '../search/embed/embedder.ts'
export type { VectorIndex } from '../search/vectors/vector-index.ts'
export type { Protocol } from './protocol.ts'
