// The similarity that people see: 0–1 and comparable between queries, unlike the scores that rank. 0.6 is where a
// store stops answering questions that it has no answer to (calibrate.ts moves that point to where the store needs
// it), 0.85 says the same in other words, 1 is the text itself.
import type { Candidate, Candidates } from './candidates.ts'
import type { RankedCandidate } from './fusion.ts'

type Circumstances = Pick<Candidates, 'meanLength' | 'dense' | 'documents' | 'covered'>

/** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
export const USUAL_THRESHOLD = 0
/** Evidence of a restatement, and of the text itself. */
const RESTATED = 6
const IDENTICAL = 9.5
/** Behind the best by so much of the score that ranks, a hit is about something else; in a large store. */
const FAR_BEHIND = 6.5
/** In a store of fewer memories than this less comes near by chance. */
const MANY = 150

interface Judge {
  /** The logarithm of the odds that the store answers the query with this hit. */
  evidence(candidate: Candidate, cosine: number, length: number): number
  /** With less a hit has found something else, or nothing; in a large store. */
  hopeless: number
  /** What being so much smaller is worth. */
  fewer: number
  /** More evidence there cannot be. */
  most?: number
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
    fewer: 0.3,
    // That a memory says the same, the words of a question cannot tell.
    most: RESTATED - 0.1,
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
    fewer: 0.45,
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
    fewer: 0.15,
  },
  /** Question and memory in two languages, one of them in a rough translation: words hardly ever match. */
  across: {
    evidence: ({ together, nearness }, cosine) => 20 * cosine + 9 * together - 0.5 * nearness - 5.9,
    hopeless: -1,
    fewer: 0.45,
  },
} satisfies Record<string, Judge>

function judgeOf({ candidate, document }: RankedCandidate, { dense }: Circumstances): Judge {
  if (candidate.cosine === undefined) return JUDGES.words
  if (candidate.glossed || (document.dense && !dense)) return JUDGES.across
  return dense ? JUDGES.chinese : JUDGES.english
}

export interface Judgement {
  /** Of this hit alone. */
  evidence: number
  /** Good enough to come along when a better hit is an answer. */
  companion: boolean
}

/**
 * Whether the store answers the query at all, the best hit says; what stands beside an answer is likely to be part of
 * it, unless it is hopeless by itself or far behind.
 */
export function judgeHits(hits: readonly RankedCandidate[], circumstances: Circumstances): Judgement[] {
  const { documents, covered, meanLength } = circumstances
  const length = Math.log(Math.max(1, meanLength))
  const reach = reachOf(Math.max(documents, covered))
  const fewer = Math.max(0, Math.log(MANY / Math.max(1, documents)))
  const best = Math.max(...hits.map(({ score }) => score))
  return hits.map((hit) => {
    const judge = judgeOf(hit, circumstances)
    const cosine = Math.max(0, hit.candidate.cosine ?? 0)
    const found = judge.evidence(hit.candidate, cosine, length) + judge.fewer * fewer
    const evidence = Math.min(judge.most ?? Number.POSITIVE_INFINITY, found)
    const isFar = hit.score < best - reach * FAR_BEHIND
    return { evidence, companion: !isFar && evidence >= reach * judge.hopeless }
  })
}

/** Of five hundred passages the five best have something in common; of six they are simply the others. */
function reachOf(passages: number): number {
  return Math.min(1, 0.15 + 0.16 * Math.log(Math.max(1, passages)))
}

/** What is shown: a hit that comes along with an answer is at the threshold. */
export function similaritiesOf(judgements: readonly Judgement[], threshold: number): number[] {
  const answered = judgements.some(({ evidence }) => evidence >= threshold)
  return judgements.map(({ evidence, companion }) =>
    similarityOf(answered && companion ? Math.max(threshold, evidence) : evidence, threshold),
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
