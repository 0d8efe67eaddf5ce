// What a memory has to do with a prompt: the logarithm of its odds against nothing at all, and what is left of them where
// the best compete for the prompt. A sum of cosines and of shares of the prompt's words, of the text and of the situations in
// which it matters: what is right is a little near in both, a near miss is near in one.
import { MINILM } from '../embed/model-spec.ts'
import type { Candidate, Candidates, Judging, QueryVector } from './candidates.ts'
import { COMPETING, JUDGE, type JudgeFeature, type JudgeWeights, WORDS } from './judge-weights.ts'

export type JudgeFeatures = Record<JudgeFeature, number>

/** What holds for all candidates of a query. */
export type Asked = Pick<Candidates, 'terms' | 'transcript'>

export function judgeFeatures(candidate: Candidate, { terms, transcript }: Asked): JudgeFeatures {
  const { situation, together } = candidate
  const text = meaningOf({ ...candidate, gloss: candidate.gloss?.cosine }, candidate.judge)
  const when = situation ? meaningOf(situation, candidate.judge) : NO_MEANING
  const bare = Number(situation === undefined)
  return {
    english: text.english,
    gloss: text.gloss,
    chinese: text.chinese,
    words: together,
    whenEnglish: when.english,
    whenGloss: when.gloss,
    whenChinese: when.chinese,
    whenWords: situation?.matched ?? 0,
    dense: Number(text.isDense),
    across: Number(text.english > 0 && isAcross(candidate)),
    bare,
    bareMeaning: bare * (text.english + text.gloss / 2 + text.chinese),
    bareWords: bare * together,
    terms: Math.log(Math.max(1, terms)),
    transcript: Number(transcript),
    nothing: 1,
  }
}

/** One of the two is compared in a rough translation. */
function isAcross({ judge, document }: Candidate): boolean {
  return judge?.form === 'gloss' || document.dense
}

interface Meaning {
  english: number
  gloss: number
  chinese: number
  isDense: boolean
}

const NO_MEANING: Meaning = { english: 0, gloss: 0, chinese: 0, isDense: false }

/** `spread`: of the texts that the same query was compared with. */
function meaningOf(
  { cosine, judge, gloss }: Compared,
  spread: Pick<Judging, 'model' | 'mean' | 'deviation'> | undefined,
): Meaning {
  if (cosine === undefined || !judge) return NO_MEANING
  if (judge.chineseOnly)
    return {
      english: 0,
      gloss: Math.max(0, gloss ?? 0),
      chinese: cosine - COMPETING.usualChinese,
      isDense: true,
    }
  const isKnown = judge.model === MINILM.name || spread?.model !== judge.model
  return { ...NO_MEANING, english: Math.max(0, isKnown ? cosine : asUsual(cosine, spread)) }
}

interface Compared {
  cosine: number | undefined
  judge: Pick<QueryVector, 'model' | 'chineseOnly'> | undefined
  gloss: number | undefined
}

/** What another model calls near is read by how it stands out: no two models mean the same by a cosine. */
function asUsual(cosine: number, { mean, deviation }: Pick<Judging, 'mean' | 'deviation'>): number {
  const { mean: usual, deviation: unit } = COMPETING.usualEnglish
  return usual + (unit * (cosine - mean)) / deviation
}

function weigh(features: JudgeFeatures, weights: JudgeWeights): number {
  let sum = 0
  for (const [feature, weight] of Object.entries(weights)) sum += weight * features[feature as JudgeFeature]
  return sum
}

/** The logarithm of the odds against nothing, alone. What nobody could compare by meaning is judged by its words. */
export function evidenceOf(candidate: Candidate, asked: Asked): number {
  const features = judgeFeatures(candidate, asked)
  const isCompared = candidate.cosine !== undefined || candidate.situation?.cosine !== undefined
  return weigh(features, isCompared ? JUDGE : WORDS)
}

/** What of it comes from when the memory matters. */
export function situationEvidence(candidate: Candidate, asked: Asked): number {
  if (!candidate.situation) return 0
  const { whenEnglish, whenGloss, whenChinese, whenWords } = judgeFeatures(candidate, asked)
  const { whenEnglish: english, whenGloss: gloss, whenChinese: chinese, whenWords: words } = JUDGE
  return english * whenEnglish + gloss * whenGloss + chinese * whenChinese + words * whenWords
}

/** Alone: how likely it is that a memory has to do with a query. */
export function chanceOf(evidence: number): number {
  return 1 / (1 + Math.exp(-evidence))
}

/**
 * How likely each is what the prompt needs, where that is one thing or nothing: the eight best compete, and the place for
 * nothing is the larger, the more the others say: where everything is near, near is little. Those nearly as likely as the
 * best do not take it from each other: two that both say it are both as likely as one of them is.
 */
export function compete(evidence: readonly number[]): number[] {
  const { most, around, least } = COMPETING
  const best = evidence.toSorted((a, b) => b - a).slice(0, most)
  const others = best.slice(1).reduce((sum, one) => sum + Math.max(0, one - least), 0)
  const nothing = (around * others) / (most - 1)
  const top = Math.max(nothing, best[0] ?? nothing)
  const all = best.reduce((sum, one) => sum + Math.exp(one - top), Math.exp(nothing - top))
  const chances = evidence.map((one) => Math.exp(one - top) / all)
  const shared = COMPETING.together * Math.max(0, ...chances)
  const together = chances.reduce((sum, chance) => (chance >= shared ? sum + chance : sum), 0)
  return chances.map((chance) => (chance >= shared ? together : chance))
}
