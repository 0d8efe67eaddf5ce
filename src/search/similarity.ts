// The similarity that people see: 0–1 and comparable between queries, unlike the scores that rank. 0.6 is where a
// store stops answering questions that it has no answer to (calibrate.ts moves that point to where the store needs
// it), 0.85 says the same in other words, 1 is the text itself.
import type { Candidate, Candidates } from './candidates.ts'
import type { RankedCandidate } from './fusion.ts'

type Circumstances = Pick<Candidates, 'meanLength' | 'dense' | 'documents' | 'covered'>
type Judged = Pick<RankedCandidate, 'candidate' | 'document'>

/** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
export const USUAL_THRESHOLD = 0
/** Evidence of a restatement, and of the text itself. */
const RESTATED = 6
const IDENTICAL = 9.5
interface Judge {
  /** The logarithm of the odds that the store answers the query with this hit. */
  evidence(candidate: Candidate, cosine: number, length: number): number
  /** With less a hit has found something else, or nothing; in a large store. */
  hopeless: number
}

/**
 * Learnt from questions put to their own store, to a neighbour's and to stores of other kinds (docs/search.md).
 * `nearness` counts against: where everything is near, near is little.
 */
const JUDGES = {
  /** Full text alone. */
  words: {
    evidence: ({ together, share, rarest, passages }) =>
      5.3 * together + 9.6 * share + 1.8 * rarest - 0.3 * Math.log(passages) - 4.4,
    hopeless: -5.5,
  },
  /** What words and meaning both say counts once. */
  english: {
    evidence: ({ together, share, rarest, nearness, passages }, cosine, length) =>
      7.2 * together +
      6.5 * share +
      4.6 * rarest +
      20 * cosine -
      8.2 * together * cosine -
      0.6 * nearness -
      1.1 * Math.log(passages) +
      0.4 * length -
      13.84,
    hopeless: -5.5,
  },
  /** The Chinese model calls everything rather similar. */
  chinese: {
    evidence: ({ together, share, rarest, nearness, passages }, cosine, length) =>
      2.3 * together +
      5 * share +
      rarest +
      16 * cosine -
      0.54 * nearness -
      0.54 * Math.log(passages) -
      0.46 * length -
      6.6,
    hopeless: -1,
  },
  /** Question and memory in two languages, one of them in a rough translation: words hardly ever match. */
  across: {
    evidence: ({ together, nearness }, cosine) => 20 * cosine + 9 * together - 0.5 * nearness - 5.9,
    hopeless: -1,
  },
} satisfies Record<string, Judge>

function judgeOf({ candidate, document }: Judged, { dense }: Circumstances): Judge {
  if (candidate.cosine === undefined) return JUDGES.words
  if (candidate.glossed || (document.dense && !dense)) return JUDGES.across
  return dense ? JUDGES.chinese : JUDGES.english
}

/**
 * Evidence of the hits of one query. Whether the store answers it at all, the best one says; what stands beside an
 * answer is likely to be part of it, unless it is hopeless by itself.
 */
export function sharedEvidence(hits: readonly Judged[], circumstances: Circumstances): number[] {
  const length = Math.log(Math.max(1, circumstances.meanLength))
  const reach = reachOf(Math.max(circumstances.documents, circumstances.covered))
  const own = hits.map((hit) => {
    const judge = judgeOf(hit, circumstances)
    const evidence = judge.evidence(hit.candidate, Math.max(0, hit.candidate.cosine ?? 0), length)
    return { evidence, hopeless: evidence < reach * judge.hopeless }
  })
  const best = Math.max(...own.map(({ evidence }) => evidence))
  return own.map(({ evidence, hopeless }) => (hopeless ? evidence : best))
}

/** Of five hundred passages the five best have something in common; of six they are simply the others. */
function reachOf(passages: number): number {
  return Math.min(1, 0.27 + 0.13 * Math.log(Math.max(1, passages)))
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
