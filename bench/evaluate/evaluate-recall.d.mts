// What tests see of evaluate-recall.mjs.
import type { SetMemory, SetPrompt } from './read-set.mjs'
import type { RecallScores } from './recall-score.mjs'

export interface RecallStore {
  ask(prompt: string): Promise<{ id: string; similarity: number }[]>
  close(): Promise<void>
}

interface RecallSet {
  memories: readonly SetMemory[]
  prompts: readonly SetPrompt[]
  size?: number
  seed?: number
}

export interface StorePlan {
  memories: readonly SetMemory[]
  prompts: readonly SetPrompt[]
  canonical(id: string): string
  has(id: string): boolean
}

export declare function evaluateRecall(
  options: RecallSet & { openStore(memories: readonly SetMemory[]): Promise<RecallStore> },
): Promise<{ scores: RecallScores; asked: { prompt: SetPrompt }[] }>
export declare function planStores(set: RecallSet): StorePlan[]
