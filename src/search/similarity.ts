// The similarity that people see: 0–1 and comparable between queries, unlike the scores that rank. 0.6 is where a
// store stops answering questions that it has no answer to (calibrate.ts moves that point to where the store needs
// it), 0.85 says the same in other words, 1 is the text itself.
import type { Candidate, Candidates } from './candidates.ts'

type Circumstances = Pick<Candidates, 'meanLength' | 'dense'>

/** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
export const USUAL_THRESHOLD = 0
/** Evidence of a restatement, and of the text itself. */
const RESTATED = 6
const IDENTICAL = 9.5
/** A hit with less evidence than this has found something else, or nothing. */
const HOPELESS = { spaced: -5.5, dense: -1 }

/**
 * The logarithm of the odds that the store answers the query with this hit: learnt from questions put to their own
 * store, to a neighbour's and to stores of other kinds (docs/search.md). `nearness` counts against: where everything
 * is near, near is little. What words and meaning both say counts once.
 */
export function evidenceOf(candidate: Candidate, circumstances: Circumstances): number {
  if (candidate.cosine === undefined) return evidenceOfWords(candidate)
  return circumstances.dense
    ? evidenceInChinese(candidate, candidate.cosine, circumstances.meanLength)
    : evidenceInEnglish(candidate, candidate.cosine, circumstances.meanLength)
}

function evidenceOfWords({ together, share, rarest, passages }: Candidate): number {
  return 5.3 * together + 9.6 * share + 1.8 * rarest - 0.3 * Math.log(passages) - 4.4
}

function evidenceInEnglish(candidate: Candidate, similarity: number, meanLength: number): number {
  const { together, share, rarest, nearness, passages } = candidate
  const cosine = Math.max(0, similarity)
  const words = 7.2 * together + 6.5 * share + 4.6 * rarest
  const meaning = 20 * cosine - 0.6 * nearness - 8.2 * together * cosine
  return words + meaning - 1.1 * Math.log(passages) + 0.4 * lengthOf(meanLength) - 13.7
}

/** Its model calls everything rather similar, and differences of cosine mean more. */
function evidenceInChinese(candidate: Candidate, similarity: number, meanLength: number): number {
  const { together, share, rarest, nearness, passages } = candidate
  const words = 2.3 * together + 5 * share + rarest
  const meaning = 16 * Math.max(0, similarity) - 0.54 * nearness
  return words + meaning - 0.54 * Math.log(passages) - 0.46 * lengthOf(meanLength) - 6.6
}

function lengthOf(meanLength: number): number {
  return Math.log(Math.max(1, meanLength))
}

/**
 * Evidence of the hits of one query. Whether the store answers it at all, the best one says; what stands beside an
 * answer is likely to be part of it, unless it is hopeless by itself.
 */
export function sharedEvidence(candidates: readonly Candidate[], circumstances: Circumstances): number[] {
  const own = candidates.map((candidate) => evidenceOf(candidate, circumstances))
  const best = Math.max(...own)
  const hopeless = circumstances.dense ? HOPELESS.dense : HOPELESS.spaced
  return own.map((evidence) => (evidence < hopeless ? evidence : best))
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
