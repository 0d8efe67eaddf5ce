// What is known of each document that might answer a query, from full text and from vectors, side by side.
import type {
  FoundDocument,
  SearchBackend,
  SearchFilter,
  StoredDocument,
  TextHit,
  TextResult,
  VectorResult,
  WeightedTerm,
} from './backend.ts'
import { isDense } from './terms.ts'

export interface QueryVector {
  model: string
  vector: Float32Array
  /** A gloss is a rough translation: it judges only what no original vector of the query can. */
  form: 'original' | 'gloss'
}

export interface Candidate extends FoundDocument {
  /** Best passage's share of all that the query could score, 0–1. */
  share: number
  /** The same relative to the best candidate. */
  top: number
  /** Share of the query's weight whose terms occur: in the best passage, in the whole document. */
  together: number
  matched: number
  matchedTerms: readonly string[]
  /** How rare the rarest of them is; 1: as rare as a word that no document of the store says. */
  rarest: number
  /** Cosine of the nearest passage; undefined without a vector that may judge it. */
  cosine: number | undefined
  /** The query's vector was made from a rough translation. */
  glossed: boolean
  /** How many deviations above the store's mean that is; 0 without. */
  nearness: number
  /** Neighbours in the same conversation: their shares and nearness, added up. Costs a look-up. */
  beside(document: StoredDocument): { share: number; nearness: number }
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
  /** The query is mostly Chinese; see `isDense`. */
  dense: boolean
}

export async function findCandidates(backend: SearchBackend, query: CandidateQuery): Promise<Candidates> {
  const { terms, filter, pool } = query
  const text = await backend.fullText({ terms, limit: pool, filter })
  const found = new Map<number, MutableCandidate>()
  const weights = terms.map(({ weight }, index) => weight * text.rarity[index]!)
  for (const hit of text.hits) found.set(hit.row, fromText(hit, text, terms, weights))
  let covered = 0
  // Originals first: where one has judged a document, a gloss has nothing to add.
  const vectors = [...query.vectors].sort((a, b) => Number(a.form === 'gloss') - Number(b.form === 'gloss'))
  for (const { model, vector, form } of vectors) {
    const near = await backend.nearest({ model, vector, limit: pool, filter, also: text.hits })
    addNearness(found, near, form)
    covered = Math.max(covered, near.covered)
  }
  const { documents, meanLength } = text
  return {
    candidates: [...found.values()],
    documents,
    covered,
    meanLength,
    dense: isDense(terms.map(({ term }) => term)),
  }
}

class MutableCandidate implements Candidate {
  readonly row: number
  readonly passages: number
  share = 0
  top = 0
  together = 0
  matched = 0
  matchedTerms: readonly string[] = []
  rarest = 0
  cosine: number | undefined
  glossed = false
  nearness = 0
  besideShare: ((document: StoredDocument) => number) | undefined
  besideNearness: ((document: StoredDocument) => number) | undefined

  constructor({ row, passages }: FoundDocument) {
    this.row = row
    this.passages = passages
  }

  beside(document: StoredDocument): { share: number; nearness: number } {
    return { share: this.besideShare?.(document) ?? 0, nearness: this.besideNearness?.(document) ?? 0 }
  }
}

function fromText(
  hit: TextHit,
  { hits, mass, rarity, documents }: TextResult,
  terms: readonly WeightedTerm[],
  weights: readonly number[],
): MutableCandidate {
  const weightOf = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum + weights[index]!, 0)
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const candidate = new MutableCandidate(hit)
  candidate.share = hit.score / (mass || 1)
  candidate.top = hit.score / (hits[0]?.score || 1)
  candidate.together = weightOf(hit.together) / all
  candidate.matched = weightOf(hit.matched) / all
  candidate.matchedTerms = hit.matched.map((index) => terms[index]!.term)
  candidate.rarest = Math.max(0, ...hit.matched.map((index) => rarity[index]!)) / Math.log(2 * documents + 2)
  const { beside } = hit
  if (beside) candidate.besideShare = (document) => beside(document) / (mass || 1)
  return candidate
}

/** Of a store of ordinary size. A handful of documents says little about how near is near. */
const USUAL_DEVIATION = 0.1
const USUAL_WEIGHT = 8

function addNearness(
  found: Map<number, MutableCandidate>,
  result: VectorResult,
  form: QueryVector['form'],
): void {
  const { hits, mean, covered } = result
  const variance = covered * result.deviation ** 2 + USUAL_WEIGHT * USUAL_DEVIATION ** 2
  const deviation = Math.sqrt(variance / (covered + USUAL_WEIGHT))
  for (const hit of hits) {
    const candidate = found.get(hit.row) ?? new MutableCandidate(hit)
    found.set(hit.row, candidate)
    const nearness = (hit.similarity - mean) / deviation
    // A mixed text has a vector of both models: the better evidence counts.
    if (candidate.cosine !== undefined && (form === 'gloss' || nearness <= candidate.nearness)) continue
    candidate.cosine = hit.similarity
    candidate.glossed = form === 'gloss'
    candidate.nearness = nearness
    const { beside } = hit
    candidate.besideNearness = beside && ((document) => beside(document) / deviation)
  }
}
