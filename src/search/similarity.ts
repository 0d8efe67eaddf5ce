// The similarity that people see: 0–1 and comparable between queries, unlike the scores that rank. 0.6 is where a
// store stops answering questions that it has no answer to (calibrate.ts moves that point to where the store needs
// it), 0.85 says the same in other words, 1 is the text itself.
import type { Candidate, Candidates } from './candidates.ts'

type Circumstances = Pick<Candidates, 'meanLength' | 'dense'>

/** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
export const USUAL_THRESHOLD = 0.25
/** Evidence of a restatement, and of the text itself. */
const RESTATED = 7
const IDENTICAL = 11
/** How much a hit gains from the best hit of its query: what stands beside an answer is likelier to be one, too. */
const SHARED = 0.8
/** Hits this far behind the best have found something else, or nothing: they stand for themselves. */
const LIFTABLE = 6

/**
 * The logarithm of the odds that the store answers the query with this hit: learnt from questions put to their own
 * store and to a neighbour's (half of the development data, as in fusion.ts). Words that the store does not know
 * weigh most: they are missing from `together`. `nearness` counts against: where everything is near, near is little.
 */
export function evidenceOf(candidate: Candidate, { meanLength, dense }: Circumstances): number {
  const { together, share, cosine, nearness } = candidate
  const passages = Math.log(candidate.passages)
  if (cosine === undefined) return 5.6 * together + 8.4 * share - 0.3 * passages - 1.9
  const length = Math.log(Math.max(1, meanLength))
  const words = 11 * together - 7.7 * share - 0.8 * passages + 1.6 * length
  return words + 19.7 * Math.max(0, cosine) - nearness - (dense ? 11.8 : 12.8)
}

/** The evidence of hits of one query, each lifted towards the best; what has next to none of its own is not. */
export function sharedEvidence(candidates: readonly Candidate[], circumstances: Circumstances): number[] {
  const own = candidates.map((candidate) => evidenceOf(candidate, circumstances))
  const best = Math.max(...own)
  return own.map((evidence) =>
    evidence < best - LIFTABLE ? evidence : (1 - SHARED) * evidence + SHARED * best,
  )
}

/** Piecewise linear between the fixed points. */
export function similarityOf(evidence: number, threshold: number): number {
  const points: [number, number][] = [
    [threshold - 8, 0],
    [threshold, 0.6],
    [Math.max(threshold + 1, RESTATED), 0.85],
    [Math.max(threshold + 2, IDENTICAL), 1],
  ]
  for (let index = 1; index < points.length; index++) {
    const [from, low] = points[index - 1]!
    const [to, high] = points[index]!
    if (evidence <= to) return Math.max(0, low + ((evidence - from) / (to - from)) * (high - low))
  }
  return 1
}
