// A query put to a store: candidates, their order, how similar they are, and why. Reads no files.
import { DAY_MS } from '../lib/clock.ts'
import { type Candidate, findCandidates, type QueryVector, type SearchStore } from './candidates.ts'
import { PRIORS, SIMILARITY } from './fitted.ts'
import { byScore, type Mode, type RankedCandidate, rankCandidates } from './fusion.ts'
import type { SearchFilter, StoredDocument } from './search-document.ts'
import { judgeHits, similaritiesOf } from './similarity.ts'
import { queryTerms, wordsBehind } from './terms.ts'

/** Candidates from full text, and from each model: more changed nothing on any development set. */
export const POOL = 60
/** The best of them, whose details are looked at: conversation, importance, age. */
export const SHORTLIST = 40

export interface SearchQuery {
  text: string
  /** Empty: full text only. */
  vectors?: readonly QueryVector[]
  limit: number
  /** On the similarity, 0–1. Absent: none. */
  minSimilarity?: number
  filter?: SearchFilter
  /** Ids that are left out: already shown, already read. */
  exclude?: ReadonlySet<string>
  mode?: Mode
  /** Of the store, from its calibration. */
  threshold?: number
  /** Importance and recency count, as priors. Default true. */
  priors?: boolean
  /** Milliseconds since 1970; for recency and expiry. */
  now: number
}

/** Why a hit is where it is. */
export interface Why {
  /** Words of the query, and pairs of Chinese characters. */
  matchedTerms: readonly string[]
  /** Share of the query's weight that they make up, 0–1. */
  coverage: number
  /** Of the vectors; undefined where full text alone judged. */
  cosine?: number
  /** What importance and age added to or took from the score. */
  prior: number
  score: number
}

export interface SearchHit {
  document: StoredDocument
  /** 0–1; 0.6 and more: an answer. */
  similarity: number
  why: Why
}

export interface SearchResult {
  /** Best first. */
  hits: SearchHit[]
  /** What judged: `fulltext` when the store has no vectors that the query could be compared with. */
  mode: Mode
  /** Passages with vectors that were compared; documents in all. */
  covered: number
  documents: number
}

export async function search(store: SearchStore, query: SearchQuery): Promise<SearchResult> {
  const { text, vectors = [], limit, now } = query
  const filter = { liveAt: now, ...query.filter }
  // What is left out must not crowd out the rest.
  const left = query.exclude?.size ?? 0
  const pool = Math.max(POOL, 2 * limit) + left
  const found = await findCandidates(store, { terms: queryTerms(text), vectors, filter, pool })
  const mode = query.mode ?? (found.covered > 0 ? 'hybrid' : 'fulltext')
  const depth = Math.max(SHORTLIST, 2 * limit) + left
  const ranked = (await rankCandidates(store, found, { mode, depth }))
    .filter(({ candidate }) => !query.exclude?.has(candidate.document.id))
    .map((each) => withPrior(each, query))
    .sort(byScore)
    .slice(0, limit)
  const threshold = query.threshold ?? SIMILARITY.threshold
  const similarities = similaritiesOf(judgeHits(ranked, found), threshold)
  const asWords = wordsBehind(text)
  const hits = ranked.map(({ candidate, score, prior }, index): SearchHit => {
    const why = { ...explain(candidate, score, prior), matchedTerms: asWords(candidate.matchedTerms) }
    return { document: candidate.document, similarity: similarities[index] ?? 0, why }
  })
  const least = query.minSimilarity ?? 0
  return {
    hits: hits.filter(({ similarity }) => similarity >= least),
    mode,
    covered: found.covered,
    documents: found.documents,
  }
}

function withPrior(ranked: RankedCandidate, { priors = true, now, mode }: SearchQuery) {
  const prior = priors && mode !== 'vectors' ? priorOf(ranked.candidate.document, now) : 0
  return { ...ranked, score: ranked.score + prior, prior }
}

/** Importance and age decide between memories that fit about equally well; they bring up none that does not fit. */
function priorOf({ importance = PRIORS.importance, changed }: StoredDocument, now: number): number {
  const age = Math.max(0, now - changed)
  const freshness = 0.5 ** (age / (PRIORS.halfLifeDays * DAY_MS))
  return PRIORS.step * (importance - PRIORS.importance) + PRIORS.fresh * freshness
}

function explain(candidate: Candidate, score: number, prior: number): Omit<Why, 'matchedTerms'> {
  return {
    coverage: candidate.matched,
    ...(candidate.cosine === undefined ? {} : { cosine: candidate.cosine }),
    prior,
    score,
  }
}
