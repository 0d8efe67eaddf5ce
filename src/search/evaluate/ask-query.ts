// Measures search on questions whose answers are known: every question is answered three ways from one pass.

import type { Measured, Metrics, SetQuery } from '../own-set.ts'
import { findCandidates, type QueryVector, type SearchStore } from '../ranking/candidates.ts'
import { type Mode, rankCandidates } from '../ranking/fusion.ts'
import { POOL, SHORTLIST } from '../search.ts'
import { queryTerms } from '../text/terms.ts'
import { averageMetrics, measureRanking } from './metrics.ts'

const MODES = ['hybrid', 'fulltext', 'vectors'] as const

export interface Asked {
  query: SetQuery
  metrics: Record<Mode, Metrics>
}

export async function askQuery(
  store: SearchStore,
  query: SetQuery,
  vectors: readonly QueryVector[],
): Promise<Asked> {
  const found = await findCandidates(store, { terms: queryTerms(query.text), vectors, pool: POOL })
  const relevant = new Set(query.relevant)
  const metrics = {} as Record<Mode, Metrics>
  for (const mode of MODES) {
    const ranked = await rankCandidates(store, found, { mode, depth: SHORTLIST })
    const ids = ranked.map(({ candidate }) => candidate.document.id)
    metrics[mode] = measureRanking(ids.slice(0, 10), relevant)
  }
  return { query, metrics }
}

export function summarize(asked: readonly Asked[]): Measured {
  const of = (mode: Mode) => averageMetrics(asked.map(({ metrics }) => metrics[mode]))
  return { n: asked.length, hybrid: of('hybrid'), fulltext: of('fulltext'), vectors: of('vectors') }
}
