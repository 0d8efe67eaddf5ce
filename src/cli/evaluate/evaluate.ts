// Measures search on a labelled set: each group is a store of its own, and every question is answered three ways from
// one pass. With negatives, each question is judged as a prompt is, sentence by sentence, in its own store and in the
// next group's, which has no answer to it.

import type { OpenVectors } from '../../search/catalog/catalog-files.ts'
import { boundedQuery } from '../../search/catalog/embed-texts.ts'
import type { Embedders } from '../../search/embed/create-embedders.ts'
import { findCandidates, type QueryVector } from '../../search/ranking/candidates.ts'
import { type Mode, rankCandidates } from '../../search/ranking/fusion.ts'
import { type AskedMessage, asMessage, textsOf } from '../../search/ranking/pieces.ts'
import { judgeQuery, POOL, SHORTLIST } from '../../search/ranking/search.ts'
import type { HitJudgement } from '../../search/ranking/similarity.ts'
import { CANDIDATES } from '../../search/recall/recall.ts'
import { queryTerms } from '../../search/text/terms.ts'
import { type Abstention, type Answered, judgeAbstention } from './abstention.ts'
import { type Embedding, embedSetQueries } from './build-store.ts'
import { averageMetrics, type Metrics, measureRanking } from './metrics.ts'
import type { SetDocument, SetQuery } from './read-set.ts'
import { type Store, Stores } from './stores.ts'
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
  /** Where the vectors of a group live. Default: in memory. They are dropped afterwards. */
  openVectors?: (group: string) => OpenVectors
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
  metrics: Record<Mode, Metrics>
}

export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { embedders, onProgress } = options
  const embedding = embedders && { embedders, cache: new VectorCache(options.cacheDirectory) }
  const onEmbed = (done: number, total: number) => onProgress?.({ stage: 'embedding', done, total })
  const stores = new Stores(options.corpus, embedding, onEmbed, options.openVectors)
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
      ...(options.negatives ? { negatives: await askAsPrompts(stores, asked, embedding) } : {}),
    }
  } finally {
    await stores.close()
  }
}

async function ask(stores: Stores, query: SetQuery, vectors: readonly QueryVector[]): Promise<Asked> {
  const { store } = await stores.get(query.group)
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

/** What would be attached to the question as a prompt. */
async function answerOf(
  { store, threshold }: Store,
  text: string,
  message: AskedMessage,
  relevant: ReadonlySet<string>,
): Promise<Answered> {
  const { hits } = await judgeQuery(store, { text, ...message, limit: CANDIDATES, now: 0 })
  return {
    margins: marginsOf(hits, threshold),
    relevant: hits.map(({ candidate }) => relevant.has(candidate.document.id)),
    wanted: relevant.size,
  }
}

/** A hit that comes along is brought up where the best one is. */
function marginsOf(judgements: readonly HitJudgement[], threshold: number): number[] {
  const best = Math.max(...judgements.map(({ evidence }) => evidence))
  return judgements.map(({ evidence, companion }) => (companion ? best : evidence) - threshold)
}

async function askAsPrompts(
  stores: Stores,
  asked: readonly Asked[],
  embedding: Embedding | undefined,
): Promise<Abstention | null> {
  const texts = asked.map(({ query }) => boundedQuery(query.text))
  const messages = await asMessages(texts, embedding)
  const own: Answered[] = []
  const foreign: Answered[] = []
  for (const [at, { query }] of asked.entries()) {
    const neighbour = stores.neighbourOf(query.group)
    const message = messages[at]
    if (neighbour === undefined || !message) return null
    const put = async (group: string, relevant: readonly string[]) =>
      answerOf(await stores.get(group), texts[at] ?? '', message, new Set(relevant))
    own.push(await put(query.group, query.relevant))
    foreign.push(await put(neighbour, []))
  }
  return judgeAbstention(own, foreign, averageMetrics(asked.map(({ metrics }) => metrics.hybrid))['R@5'])
}

/** As the product asks a prompt: embedded piece by piece. */
async function asMessages(
  texts: readonly string[],
  embedding: Embedding | undefined,
): Promise<AskedMessage[]> {
  const pieces = texts.map(textsOf)
  const vectors = embedding ? await embedSetQueries(pieces.flat(), embedding) : []
  let from = 0
  return pieces.map((own) => {
    const to = from + own.length
    const message = asMessage(own, vectors.slice(from, to))
    from = to
    return message
  })
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
