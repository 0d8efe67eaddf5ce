// What tests see of evaluate-writing.mjs.
import type { Proposal, SaidMessage } from '../../src/learn/extract/proposal.ts'
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

type Hear = (message: SaidMessage) => Promise<readonly Proposal[]>

export declare function evaluateWriting(
  messages: readonly SetMessage[],
  hear: Hear,
): Promise<{ scores: WritingScores }>
export declare function findPromotions(messages: readonly SetMessage[], hear: Hear): Promise<object[]>
