// One score from full text and vectors: a weighted sum of scaled evidence, with weights that follow the query and the
// store. No ranks are fused, and neither side must let a document through to the other.

import type { Neighbour } from '../text/document-table.ts'
import {
  type AskedStore,
  bestPassages,
  type Candidate,
  type Candidates,
  type Judging,
  keysOf,
} from './candidates.ts'
import { CONTEXT, FUSION } from './fitted.ts'
import { situationEvidence } from './judge.ts'

export type Mode = 'hybrid' | 'fulltext' | 'vectors'

export interface RankedCandidate {
  candidate: Candidate
  /** Only the order within one query means anything. */
  score: number
}

type Features = Record<keyof typeof FUSION.weights, number>

/** How long passages are in this store; 0 at twenty terms. */
function lengthOf({ meanLength }: Candidates): number {
  const { usual, unit, least, most } = FUSION.length
  const length = (Math.log(Math.max(1, meanLength)) - usual) / unit
  return Math.max(least, Math.min(most, length))
}

/** Evidence in units that the query and the store fix, so that weights carry over from store to store. */
export function fusionFeatures(candidate: Candidate, found: Candidates): Features {
  const length = lengthOf(found)
  const countsAgainst = FUSION.weights.share + FUSION.weights.shareByLength * length < 0
  const share = countsAgainst ? Math.min(FUSION.once, candidate.share) : candidate.share
  return {
    share,
    shareByLength: share * length,
    top: candidate.top,
    together: candidate.together,
    togetherByLength: candidate.together * length,
    matched: candidate.matched,
    nearness: nearnessOf(candidate),
    gloss: candidate.gloss?.nearness ?? 0,
    passages: Math.log(candidate.document.passages),
  }
}

function hybridScore(features: Features): number {
  const { weights } = FUSION
  return (
    weights.share * features.share +
    weights.shareByLength * features.shareByLength +
    weights.top * features.top +
    weights.together * features.together +
    weights.togetherByLength * features.togetherByLength +
    weights.matched * features.matched +
    weights.nearness * features.nearness +
    weights.gloss * features.gloss +
    weights.passages * features.passages
  )
}

/** What has no vector yet (it was written just now) must not fall behind what has one: its words speak for it. */
function nearnessOf({ cosine, nearness, together }: Candidate): number {
  const { least, together: weight } = FUSION.withoutVector
  return cosine === undefined ? least + weight * together : nearness
}

/** The best `depth` candidates that this mode knows, best first; older rows first among equals. */
export async function rankCandidates(
  store: AskedStore,
  found: Candidates,
  { mode, depth }: { mode: Mode; depth: number },
): Promise<RankedCandidate[]> {
  const score = scorer(found, mode)
  const shortlist = found.candidates
    .filter((candidate) => isKnown(candidate, mode))
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .sort(byScore)
    .slice(0, depth)
  if (mode === 'vectors') return shortlist
  return (await withContext(store, found, shortlist, CONTEXT[mode])).sort(byScore)
}

export function byScore(a: RankedCandidate, b: RankedCandidate): number {
  return b.score - a.score || a.candidate.document.row - b.candidate.document.row
}

function isKnown({ share, cosine }: Candidate, mode: Mode): boolean {
  if (mode === 'hybrid') return true
  return mode === 'vectors' ? cosine !== undefined : share > 0
}

function scorer(found: Candidates, mode: Mode): (candidate: Candidate) => number {
  if (mode === 'vectors') return ({ cosine = -1 }) => cosine
  // BM25 of the best passage, scaled to suit the priors.
  if (mode === 'fulltext') return ({ share }) => FUSION.fulltext * share
  return (candidate) =>
    hybridScore(fusionFeatures(candidate, found)) + FUSION.situation * situationEvidence(candidate, found)
}

/** What was said around it in the same conversation counts, too: its neighbours, and the conversation's best. */
async function withContext(
  store: AskedStore,
  found: Candidates,
  shortlist: readonly RankedCandidate[],
  weights: { share: number; nearness: number; conversation: number },
): Promise<RankedCandidate[]> {
  const shares = new Map<string, number[]>()
  for (const { candidate } of shortlist) {
    const { conversation } = candidate.document
    if (conversation !== undefined)
      shares.set(conversation, [...(shares.get(conversation) ?? []), candidate.share])
  }
  if (shares.size === 0) return [...shortlist]
  for (const list of shares.values()) list.sort((a, b) => b - a)
  const neighbours = new Map(
    shortlist.map(({ candidate }) => [candidate, store.text.neighbours(candidate.document)]),
  )
  const nearness = weights.nearness === 0 ? undefined : await nearnessAround(store, neighbours)
  return shortlist.map(({ candidate, score }) => {
    const { conversation } = candidate.document
    if (conversation === undefined) return { candidate, score }
    const [first = 0, second = 0] = shares.get(conversation) ?? []
    const others = candidate.share === first ? second : first
    const around = (neighbours.get(candidate) ?? []).reduce((sum, span) => sum + found.shareOf(span), 0)
    const neighbourScore = weights.share * around + weights.nearness * (nearness?.get(candidate) ?? 0)
    return { candidate, score: score + neighbourScore + weights.conversation * others }
  })
}

/** How far the neighbours of each candidate are above the mean, added up, by the vector that judged it. */
async function nearnessAround(
  { vectors }: AskedStore,
  neighbours: ReadonlyMap<Candidate, readonly Neighbour[]>,
): Promise<Map<Candidate, number>> {
  const sums = new Map<Candidate, number>()
  const judges = new Set([...neighbours.keys()].flatMap(({ judge }) => judge ?? []))
  for (const judge of judges) {
    const judged = [...neighbours].filter(([candidate]) => candidate.judge === judge)
    const cosines = await cosinesOf(vectors, judge, new Set(judged.flatMap(([, spans]) => spans)))
    const above = ({ id }: Neighbour) => Math.max(0, (cosines.get(id)?.cosine ?? -1) - judge.mean)
    for (const [candidate, spans] of judged)
      sums.set(candidate, spans.reduce((sum, span) => sum + above(span), 0) / judge.deviation)
  }
  return sums
}

async function cosinesOf(
  vectors: AskedStore['vectors'],
  { model, vector }: Judging,
  wanted: ReadonlySet<Neighbour>,
) {
  if (wanted.size === 0) return new Map<string, { cosine: number }>()
  const { hits } = await vectors.nearest({ model, to: vector, limit: 0, wanted: [...wanted].flatMap(keysOf) })
  return bestPassages(hits)
}
