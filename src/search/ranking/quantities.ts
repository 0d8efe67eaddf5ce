// The kinds of quantity that a question can ask for (how many, how long, when, what it costs) and a text can say. "How long
// does the linter take" shares its words with what is written of the linter, and no memory without a time answers it,
// whatever else it counts. What is in doubt counts as asked for nothing, and as said.

/** A set of kinds is the sum of their bits. */
export const QUANTITY = {
  /** Its kind cannot be told: it may be any. */
  some: 1,
  count: 2,
  duration: 4,
  /** A day, a date, a time of day. */
  moment: 8,
  money: 16,
  /** A percentage, or a rate below 1. */
  share: 32,
  /** Before, after, while, only if: a "when" can be answered with one. */
  condition: 64,
} as const

/** Closed classes of words, with the kinds that they stand for. */
export type QuantityWords = readonly (readonly [pattern: string, kinds: number])[]

export const TIME_UNIT =
  '(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|days?|nights?|weeks?|weekends?|months?|quarters?|years?)'

/** Whether a text that says these kinds may answer a question for those. */
export function mayAnswer(said: number, asked: number): boolean {
  return asked === 0 || (said & (asked | QUANTITY.some)) !== 0
}
