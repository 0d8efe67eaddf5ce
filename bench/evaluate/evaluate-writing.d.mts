// What tests see of evaluate-writing.mjs.
import type { SetMessage } from './read-set.mjs'

export interface WritingScores {
  n: number
  precision: number | null
  recall: number | null
  junk: number | null
  written: number
  candidates: number
  wrong_written: number
}

export declare function evaluateWriting(messages: readonly SetMessage[]): { scores: WritingScores }
export declare function findPromotions(messages: readonly SetMessage[]): object[]
