// One score from full text and vectors: a weighted sum of scaled evidence, with weights that follow the query and the
// store. Learnt on half of the development questions of eleven public sets, each set counting the same, and reported
// on the other half (docs/search.md). No ranks are fused, and neither side must let a document through to the other.
import type { Candidate, Candidates } from './candidates.ts'

export type Mode = 'hybrid' | 'fulltext' | 'vectors'

/** What the weights follow, both roughly −2 … 2 and 0 in the middle. */
interface Circumstances {
  /** Long passages: there repetition means something. In short notes it is chance. */
  longer: number
  /** One candidate has most of the query's words: then full text knows what it is talking about. */
  covered: number
}

function circumstancesOf({ candidates, meanLength }: Candidates): Circumstances {
  const most = candidates.reduce((max, { together }) => Math.max(max, together), 0)
  return {
    longer: clamp((Math.log(Math.max(1, meanLength)) - 3) / 0.8),
    covered: clamp((most - 0.55) / 0.25),
  }
}

function clamp(value: number): number {
  return Math.max(-2, Math.min(2, value))
}

/** Evidence in units that the query and the store fix, so that weights carry over from store to store. */
function hybridScore(candidate: Candidate, { longer, covered }: Circumstances): number {
  return (
    (-13.2 + 6.1 * longer) * candidate.share +
    (2.7 + 0.3 * covered) * candidate.top +
    (9 - 4 * longer) * candidate.together +
    1 * candidate.matched +
    0.86 * candidate.nearness +
    3.5 * candidate.conversationShare +
    0.18 * candidate.besideNearness
  )
}

/** Full text alone: BM25 of the best passage, and a little of what was said around it; scaled to suit the priors. */
function textScore(candidate: Candidate): number {
  return 10 * (candidate.share + 0.25 * candidate.conversationShare + 0.1 * candidate.besideShare)
}

/** The score of each candidate, in their order. Only the order within one query means anything. */
export function scoreCandidates(found: Candidates, mode: Mode): number[] {
  if (mode === 'vectors') return found.candidates.map(({ cosine }) => cosine ?? -1)
  if (mode === 'fulltext') return found.candidates.map(textScore)
  const circumstances = circumstancesOf(found)
  return found.candidates.map((candidate) => hybridScore(candidate, circumstances))
}
