// A query put to a store: candidates, their order, how similar they are, and why. Reads no files.

import { identifiersOf } from '../base/terms/tokens.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { answerableOf } from './ranking/answerable.ts'
import { askedQuantities } from './ranking/asked-quantities.ts'
import {
  type AskedStore,
  type Candidate,
  type CandidateQuery,
  findCandidates,
  type QueryVector,
} from './ranking/candidates.ts'
import { PRIORS, SIMILARITY } from './ranking/fitted.ts'
import { byScore, type Mode, type RankedCandidate, rankCandidates } from './ranking/fusion.ts'
import { type HitJudgement, judgeHits, similaritiesOf } from './ranking/similarity.ts'
import type { SearchFilter, StoredDocument } from './search-document.ts'
import { queryTerms, wordsBehind } from './text/terms.ts'

/** Candidates from full text, and from each model: more changed nothing on any development set. */
export const POOL = 60
/** The best of them, whose details are looked at: conversation, importance, age. */
export const SHORTLIST = 40

/** A text that is asked, and its vectors; none: full text only. */
interface AskedText {
  text: string
  vectors?: readonly QueryVector[]
}

export interface SearchQuery extends AskedText {
  /** What the text consists of, when that is asked as well: the best answer to the whole or to a piece counts. */
  pieces?: readonly AskedText[]
  limit: number
  /** On the similarity, 0–1. Absent: none. */
  minSimilarity?: number
  filter?: SearchFilter
  /** Ids that are left out: already shown, already read. */
  exclude?: ReadonlySet<string>
  mode?: Mode
  /** The store's threshold, from its calibration. */
  threshold?: number
  /** Importance and recency count, as priors. Default true. */
  priors?: boolean
  /** Milliseconds since 1970; for recency and expiry. */
  now: number
  /** Ends the wait for vectors that live elsewhere: then the search fails, and can be asked by words. */
  signal?: AbortSignal
}

/** Why a hit is where it is. */
export interface Why {
  /** Words of the query, and pairs of Chinese characters. */
  matchedTerms: readonly string[]
  /** Share of the query's weight that they make up, 0–1. */
  coverage: number
  /** The cosine of the vectors; undefined where full text alone judged. */
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

interface JudgedHit extends RankedCandidate, HitJudgement {
  prior: number
}

export async function search(store: AskedStore, query: SearchQuery): Promise<SearchResult> {
  const { found, mode, hits: judged } = await judgeQuery(store, query)
  const threshold = query.threshold ?? SIMILARITY.threshold
  const similarities = similaritiesOf(judged, threshold)
  const asWords = wordsBehind(query.text)
  const hits = judged.map(({ candidate, score, prior }, index): SearchHit => {
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

/** Every question to the vectors ends with the query's signal. */
function endingWith({ text, vectors }: AskedStore, signal: AbortSignal): AskedStore {
  return { text, vectors: { nearest: (asked) => vectors.nearest({ ...asked, signal }) } }
}

/** The best hits for the whole and for its pieces, best first, before any threshold. */
export async function judgeQuery(given: AskedStore, query: SearchQuery) {
  const store = query.signal ? endingWith(given, query.signal) : given
  const pieces = query.pieces ?? []
  // One sentence names the subject, another asks. That one does does not speak for what the others find.
  const each = pieces.map(({ vectors = [] }) => answerableOf(vectors))
  const answerable = pieces.length === 0 ? undefined : Math.min(0, Math.max(...each))
  const asked = await ask(store, query, query, answerable)
  const ofPieces: JudgedHit[] = []
  for (const piece of pieces) ofPieces.push(...(await ask(store, piece, query, answerable)).hits)
  if (ofPieces.length === 0) return asked
  return { ...asked, hits: bestOf(asked.hits, ofPieces).slice(0, query.limit) }
}

/** What the words of a query say by themselves. */
export function wordsOf(text: string): Pick<CandidateQuery, 'terms' | 'identifiers' | 'quantity'> {
  return {
    terms: queryTerms(text),
    identifiers: identifiersOf(text),
    quantity: askedQuantities(text),
  }
}

/** The best hits for one text, judged. */
async function ask(
  store: AskedStore,
  { text, vectors = [] }: AskedText,
  query: SearchQuery,
  answerable: number | undefined,
) {
  const { limit, now, exclude } = query
  const filter = { liveAt: now, ...query.filter }
  // What is left out must not crowd out the rest.
  const left = exclude?.size ?? 0
  const pool = Math.max(POOL, 2 * limit) + left
  const found = await findCandidates(store, { ...wordsOf(text), vectors, answerable, filter, pool })
  const mode = query.mode ?? (found.covered > 0 ? 'hybrid' : 'fulltext')
  const depth = Math.max(SHORTLIST, 2 * limit) + left
  const ranked = (await rankCandidates(store, found, { mode, depth }))
    .filter(({ candidate }) => !exclude?.has(candidate.document.id))
    .map((each) => withPrior(each, query))
    .sort(byScore)
    .slice(0, limit)
  const judgements = judgeHits(ranked, found)
  const hits = ranked.flatMap((hit, at): JudgedHit[] => {
    const judgement = judgements[at]
    return judgement ? [{ ...hit, ...judgement }] : []
  })
  return { found, mode, hits }
}

/** What speaks most for each document; by evidence, whose scale is the same for every text. */
function bestOf(ofWhole: readonly JudgedHit[], ofPieces: readonly JudgedHit[]): JudgedHit[] {
  const best = new Map(ofWhole.map((hit) => [hit.candidate.document.id, hit]))
  for (const hit of ofPieces) {
    const evidence = hit.evidence - SIMILARITY.sentence
    const former = best.get(hit.candidate.document.id)
    if (!former || evidence > former.evidence) best.set(hit.candidate.document.id, { ...hit, evidence })
  }
  return [...best.values()].sort((a, b) => b.evidence - a.evidence || byScore(a, b))
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
