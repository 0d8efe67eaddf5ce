// A query put to a store: candidates, their order, how similar they are, and why. Reads no files.

import { DAY_MS } from '../base/values/clock.ts'
import { type AskedStore, type Candidate, findCandidates, type QueryVector } from './ranking/candidates.ts'
import { PRIORS } from './ranking/fitted.ts'
import { byScore, type Mode, type RankedCandidate, rankCandidates } from './ranking/fusion.ts'
import { chanceOf, compete, evidenceOf } from './ranking/judge.ts'
import { COMPETING } from './ranking/judge-weights.ts'
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
  /** A prompt: it needs one thing or nothing, for which the best compete, and they come in the order of that. */
  isPrompt?: boolean
  /** On the similarity, 0–1. Absent: none. */
  minSimilarity?: number
  filter?: SearchFilter
  /** Ids that are left out: already shown, already read. */
  exclude?: ReadonlySet<string>
  mode?: Mode
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
  /** The same of the situations in which it matters, where it says any. */
  when?: { matchedTerms: readonly string[]; coverage: number; cosine?: number }
  /** How likely it has to do with the query, alone: 0–1. */
  alone: number
  /** What importance and age added to or took from the score. */
  prior: number
  score: number
}

export interface SearchHit {
  document: StoredDocument
  /** 0–1: how likely it has to do with the query; of a prompt, how likely it is what the prompt needs. */
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

interface JudgedHit extends RankedCandidate {
  prior: number
  /** The logarithm of the odds against nothing. */
  evidence: number
}

export async function search(store: AskedStore, query: SearchQuery): Promise<SearchResult> {
  const { found, mode, hits: judged } = await judgeQuery(store, query)
  const alone = judged.map(({ evidence }) => chanceOf(evidence))
  const similarities = query.isPrompt ? compete(judged.map(({ evidence }) => evidence)) : alone
  const asWords = wordsBehind(query.text)
  const hits = judged.map(
    (hit, at): SearchHit => ({
      document: hit.candidate.document,
      similarity: similarities[at] ?? 0,
      why: explain(hit, alone[at] ?? 0, asWords),
    }),
  )
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
  const asked = await ask(store, query, query)
  const best = new Map(asked.hits.map((hit) => [hit.candidate.document.id, hit]))
  for (const piece of query.pieces ?? [])
    for (const hit of (await ask(store, piece, query)).hits) {
      const former = best.get(hit.candidate.document.id)
      if (!former || hit.evidence > former.evidence) best.set(hit.candidate.document.id, hit)
    }
  const byEvidence = (a: JudgedHit, b: JudgedHit) =>
    b.evidence + b.prior - a.evidence - a.prior || byScore(a, b)
  const order = query.isPrompt || query.pieces?.length ? byEvidence : byScore
  return { ...asked, hits: [...best.values()].sort(order).slice(0, query.limit) }
}

/** The best hits for one text, judged: those that rank first, and those that are judged best. */
async function ask(store: AskedStore, { text, vectors = [] }: AskedText, query: SearchQuery) {
  const { limit, now, exclude } = query
  const filter = { liveAt: now, ...query.filter }
  // What is left out must not crowd out the rest.
  const left = exclude?.size ?? 0
  const pool = Math.max(POOL, 2 * limit) + left
  const terms = queryTerms(text)
  const found = await findCandidates(store, { terms, vectors, filter, pool })
  const mode = query.mode ?? (found.covered > 0 ? 'hybrid' : 'fulltext')
  const depth = Math.max(SHORTLIST, 2 * limit) + left
  const ranked = (await rankCandidates(store, found, { mode, depth })).filter(
    ({ candidate }) => !exclude?.has(candidate.document.id),
  )
  const sole = soleMatch(found.candidates, terms.length)
  const hits = ranked
    .map((each): JudgedHit => {
      const evidence = evidenceOf(each.candidate, found)
      return {
        ...withPrior(each, query),
        evidence: each.candidate === sole ? Math.max(COMPETING.sole, evidence) : evidence,
      }
    })
    .sort(byScore)
  return { found, mode, hits: query.isPrompt ? hits : hits.slice(0, limit) }
}

/** "k8s?": the only memory that says all words of a query of hardly any. */
function soleMatch(candidates: readonly Candidate[], terms: number): Candidate | undefined {
  if (terms === 0 || terms > SOLE_TERMS) return undefined
  const [sole, ...others] = candidates.filter(({ matched }) => matched > 0)
  return sole && others.length === 0 && sole.together >= 1 ? sole : undefined
}

/** A name of code is its parts as well. */
const SOLE_TERMS = 4

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

function explain(
  { candidate, prior, score }: JudgedHit,
  alone: number,
  asWords: (terms: readonly string[]) => string[],
): Why {
  const { matched, matchedTerms, cosine, situation } = candidate
  return {
    matchedTerms: asWords(matchedTerms),
    coverage: matched,
    ...(cosine !== undefined && { cosine }),
    ...(situation && {
      when: {
        matchedTerms: asWords(situation.matchedTerms),
        coverage: situation.matched,
        ...(situation.cosine !== undefined && { cosine: situation.cosine }),
      },
    }),
    alone,
    prior,
    score,
  }
}
