// Extraction in memdir's own conversations: after each turn, in the background of the same process.
import type { ForkPoint } from '../agent/fork-point.ts'
import { MEMORY_TOOL } from '../clients/tools/memory-action-tool.ts'
import { createExtractionQueue } from '../extract/extraction-queue.ts'
import { forkExtractor } from '../extract/fork-extractor.ts'
import type { Occasion } from '../extract/plan-extraction.ts'
import { readSaid } from '../extract/read-said.ts'
import type { ExtractionDone } from '../extract/run-extraction.ts'
import type { Model } from '../models/model.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import type { EngineContext } from './engine-context.ts'
import { openExtraction } from './open-extraction.ts'

export interface ConversationExtraction {
  /** Returns at once. */
  turnEnded(): void
  /** The last run, waited for at most a minute. */
  end(): Promise<void>
}

export interface ConversationExtractionOptions {
  id: string
  unattended: boolean
  /** Where the conversation is, for a fork of it, and the model that the fork asks. */
  forkPoint(): Promise<ForkPoint>
  model(): Model
  messages(): readonly TranscriptMessage[]
  onDone(outcome: ExtractionDone): void
  /** The messages are considered again with the next turn. */
  onProblem(error: unknown): void
}

/** Actions of the Memory tool that a fork may take itself. */
const EXISTING = ['search', 'recall', 'list', 'explain', 'update']

interface Ended {
  occasion: Occasion
  messages: readonly TranscriptMessage[]
}

export function conversationExtraction(
  context: EngineContext,
  { id, unattended, messages, forkPoint, model, onDone, onProblem }: ConversationExtractionOptions,
): ConversationExtraction {
  const fork = forkExtractor({
    ...{ forkPoint, model, memoryDirectory: context.location.memory },
    memoryTool: { name: MEMORY_TOOL, allowed: EXISTING, add: ['add', 'remember'] },
  })
  const extraction = openExtraction(context, { fork })
  const queue = createExtractionQueue<Ended>(async ({ occasion, messages: said }, { trailing, signal }) => {
    const outcome = await extraction.run({
      ...readSaid(said),
      ...{ conversation: id, agent: 'memdir-chat', unattended, signal },
      occasion: trailing ? 'trailing' : occasion,
    })
    if (outcome.status === 'done') onDone(outcome)
  }, onProblem)
  return {
    // What is said now: until a stashed request runs, the conversation may have been cleared.
    turnEnded: () => queue.request({ occasion: 'turn', messages: [...messages()] }),
    async end() {
      queue.request({ occasion: 'end', messages: [...messages()] })
      await queue.drain()
    },
  }
}
