// What is known of each document that might answer a query, from full text and from vectors, side by side.

import type { SearchFilter, StoredDocument } from '../search-document.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { TextHit, TextResult, WeightedTerm } from '../text/text-query.ts'
import type { Nearest, SearchVectors, Spread, VectorHit, VectorKey } from '../vectors/vector-index.ts'
import { CANDIDATES } from './fitted.ts'
import { askSituations, type SituationEvidence } from './situations.ts'

export interface SearchStore {
  text: TextIndex
  vectors: SearchVectors
}

/** What a query asks of a store. */
export interface AskedStore {
  text: TextIndex
  vectors: Pick<SearchVectors, 'nearest'>
}

export interface QueryVector {
  model: string
  vector: Float32Array
  /** A gloss is a rough translation: it judges only what no original vector of the query can. */
  form: 'original' | 'gloss'
  /** Its model is one that reads Chinese and nothing else, and calls all of it rather similar. */
  chineseOnly?: boolean
}

/** A query's vector, and what its cosines mean in this store. */
export interface Judging extends QueryVector {
  mean: number
  deviation: number
}

export interface Candidate {
  document: StoredDocument
  /** Best passage's share of all that the query could score, 0–1. */
  share: number
  /** The same relative to the best candidate. */
  top: number
  /** Share of the query's weight whose terms occur: in the best passage, in the whole document. */
  together: number
  matched: number
  matchedTerms: readonly string[]
  /** Cosine of the nearest passage; undefined without a vector that may judge it. */
  cosine: number | undefined
  /** How many deviations above the store's mean that is; 0 without. */
  nearness: number
  /** Whose cosine it is. */
  judge: Judging | undefined
  /** Cosine and nearness of the query's gloss, where an original vector judged; a gloss that judges is `cosine`. */
  gloss: { cosine: number; nearness: number } | undefined
  /** Beside all that, which is of the text alone; undefined where the memory does not say when it matters. */
  situation: SituationEvidence | undefined
}

export interface CandidateQuery {
  terms: readonly WeightedTerm[]
  vectors: readonly QueryVector[]
  filter?: SearchFilter
  /** Taken from full text and from each model. */
  pool: number
}

export interface Candidates {
  candidates: Candidate[]
  /** Documents in the store, and how many passages have a vector that was compared. */
  documents: number
  covered: number
  /** Terms of a passage, on average. */
  meanLength: number
  /** Distinct terms of the query. */
  terms: number
  /** The store contains conversations, turn by turn, or long texts, rather than notes. */
  transcript: boolean
  /** The share of any document, found or not; see `TextResult.scoreOf`. */
  shareOf: TextResult['scoreOf']
}

export async function findCandidates(store: AskedStore, query: CandidateQuery): Promise<Candidates> {
  const { terms, filter, pool } = query
  const text = store.text.search({ terms, limit: pool, filter })
  const found = fromText(store.text, text, query)
  const known = () => [...found.values()].map(({ document }) => document)
  const spreads: Spread[] = []
  // Originals first: what one can judge, a gloss does not judge.
  const vectors = [...query.vectors].sort((a, b) => Number(a.form === 'gloss') - Number(b.form === 'gloss'))
  for (const vector of vectors) {
    const said = known()
    const { hits, spread } = await nearestMemories(store.vectors, vector, { filter, pool, said })
    spreads.push(spread)
    addNearness(found, store.text, hits, judging(vector, spread))
  }
  const { news, evidenceOf } = await askSituations(store, known(), { ...query, vectors }, text)
  await addByTexts(store, found, news, vectors, spreads)
  await judgeByOriginal(store.vectors, found, vectors, spreads)
  for (const candidate of found.values()) candidate.situation = evidenceOf(candidate.document)
  const covered = Math.max(0, ...spreads.map(({ count }) => count))
  const { documents, meanLength, mass } = text
  return {
    candidates: [...found.values()],
    documents,
    covered,
    meanLength,
    terms: terms.length,
    transcript: isTranscript(store.text.conversationLength(), meanLength),
    shareOf: (span) => text.scoreOf(span) / (mass || 1),
  }
}

function isTranscript(memories: number, terms: number): boolean {
  return memories >= CANDIDATES.transcript.memories || terms >= CANDIDATES.transcript.terms
}

function fromText(
  index: TextIndex,
  { hits, mass, rarity }: TextResult,
  { terms }: CandidateQuery,
): Map<string, Candidate> {
  const weights = terms.map(({ weight }, index) => weight * (rarity[index] ?? 0))
  const weightOf = (indexes: readonly number[]) =>
    indexes.reduce((sum, index) => sum + (weights[index] ?? 0), 0)
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const documents = index.documentsAt(hits.map(({ row }) => row))
  const byRow = new Map(documents.map((document) => [document.row, document]))
  const candidateOf = (hit: TextHit, document: StoredDocument): Candidate => ({
    ...unknown(document),
    share: hit.score / (mass || 1),
    top: hit.score / (hits[0]?.score || 1),
    together: weightOf(hit.together) / all,
    matched: weightOf(hit.matched) / all,
    matchedTerms: hit.matched.flatMap((index) => terms[index]?.term ?? []),
  })
  const found = new Map<string, Candidate>()
  for (const hit of hits) {
    const document = byRow.get(hit.row)
    if (document) found.set(document.id, candidateOf(hit, document))
  }
  return found
}

function unknown(document: StoredDocument): Candidate {
  return {
    document,
    share: 0,
    top: 0,
    together: 0,
    matched: 0,
    matchedTerms: [],
    cosine: undefined,
    nearness: 0,
    judge: undefined,
    gloss: undefined,
    situation: undefined,
  }
}

export function keysOf({ id, passages }: { id: string; passages: number }): VectorKey[] {
  return Array.from({ length: passages }, (_, passage) => ({ memory: id, passage }))
}

/** The nearest `pool` memories and those that full text found. Looks further when long ones make up too few. */
async function nearestMemories(
  vectors: AskedStore['vectors'],
  { model, vector }: QueryVector,
  { filter, pool, said }: { filter?: SearchFilter; pool: number; said: readonly StoredDocument[] },
): Promise<Nearest> {
  const wanted = said.flatMap(keysOf)
  const isSaid = new Set(said.map(({ id }) => id))
  for (let limit = pool; ; limit *= 4) {
    const { hits, spread } = await vectors.nearest({ model, to: vector, limit, filter, wanted })
    const near = [...bestPassages(hits.slice(0, limit)).keys()].slice(0, pool)
    if (near.length < pool && hits.length >= limit) continue
    const kept = new Set([...near, ...isSaid])
    return { hits: [...bestPassages(hits).values()].filter(({ memory }) => kept.has(memory)), spread }
  }
}

/** The nearest passage of each memory; hits come best first. */
export function bestPassages(hits: readonly VectorHit[]): Map<string, VectorHit> {
  const best = new Map<string, VectorHit>()
  for (const hit of hits) if (!best.has(hit.memory)) best.set(hit.memory, hit)
  return best
}

/** What was found by when it matters is a candidate like the others: how near its text is, is looked up. */
async function addByTexts(
  { vectors: stored }: AskedStore,
  found: Map<string, Candidate>,
  news: readonly StoredDocument[],
  vectors: readonly QueryVector[],
  spreads: readonly Spread[],
): Promise<void> {
  if (news.length === 0) return
  for (const document of news) found.set(document.id, unknown(document))
  const wanted = news.flatMap(keysOf)
  for (const [at, vector] of vectors.entries()) {
    const spread = spreads[at]
    if (!spread || spread.count === 0) continue
    const { hits } = await stored.nearest({ model: vector.model, to: vector.vector, limit: 0, wanted })
    takeCosines(found, [...bestPassages(hits).values()], judging(vector, spread))
  }
}

/** A handful of vectors says little about how near is near: the usual deviation counts as so many more. */
function judging(vector: QueryVector, { mean, deviation, count }: Spread): Judging {
  const { usualDeviation, usualWeight } = CANDIDATES
  const variance = count * deviation ** 2 + usualWeight * usualDeviation ** 2
  return { ...vector, mean, deviation: Math.sqrt(variance / (count + usualWeight)) }
}

function addNearness(
  found: Map<string, Candidate>,
  index: TextIndex,
  hits: readonly VectorHit[],
  judge: Judging,
): void {
  const news = hits.map(({ memory }) => memory).filter((memory) => !found.has(memory))
  for (const document of index.documents(news)) found.set(document.id, unknown(document))
  takeCosines(found, hits, judge)
}

function takeCosines(
  found: ReadonlyMap<string, Candidate>,
  hits: readonly VectorHit[],
  judge: Judging,
): void {
  for (const { memory, cosine } of hits) {
    const candidate = found.get(memory)
    if (!candidate) continue
    takeCosine(candidate, cosine, judge)
  }
}

/** An original vector judges, and where there are two the one that is nearer; a gloss speaks next to it. */
function takeCosine(candidate: Candidate, cosine: number, judge: Judging): void {
  const nearness = (cosine - judge.mean) / judge.deviation
  const { judge: former } = candidate
  if (former?.form === 'original' && judge.form === 'gloss') candidate.gloss = { cosine, nearness }
  else if (!former || nearness > candidate.nearness) Object.assign(candidate, { cosine, nearness, judge })
}

/** What only the gloss found, among thousands of memories, is judged by the original as well. */
async function judgeByOriginal(
  index: AskedStore['vectors'],
  found: ReadonlyMap<string, Candidate>,
  vectors: readonly QueryVector[],
  spreads: readonly Spread[],
): Promise<void> {
  const byGloss = [...found.values()].filter(({ judge }) => judge?.form === 'gloss')
  if (byGloss.length === 0) return
  const wanted = byGloss.flatMap(({ document }) => keysOf(document))
  for (const [at, vector] of vectors.entries()) {
    const spread = spreads[at]
    if (vector.form === 'gloss' || !spread || spread.count === 0) continue
    const { hits } = await index.nearest({ model: vector.model, to: vector.vector, limit: 0, wanted })
    for (const { memory, cosine: original } of bestPassages(hits).values()) {
      const candidate = found.get(memory)
      if (candidate?.cosine === undefined) continue
      const { cosine, nearness } = candidate
      Object.assign(candidate, { judge: undefined, gloss: { cosine, nearness } })
      takeCosine(candidate, original, judging(vector, spread))
    }
  }
}
