// Every number of search that was fitted to data, or chosen by looking at figures. `npm run fit -- --data DIR` fits them
// again on evaluation sets and shows its values next to these; docs/search.md says what they are for.
//
// The judges of notes (english, chinese, bilingual, across) are what `npm run fit` gives, but for what
// is set by hand: the weights of `identifier`, `mixed`, `noQuantity` and `fewer`, and the constants, lowered by 0.2 in
// english and across, by 0.6 in chinese and bilingual (bench/measurements/fit.md says why).
// The weights of FUSION and of the judges `words` and `transcript`, and the chance of CALIBRATION, come from fits whose
// scripts were not kept: `npm run fit` fits the same features of FUSION again and does not do better on held-out halves.
// The others were chosen by hand, by looking at what a change does to the figures of bench/measurements/search.md.

/** How candidates are compared. */
export const CANDIDATES = {
  /** How the cosines spread in a store of ordinary size, and how many vectors that counts as. */
  usualDeviation: 0.1,
  usualWeight: 8,
  /** So many memories of one conversation, or so many terms of a passage, on average, make a store of transcripts. */
  transcript: { memories: 8, terms: 40 },
}

/** Weights of the score that ranks (fusion.ts). */
export const FUSION = {
  /**
   * ln(terms of a passage) is `usual` at twenty terms. In long passages repetition means something, in short notes it is
   * chance, and what counts there is which of the query's words occur together.
   */
  length: { usual: 3, unit: 0.8, least: -0.4, most: 2 },
  /** The share of a passage of usual length that says every term once. A name that repeats the text does not change it. */
  once: 0.4,
  weights: {
    share: -13.5,
    shareByLength: 8.5,
    top: 2.9,
    together: 6.7,
    togetherByLength: -2.4,
    matched: 1.7,
    nearness: 0.88,
    /** The weight of the query's gloss, next to that of its original. */
    gloss: 0.3,
    /** The best of many passages is high by chance alone. */
    passages: -1.51,
  },
  /** Instead of `nearness`, for what has no vector yet. */
  withoutVector: { least: 1.2, together: 3 },
  /** Full text alone. */
  fulltext: 10,
}

/** What was said around a document in the same conversation: weights of neighbours, and of the conversation's best. */
export const CONTEXT = {
  hybrid: { share: 0, nearness: 0.21, conversation: 3.3 },
  fulltext: { share: 1, nearness: 0, conversation: 2.5 },
}

/** What is known before anything is asked. Small compared with relevance: a whole query term counts about 2. */
export const PRIORS = {
  /** A memory that does not say is of this importance. */
  importance: 3,
  /** Added per step of importance. */
  step: 0.25,
  /** Added to what changed just now; half of that after so many days. */
  fresh: 0.3,
  halfLifeDays: 30,
}

export type EvidenceFeature =
  | 'together'
  | 'share'
  | 'rarest'
  /** How much a passage and the query have in common, in all; at most 1. */
  | 'weight'
  | 'latin'
  /** 1 where a name of code occurs in both. */
  | 'identifier'
  | 'cosine'
  /** The cosine of the query's gloss, next to that of its original. */
  | 'gloss'
  /** What words and meaning both say counts once. */
  | 'togetherByCosine'
  /** Counts against: where everything is near, near is little. */
  | 'nearness'
  | 'passages'
  | 'length'
  /** In a store of few memories less comes near by chance: ln(`many` / memories). */
  | 'fewer'
  /** 1 where the query is in both languages: a shared English word brings it near to too much. */
  | 'mixed'
  /** How long the query is: ln(terms), `manyTerms` at most. Of few, many match by chance. */
  | 'terms'
  /** 1 where the query asks how many, how long, when or what it costs, and the memory says nothing of the kind. */
  | 'noQuantity'
  /** Whether the query is one that notes answer, by its vector alone (answerable.ts). */
  | 'answerable'

export interface JudgeWeights {
  weights: Partial<Record<EvidenceFeature, number>>
  constant: number
  /** With less evidence a hit has found something else, or nothing; in a large store. */
  hopeless: number
}

/** Evidence: the logarithm of the odds that the store answers the query with a hit (similarity.ts). */
export const JUDGES: Record<
  'words' | 'transcript' | 'english' | 'chinese' | 'bilingual' | 'across',
  JudgeWeights
> = {
  /** Full text alone. */
  words: {
    weights: { together: 5.3, share: 9.6, rarest: 1.8, passages: -0.3, fewer: 0.3 },
    constant: -4.4,
    hopeless: -5.5,
  },
  /** English, in a store of conversations: long talk, in which the rare word counts. */
  transcript: {
    weights: {
      together: 7.2,
      share: 6.5,
      rarest: 4.6,
      cosine: 20,
      togetherByCosine: -8.2,
      nearness: -0.6,
      passages: -1.1,
      length: 0.5,
      fewer: 0.45,
    },
    constant: -14.13,
    hopeless: -7,
  },
  english: {
    weights: {
      together: 2.45,
      rarest: 0.13,
      identifier: 2,
      cosine: 7.58,
      fewer: 0.3,
      terms: 1.16,
      noQuantity: -4,
      answerable: 0.62,
    },
    constant: -6.63,
    hopeless: 0,
  },
  /** By the Chinese model alone, where there is no dictionary. It calls everything rather similar. */
  chinese: {
    weights: {
      rarest: 1.14,
      weight: 2.11,
      identifier: 2,
      cosine: 19.65,
      fewer: 0.4,
      mixed: -1,
      noQuantity: -4,
      answerable: 0.52,
    },
    constant: -14.68,
    hopeless: -0.5,
  },
  /** Chinese by the Chinese model, and its gloss by the English one. */
  bilingual: {
    weights: {
      rarest: 0.51,
      weight: 1.09,
      identifier: 2,
      cosine: 12.43,
      gloss: 9.18,
      fewer: 0.4,
      mixed: -1,
      noQuantity: -4,
      answerable: 0.48,
    },
    constant: -12.94,
    hopeless: -0.5,
  },
  /** Question and memory in two languages, one of them in a rough translation: words hardly ever match. */
  across: {
    weights: { latin: 1.49, identifier: 2, cosine: 15.36, fewer: 0.3, mixed: -1, answerable: 0.62 },
    constant: -7.45,
    hopeless: -0.5,
  },
}

/** From evidence to the similarity that people see. */
export const SIMILARITY = {
  /** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
  threshold: 0,
  /** Evidence of a restatement, and of the text itself. */
  restated: 4.5,
  identical: 6.8,
  /** Behind the best by so much of the score that ranks, a hit is about something else; in a large store. */
  farBehind: 6.5,
  /** In a store of fewer memories than this less comes near by chance. */
  many: 150,
  /** A longer query is no surer. */
  manyTerms: 10,
  /** Weights of terms that count as much in common as a passage can have. */
  muchInCommon: 12,
  /** A sentence of a message counts so much less than the whole. */
  sentence: 0.5,
  /** How much of `farBehind` and `hopeless` counts: at one passage, and more per doubling (natural logarithm). */
  reach: { least: 0.15, perLog: 0.16 },
}

/** How the threshold moves with what foreign questions find in a store (calibrate.ts). */
export const CALIBRATION = {
  /**
   * Evidence that such questions find in the middle of stores of all kinds, where the usual threshold is right: in
   * English, and in Chinese.
   */
  usualChance: { spaced: -6.2, dense: -4.7 },
  /** How far a store is believed to differ, and how much of that counts: the rest is luck. */
  leeway: 4,
  counted: 0.07,
  /** With fewer answers (no vectors, an empty store) nothing can be said. */
  fewest: 12,
}
