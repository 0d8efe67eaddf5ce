// Every number that orders what is found (what judges it: judge-weights.ts) that was fitted to data, or chosen by looking at figures. `npm run fit -- --data DIR` fits them
// again on evaluation sets and shows its values next to these; docs/search.md says what they are for.
// The weights of FUSION come from a fit whose script was not kept: `npm run fit` fits the same features of FUSION again and does not do better on held-out halves.
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
  /** How much of what speaks for it by when it matters counts. */
  situation: 0.8,
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
