// The numbers by which memories are judged, made by `npm run fit -- --data DIR` (its figures, with one author left out at a
// time: bench/measurements/fit.md): from prompts that invented people put to their stores, by several authors, near misses with
// a place for nothing of their own, which is not kept: a bar made for them would keep back what is right. By hand are only
// `transcript` and what COMPETING says so of.

/** What is seen of a memory beside a prompt. Cosines are of the English model where nothing else is said. */
export type JudgeFeature =
  /** Of the text, where prompt and memory are not both Chinese. */
  | 'english'
  /** Both are Chinese: of their rough translations, and by the Chinese model, less what it gives to anything. */
  | 'gloss'
  | 'chinese'
  /** Share of the prompt's words that the text says, by how rare they are. */
  | 'words'
  /** The same of the situations in which it matters. */
  | 'whenEnglish'
  | 'whenGloss'
  | 'whenChinese'
  | 'whenWords'
  /** 1: both are Chinese; one of them is, and is compared in a rough translation. */
  | 'dense'
  | 'across'
  /** 1: it does not say when it matters. Then its text has to do, and counts for more. */
  | 'bare'
  | 'bareMeaning'
  | 'bareWords'
  /** ln(words of the prompt): of many, some match by chance. */
  | 'terms'
  /** 1 in a store of conversations, turn by turn, or of long texts. */
  | 'transcript'
  /** 1: what speaks against everything. */
  | 'nothing'

export type JudgeWeights = Readonly<Record<JudgeFeature, number>>

/** Compared by meaning. */
export const JUDGE: JudgeWeights = {
  english: 6.77,
  gloss: 5.49,
  chinese: 2.39,
  words: 2.38,
  whenEnglish: 8.44,
  whenGloss: 7.47,
  whenChinese: 7.52,
  whenWords: 6.81,
  dense: -0.8,
  across: -0.94,
  bare: 0.01,
  bareMeaning: 8.84,
  bareWords: 0.76,
  terms: 1.6,
  transcript: -3,
  nothing: -6.74,
}

/** By words alone: before there are vectors, or without a model. */
export const WORDS: JudgeWeights = {
  english: 0,
  gloss: 0,
  chinese: 0,
  words: 5.54,
  whenEnglish: 0,
  whenGloss: 0,
  whenChinese: 0,
  whenWords: 13.11,
  dense: 0,
  across: 0,
  bare: 0.97,
  bareMeaning: 0,
  bareWords: 4.53,
  terms: 2.32,
  transcript: -3,
  nothing: -5.63,
}

/** The place for nothing, where the best compete. */
export const COMPETING = {
  most: 8,
  /** How much of what the seven behind the best say on average counts for it, from evidence `least` on; by hand. */
  around: 0.4,
  least: -6,
  /** From this part of the best's chance on another shares it; by hand. */
  together: 0.67,
  /** Evidence of the only memory that says all words of a query of one or two, rare ones: by hand. */
  sole: 3,
  /** What the Chinese model gives to anything; in what stores of ordinary size lies for the English one. */
  usualChinese: 0.4,
  usualEnglish: { mean: 0.12, deviation: 0.1 },
}
