// The similarity that people see: 0–1 and comparable between queries, unlike the scores that rank. 0.6 is where a
// store stops answering questions that it has no answer to (calibrate.ts moves that point to where the store needs
// it), 0.85 says the same in other words, 1 is the text itself.
import type { Candidate, Candidates } from './candidates.ts'
import { type EvidenceFeature, JUDGES, type JudgeWeights, SIMILARITY } from './fitted.ts'
import type { RankedCandidate } from './fusion.ts'
import { mayAnswer } from './quantities.ts'

type Circumstances = Pick<
  Candidates,
  | 'meanLength'
  | 'terms'
  | 'quantity'
  | 'answerable'
  | 'dense'
  | 'mixed'
  | 'documents'
  | 'covered'
  | 'transcript'
>

/** That a memory says the same, the words of a question cannot tell. */
const MOST_BY_WORDS = SIMILARITY.restated - 0.1

export function judgeOf(
  { cosine, judge, gloss, document }: Candidate,
  { dense, transcript }: Pick<Circumstances, 'dense' | 'transcript'>,
): keyof typeof JUDGES {
  if (cosine === undefined) return 'words'
  if (gloss) return 'bilingual'
  if (judge?.chineseOnly) return 'chinese'
  if (judge?.form === 'gloss' || (document.dense && !dense)) return 'across'
  return transcript ? 'transcript' : 'english'
}

export function evidenceFeatures(
  candidate: Candidate,
  {
    meanLength,
    documents,
    mixed,
    terms,
    quantity,
    answerable,
  }: Pick<Circumstances, 'meanLength' | 'documents' | 'mixed' | 'terms' | 'quantity' | 'answerable'>,
): Record<EvidenceFeature, number> {
  const { together, share, rarest, weight, latin, nearness, document } = candidate
  const cosine = Math.max(0, candidate.cosine ?? 0)
  return {
    together,
    share,
    rarest,
    weight: Math.min(1, weight / SIMILARITY.muchInCommon),
    latin,
    identifier: Number(candidate.identifier),
    cosine,
    gloss: Math.max(0, candidate.gloss?.cosine ?? 0),
    togetherByCosine: together * cosine,
    nearness,
    passages: Math.log(document.passages),
    length: Math.log(Math.max(1, meanLength)),
    fewer: Math.max(0, Math.log(SIMILARITY.many / Math.max(1, documents))),
    mixed: Number(mixed),
    terms: Math.log(Math.min(SIMILARITY.manyTerms, Math.max(1, terms))),
    noQuantity: Number(!mayAnswer(document.quantity, quantity)),
    answerable,
  }
}

function evidenceOf(features: Record<EvidenceFeature, number>, { weights, constant }: JudgeWeights): number {
  let evidence = constant
  for (const [feature, weight] of Object.entries(weights))
    evidence += weight * features[feature as EvidenceFeature]
  return evidence
}

export interface HitJudgement {
  /** What speaks for this hit alone. */
  evidence: number
  /** Good enough to come along when a better hit is an answer. */
  companion: boolean
}

/**
 * Whether the store answers the query at all, the best hit says. Among notes what comes along with it has to be nearly
 * an answer itself; what was said around an answer in a conversation is likely to be part of it, unless it is hopeless
 * by itself or far behind.
 */
export function judgeHits(hits: readonly RankedCandidate[], circumstances: Circumstances): HitJudgement[] {
  const { documents, covered } = circumstances
  const reach = reachOf(Math.max(documents, covered))
  const best = Math.max(...hits.map(({ score }) => score))
  return hits.map(({ candidate, score }) => {
    const judge = judgeOf(candidate, circumstances)
    const found = evidenceOf(evidenceFeatures(candidate, circumstances), JUDGES[judge])
    const evidence = judge === 'words' ? Math.min(MOST_BY_WORDS, found) : found
    const isFar = score < best - reach * SIMILARITY.farBehind
    return { evidence, companion: !isFar && evidence >= reach * JUDGES[judge].hopeless }
  })
}

/** The five best of five hundred passages have something in common; of six they are simply the others. */
function reachOf(passages: number): number {
  const { least, perLog } = SIMILARITY.reach
  return Math.min(1, least + perLog * Math.log(Math.max(1, passages)))
}

/** What is shown: a hit that comes along with an answer is at the threshold. */
export function similaritiesOf(judgements: readonly HitJudgement[], threshold: number): number[] {
  const answered = judgements.some(({ evidence }) => evidence >= threshold)
  return judgements.map(({ evidence, companion }) =>
    similarityOf(answered && companion ? Math.max(threshold, evidence) : evidence, threshold),
  )
}

/** Piecewise linear between the fixed points. */
export function similarityOf(evidence: number, threshold: number): number {
  const points = [
    { from: threshold - 8, to: threshold, low: 0, high: 0.6 },
    { from: threshold, to: Math.max(threshold + 1, SIMILARITY.restated), low: 0.6, high: 0.85 },
    {
      from: Math.max(threshold + 1, SIMILARITY.restated),
      to: Math.max(threshold + 2, SIMILARITY.identical),
      low: 0.85,
      high: 1,
    },
  ]
  const piece = points.find(({ to }) => evidence <= to)
  if (!piece) return 1
  const { from, to, low, high } = piece
  return Math.max(0, low + ((evidence - from) / (to - from)) * (high - low))
}
