// What tests see of recall-store.mjs.
import type { RecallStore } from './evaluate-recall.mjs'
import type { SetMemory } from './read-set.mjs'

export declare function openRecallStore(
  memories: readonly SetMemory[],
  options: { modelsDirectory: string; path: string | undefined },
): Promise<RecallStore>
