// Measures search on a labelled set: each group is a store of its own, and every question is answered three ways from
// one pass. With negatives, each question is also put to the next group's store, which has no answer to it.
import type { Embedders } from '../embed/create-embedders.ts'
import { type Candidates, findCandidates, type QueryVector, type SearchStore } from '../search/candidates.ts'
import { type Mode, rankCandidates } from '../search/fusion.ts'
import { POOL, SHORTLIST } from '../search/search.ts'
import { type HitJudgement, judgeHits } from '../search/similarity.ts'
import { queryTerms } from '../search/terms.ts'
import { type Abstention, type Answered, judgeAbstention } from './abstention.ts'
import { embedSetQueries } from './build-store.ts'
import { averageMetrics, type Metrics, measureRanking } from './metrics.ts'
import type { SetDocument, SetQuery } from './read-set.ts'
import { Stores } from './stores.ts'
import { VectorCache } from './vector-cache.ts'

const MODES = ['hybrid', 'fulltext', 'vectors'] as const

export interface EvaluateOptions {
  corpus: readonly SetDocument[]
  queries: readonly SetQuery[]
  /** Without: full text only. */
  embedders?: Embedders
  /** Where vectors are kept between runs. */
  cacheDirectory?: string
  /** Only the first so many questions. */
  limit?: number
  negatives?: boolean
  byCategory?: boolean
  onProgress?: (progress: EvaluationProgress) => void
}

export interface EvaluationProgress {
  stage: 'embedding' | 'asking'
  done: number
  total: number
}

export interface Measured {
  /** Questions. */
  n: number
  hybrid: Metrics
  fulltext: Metrics
  vectors: Metrics
}

export interface Evaluation extends Measured {
  byCategory?: Record<string, Measured>
  /** `null`: the set has one group only, there is no neighbour to ask. */
  negatives?: Abstention | null
}

interface Asked {
  query: SetQuery
  vectors: readonly QueryVector[]
  metrics: Record<Mode, Metrics>
  answered: Answered
}

export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { embedders, onProgress } = options
  const embedding = embedders && { embedders, cache: new VectorCache(options.cacheDirectory) }
  const onEmbed = (done: number, total: number) => onProgress?.({ stage: 'embedding', done, total })
  const stores = new Stores(options.corpus, embedding, onEmbed)
  const known = options.queries.filter(({ group, relevant }) => stores.has(group) && relevant.length > 0)
  const queries = known.slice(0, options.limit ?? known.length)
  const texts = queries.map(({ text }) => text)
  const vectors = embedding ? await embedSetQueries(texts, embedding) : texts.map(() => [])
  try {
    const asked: Asked[] = []
    for (const [index, query] of queries.entries()) {
      asked.push(await ask(stores, query, vectors[index] ?? []))
      onProgress?.({ stage: 'asking', done: index + 1, total: queries.length })
    }
    return {
      ...summarize(asked),
      ...(options.byCategory ? { byCategory: summarizeByCategory(asked) } : {}),
      ...(options.negatives ? { negatives: await askNeighbours(stores, asked) } : {}),
    }
  } finally {
    await stores.close()
  }
}

async function ask(stores: Stores, query: SetQuery, vectors: readonly QueryVector[]): Promise<Asked> {
  const { store, threshold } = await stores.get(query.group)
  const found = await findCandidates(store, { terms: queryTerms(query.text), vectors, pool: POOL })
  const relevant = new Set(query.relevant)
  const metrics = {} as Record<Mode, Metrics>
  for (const mode of MODES) {
    const ranked = await rankCandidates(store, found, { mode, depth: SHORTLIST })
    const ids = ranked.map(({ candidate }) => candidate.document.id)
    metrics[mode] = measureRanking(ids.slice(0, 10), relevant)
  }
  return { query, vectors, metrics, answered: await answerOf(store, found, threshold, relevant) }
}

/** What the product would have answered. */
async function answerOf(
  store: SearchStore,
  found: Candidates,
  threshold: number,
  relevant: ReadonlySet<string>,
): Promise<Answered> {
  const mode = found.covered > 0 ? 'hybrid' : 'fulltext'
  const five = (await rankCandidates(store, found, { mode, depth: SHORTLIST })).slice(0, 5)
  return {
    margins: marginsOf(judgeHits(five, found), threshold),
    relevant: five.map(({ candidate }) => relevant.has(candidate.document.id)),
    wanted: relevant.size,
  }
}

/** A hit that comes along is brought up where the best one is. */
function marginsOf(judgements: readonly HitJudgement[], threshold: number): number[] {
  const best = Math.max(...judgements.map(({ evidence }) => evidence))
  return judgements.map(({ evidence, companion }) => (companion ? best : evidence) - threshold)
}

async function askNeighbours(stores: Stores, asked: readonly Asked[]): Promise<Abstention | null> {
  const foreign: Answered[] = []
  for (const { query, vectors } of asked) {
    const neighbour = stores.neighbourOf(query.group)
    if (neighbour === undefined) return null
    const { store, threshold } = await stores.get(neighbour)
    const found = await findCandidates(store, { terms: queryTerms(query.text), vectors, pool: POOL })
    foreign.push(await answerOf(store, found, threshold, new Set()))
  }
  const own = asked.map(({ answered }) => answered)
  return judgeAbstention(own, foreign)
}

function summarize(asked: readonly Asked[]): Measured {
  const of = (mode: Mode) => averageMetrics(asked.map(({ metrics }) => metrics[mode]))
  return { n: asked.length, hybrid: of('hybrid'), fulltext: of('fulltext'), vectors: of('vectors') }
}

function summarizeByCategory(asked: readonly Asked[]): Record<string, Measured> {
  const categories = [...new Set(asked.map(({ query }) => query.category))].sort()
  return Object.fromEntries(
    categories.map((category) => [
      category,
      summarize(asked.filter(({ query }) => query.category === category)),
    ]),
  )
}
