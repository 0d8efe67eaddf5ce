// What tests see of recall-score.mjs.
import type { SetPrompt } from './read-set.mjs'

export interface RecallScore {
  n: number
  answered: number
  first: number
  riders: number
  misled: number
  false_injections: number
}

export interface RecallScores extends RecallScore {
  by: Record<SetPrompt['lang'], RecallScore>
}

export declare function scoreRecall(
  asked: readonly {
    prompt: Pick<SetPrompt, 'id' | 'lang'>
    relevant: ReadonlySet<string>
    attached: readonly string[]
  }[],
): RecallScores
