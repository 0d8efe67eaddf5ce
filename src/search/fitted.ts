// Every number of search that was fitted to data, or chosen by looking at figures. `npm run fit -- --data DIR` fits them
// again on evaluation sets and shows its values next to these; docs/search.md says what they are for.
//
// The weights of FUSION and JUDGES and the chance of CALIBRATION come from fits whose scripts were not kept. `npm run fit`
// has the same features and reads the same sets, but it is another fit: it does not reproduce these numbers, and they
// stay until one does better on held-out halves (bench/measurements/fit.md). The others were chosen by hand, by looking
// at what a change does to the figures of bench/measurements/search.md; nothing fits them.

/** How candidates are compared. */
export const CANDIDATES = {
  /** Of the cosines in a store of ordinary size, and how many vectors that counts as. */
  usualDeviation: 0.1,
  usualWeight: 8,
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
  | 'cosine'
  /** What words and meaning both say counts once. */
  | 'togetherByCosine'
  /** Counts against: where everything is near, near is little. */
  | 'nearness'
  | 'passages'
  | 'length'
  | 'constant'

export interface JudgeWeights {
  weights: Record<EvidenceFeature, number>
  /** With less evidence a hit has found something else, or nothing; in a large store. */
  hopeless: number
  /** How much being smaller than `MANY` counts. */
  fewer: number
}

/** Evidence: the logarithm of the odds that the store answers the query with a hit (similarity.ts). */
export const JUDGES = {
  /** Full text alone. */
  words: {
    weights: {
      together: 5.3,
      share: 9.6,
      rarest: 1.8,
      cosine: 0,
      togetherByCosine: 0,
      nearness: 0,
      passages: -0.3,
      length: 0,
      constant: -4.4,
    },
    hopeless: -5.5,
    fewer: 0.3,
  },
  english: {
    weights: {
      together: 7.2,
      share: 6.5,
      rarest: 4.6,
      cosine: 20,
      togetherByCosine: -8.2,
      nearness: -0.6,
      passages: -1.1,
      length: 0.4,
      constant: -13.84,
    },
    hopeless: -5.5,
    fewer: 0.45,
  },
  /** The Chinese model calls everything rather similar. */
  chinese: {
    weights: {
      together: 2.3,
      share: 5,
      rarest: 1,
      cosine: 16,
      togetherByCosine: 0,
      nearness: -0.54,
      passages: -0.54,
      length: -0.46,
      constant: -6.6,
    },
    hopeless: -1,
    fewer: 0.15,
  },
  /** Question and memory in two languages, one of them in a rough translation: words hardly ever match. */
  across: {
    weights: {
      together: 9,
      share: 0,
      rarest: 0,
      cosine: 20,
      togetherByCosine: 0,
      nearness: -0.5,
      passages: 0,
      length: 0,
      constant: -5.9,
    },
    hopeless: -1,
    fewer: 0.45,
  },
} satisfies Record<string, JudgeWeights>

/** From evidence to the similarity that people see. */
export const SIMILARITY = {
  /** Evidence at which a hit counts as an answer, in a store that nobody calibrated. */
  threshold: 0,
  /** Evidence of a restatement, and of the text itself. */
  restated: 6,
  identical: 9.5,
  /** Behind the best by so much of the score that ranks, a hit is about something else; in a large store. */
  farBehind: 6.5,
  /** In a store of fewer memories than this less comes near by chance. */
  many: 150,
  /** How much of `farBehind` and `hopeless` counts: at one passage, and more per doubling (natural logarithm). */
  reach: { least: 0.15, perLog: 0.16 },
}

/** How the threshold moves with what foreign questions find in a store (calibrate.ts). */
export const CALIBRATION = {
  /**
   * Evidence that such questions find in the middle of stores of all kinds, where the usual threshold is right: in
   * English, and in Chinese.
   */
  usualChance: { spaced: -6.2, dense: -2 },
  /** How far a store is believed to differ, and how much of that counts: the rest is luck. */
  leeway: 4,
  counted: 0.07,
  /** With fewer answers (no vectors, an empty store) nothing can be said. */
  fewest: 12,
}
