// What is known of each document that might answer a query, from full text and from vectors, side by side.
import type {
  SearchBackend,
  SearchFilter,
  StoredDocument,
  TextResult,
  VectorResult,
  WeightedTerm,
} from './backend.ts'

export interface QueryVector {
  model: string
  vector: Float32Array
  /** A gloss is a rough translation: it judges only what no original vector of the query can. */
  form: 'original' | 'gloss'
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
  /** Neighbours in the same conversation: their shares and nearness, summed. */
  besideShare: number
  besideNearness: number
  /** The best share of other candidates from the same conversation. */
  conversationShare: number
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
  /** Documents in the store, and how many of them have a vector that was compared. */
  documents: number
  covered: number
  /** Terms of a passage, on average. */
  meanLength: number
}

export async function findCandidates(backend: SearchBackend, query: CandidateQuery): Promise<Candidates> {
  const { terms, filter, pool } = query
  const text = await backend.fullText({ terms, limit: pool, filter })
  const found = new Map<number, Candidate>()
  for (const hit of text.hits) found.set(hit.document.row, fromText(hit, text, terms))
  let covered = 0
  // Originals first: where one has judged a document, a gloss has nothing to add.
  const vectors = [...query.vectors].sort((a, b) => Number(a.form === 'gloss') - Number(b.form === 'gloss'))
  for (const { model, vector } of vectors) {
    const also = text.hits.map(({ document }) => document)
    const near = await backend.nearest({ model, vector, limit: pool, filter, also })
    addNearness(found, near)
    covered = Math.max(covered, near.covered)
  }
  const candidates = [...found.values()]
  addConversations(candidates)
  return { candidates, documents: text.documents, covered, meanLength: text.meanLength }
}

function fromText(
  { document, score, together, matched, beside = 0 }: TextResult['hits'][number],
  { hits, mass, rarity }: TextResult,
  terms: readonly WeightedTerm[],
): Candidate {
  const weightOf = (indexes: readonly number[]) =>
    indexes.reduce((sum, index) => sum + terms[index]!.weight * rarity[index]!, 0)
  const all = weightOf(terms.map((_, index) => index)) || 1
  const candidate = emptyCandidate(document)
  candidate.share = score / (mass || 1)
  candidate.top = score / (hits[0]?.score || 1)
  candidate.together = weightOf(together) / all
  candidate.matched = weightOf(matched) / all
  candidate.matchedTerms = matched.map((index) => terms[index]!.term)
  candidate.besideShare = beside / (mass || 1)
  return candidate
}

function emptyCandidate(document: StoredDocument): Candidate {
  return {
    document,
    share: 0,
    top: 0,
    together: 0,
    matched: 0,
    matchedTerms: [],
    cosine: undefined,
    nearness: 0,
    besideShare: 0,
    besideNearness: 0,
    conversationShare: 0,
  }
}

/** Of a store of ordinary size. A handful of documents says little about how near is near. */
const USUAL_DEVIATION = 0.1
const USUAL_WEIGHT = 8

function addNearness(found: Map<number, Candidate>, result: VectorResult): void {
  const { hits, mean, covered } = result
  const variance = covered * result.deviation ** 2 + USUAL_WEIGHT * USUAL_DEVIATION ** 2
  const deviation = Math.sqrt(variance / (covered + USUAL_WEIGHT))
  for (const { document, similarity, beside = 0 } of hits) {
    const candidate = found.get(document.row) ?? emptyCandidate(document)
    found.set(document.row, candidate)
    if (candidate.cosine !== undefined) continue
    candidate.cosine = similarity
    candidate.nearness = deviation > 0 ? (similarity - mean) / deviation : 0
    candidate.besideNearness = deviation > 0 ? beside / deviation : 0
  }
}

function addConversations(candidates: readonly Candidate[]): void {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const { conversation } = candidate.document
    if (conversation === undefined) continue
    const group = groups.get(conversation)
    if (group) group.push(candidate)
    else groups.set(conversation, [candidate])
  }
  for (const group of groups.values()) {
    const [first, second] = group.map(({ share }) => share).sort((a, b) => b - a)
    for (const candidate of group)
      candidate.conversationShare = (candidate.share === first ? second : first) ?? 0
  }
}
