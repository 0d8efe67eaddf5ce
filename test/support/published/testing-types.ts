// The types that callers of `memdir/testing` pass or are given first-hand.

export type { Tool } from '../../../src/agent/tools/tool.ts'
export type { Job } from '../../../src/learn/job.ts'
export type { Model } from '../../../src/models/model.ts'
export type { Embedder } from '../../../src/search/embed/embedder.ts'
export type { VectorIndex } from '../../../src/search/vectors/vector-index.ts'
export type { Protocol } from './protocol.ts'
