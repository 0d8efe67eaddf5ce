// One score from full text and vectors: a weighted sum of scaled evidence, with weights that follow the query and the
// store. Learnt on half of the development questions of eleven public sets, each set counting the same, and reported
// on the other half (docs/search.md). No ranks are fused, and neither side must let a document through to the other.
import type { SearchBackend, StoredDocument } from './backend.ts'
import type { Candidate, Candidates } from './candidates.ts'

export type Mode = 'hybrid' | 'fulltext' | 'vectors'

export interface RankedCandidate {
  candidate: Candidate
  document: StoredDocument
  /** Only the order within one query means anything. */
  score: number
}

/**
 * How long passages are in this store, from −0.4 to 2; 0 at twenty terms. In long ones repetition means something, in
 * short notes it is chance, and what counts there is which of the query's words stand together.
 */
function lengthOf({ meanLength }: Candidates): number {
  const length = (Math.log(Math.max(1, meanLength)) - 3) / 0.8
  return Math.max(-0.4, Math.min(2, length))
}

/** The share of a passage of usual length that says every term once. A name that repeats the text does not change it. */
const ONCE = 0.4

/** Evidence in units that the query and the store fix, so that weights carry over from store to store. */
function hybridScore(candidate: Candidate, length: number): number {
  const shareWeight = -13.5 + 8.5 * length
  return (
    shareWeight * (shareWeight < 0 ? Math.min(ONCE, candidate.share) : candidate.share) +
    2.9 * candidate.top +
    (6.7 - 2.4 * length) * candidate.together +
    1.7 * candidate.matched +
    0.88 * nearnessOf(candidate) -
    // The best of many passages is high by chance alone.
    1.51 * Math.log(candidate.passages)
  )
}

/** What has no vector yet (it was written just now) must not fall behind what has one: its words speak for it. */
function nearnessOf({ cosine, nearness, together }: Candidate): number {
  return cosine === undefined ? 1.2 + 3 * together : nearness
}

/** What was said around it in the same conversation: weights of neighbours, and of the conversation's best. */
const CONTEXT = {
  hybrid: { share: 0, nearness: 0.21, conversation: 3.3 },
  fulltext: { share: 1, nearness: 0, conversation: 2.5 },
}

/** The best `depth` candidates that this mode knows, best first; older rows first among equals. */
export async function rankCandidates(
  backend: Pick<SearchBackend, 'documentsAt'>,
  found: Candidates,
  { mode, depth }: { mode: Mode; depth: number },
): Promise<RankedCandidate[]> {
  const score = scorer(found, mode)
  const shortlist = found.candidates
    .filter((candidate) => isKnown(candidate, mode))
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .sort(byScore)
    .slice(0, depth)
  const documents = await backend.documentsAt(shortlist.map(({ candidate }) => candidate.row))
  const byRow = new Map(documents.map((document) => [document.row, document]))
  const ranked = shortlist.flatMap(({ candidate, score }) => {
    const document = byRow.get(candidate.row)
    return document ? [{ candidate, document, score }] : []
  })
  return mode === 'vectors' ? ranked : withContext(ranked, CONTEXT[mode]).sort(byScore)
}

function byScore(a: Omit<RankedCandidate, 'document'>, b: Omit<RankedCandidate, 'document'>): number {
  return b.score - a.score || a.candidate.row - b.candidate.row
}

function isKnown({ share, cosine }: Candidate, mode: Mode): boolean {
  if (mode === 'hybrid') return true
  return mode === 'vectors' ? cosine !== undefined : share > 0
}

function scorer(found: Candidates, mode: Mode): (candidate: Candidate) => number {
  if (mode === 'vectors') return ({ cosine = -1 }) => cosine
  // BM25 of the best passage, scaled to suit the priors.
  if (mode === 'fulltext') return ({ share }) => 10 * share
  const length = lengthOf(found)
  return (candidate) => hybridScore(candidate, length)
}

function withContext(
  shortlist: readonly RankedCandidate[],
  weights: { share: number; nearness: number; conversation: number },
): RankedCandidate[] {
  const shares = new Map<string, number[]>()
  for (const { candidate, document } of shortlist) {
    const { conversation } = document
    if (conversation === undefined) continue
    const list = shares.get(conversation)
    if (list) list.push(candidate.share)
    else shares.set(conversation, [candidate.share])
  }
  for (const list of shares.values()) list.sort((a, b) => b - a)
  return shortlist.map((ranked) => {
    const { candidate, document } = ranked
    if (document.conversation === undefined) return ranked
    const [first = 0, second = 0] = shares.get(document.conversation) ?? []
    const others = candidate.share === first ? second : first
    const beside = candidate.beside(document)
    const context =
      weights.share * beside.share + weights.nearness * beside.nearness + weights.conversation * others
    return { ...ranked, score: ranked.score + context }
  })
}
