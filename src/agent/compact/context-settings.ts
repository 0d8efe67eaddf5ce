// The numbers of the context window, in tokens unless said otherwise.

export interface ContextSettings {
  /** What the model takes: input and output together. */
  readonly window: number
  /** Most tokens of one answer. */
  readonly maxOutput: number
  /** What is sent besides the messages: system prompt, tools, instructions. */
  readonly overheadBytes: number
  /**
   * `compact`: summarise at the threshold; `collapse`: summarise old spans; `reactive`: only when the provider refuses a
   * request; `off`: only when the person asks.
   */
  readonly mode: 'compact' | 'collapse' | 'reactive' | 'off'
  /** Drop the oldest messages where nothing can summarise. */
  readonly snips: boolean
  /** Compact by notes while the cache is cold anyway. */
  readonly cold: boolean
  /** Compaction at this size, however large the window is. */
  readonly absoluteThreshold: number
  /** Compact by notes where there are some. */
  readonly byNotes: boolean
  /** What stays behind the notes. */
  readonly tail: TailLimits
  /** Clear old tool results while the cache is cold. */
  readonly clearCold: boolean
  /** Clear them while it is warm where so many tokens are freed at once. */
  readonly clearBatch: number
  /** So many of the newest tool results are never cleared. */
  readonly keptResults: number
  /** The provider clears old tool results itself when it is asked to. */
  readonly providerClears: boolean
  /** The provider signs thinking together with everything before it. */
  readonly bindsThinking: boolean
  /** How long the provider keeps a prefix, where the usage of the responses does not tell. */
  readonly cacheLifeMs: number
}

/** Backwards from what the notes cover until `least` and `texts` are reached, never beyond `most`. */
export interface TailLimits {
  readonly least: number
  readonly most: number
  /** Messages with text. */
  readonly texts: number
}

/** Measured on real conversations: smaller cuts into a warm prefix cost more than they save. */
export const CLEAR_BATCH = 30_000

export const DEFAULT_SETTINGS: ContextSettings = {
  window: 200_000,
  maxOutput: 32_000,
  overheadBytes: 0,
  mode: 'compact',
  snips: true,
  cold: true,
  absoluteThreshold: 250_000,
  byNotes: true,
  tail: { least: 10_000, most: 40_000, texts: 5 },
  clearCold: true,
  clearBatch: CLEAR_BATCH,
  keptResults: 5,
  providerClears: false,
  bindsThinking: false,
  cacheLifeMs: 60 * 60_000,
}

export const OUTPUT_RESERVE = 20_000
export const AUTO_BUFFER = 13_000
export const WARNING_BUFFER = 20_000
export const BLOCKING_BUFFER = 3_000
export const MAX_FAILURES = 3
/** A compaction that frees less is none. */
export const LEAST_PROGRESS = 0.1

export const COLD_THRESHOLD = 80_000

export const STAGE_SHARE = 0.9
export const COMMIT_SHARE = 0.95
export const SPAN_LEAST = 2_000
export const SPAN_MOST = 30_000
export const KEPT_EXCHANGES = 3

export const NOTES_SECTION = 2_000
export const NOTES_MOST = 12_000

export const SUMMARY_MOST = 20_000
export const KEPT_WORDS = 20_000
export const RESTORED_FILES = 5
export const RESTORED_FILE = 5_000
export const RESTORED_SKILL = 5_000
export const RESTORED_SKILLS = 25_000
/** So many tokens of facts that the summary lost are attached again. */
export const ATTACHED_FACTS = 8_000
