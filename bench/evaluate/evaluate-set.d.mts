// What tests see of evaluate-set.mjs.

import type { Embedders } from '../../src/search/create-embedders.ts'
import type { Measured } from '../../src/search/own-set.ts'
import type { SetDocument, SetQuery } from './read-set.mjs'

export interface Evaluation extends Measured {
  byCategory?: Record<string, Measured>
  negatives?: { n: number; 'R@5': number } | null
}

export declare function evaluateSet(options: {
  corpus: readonly SetDocument[]
  queries: readonly Omit<SetQuery, 'id'>[]
  embedders?: Embedders
  cacheDirectory?: string
  limit?: number
  negatives?: boolean
  byCategory?: boolean
  onProgress?(progress: { stage: 'embedding' | 'asking' }): void
}): Promise<Evaluation>
