// Extraction in memdir's own conversations: after each turn, in the background of the same process.

import type { Message } from '../../base/messages/message.ts'
import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { once } from '../../base/values/once.ts'
import type { Occasion } from '../../learn/plan-extraction.ts'
import type { ExtractionDone } from '../../learn/run-extraction.ts'
import type { Model } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import { MEMORY_TOOL } from '../memory-tools/memory-action-tool.ts'
import { createExtractionQueue } from './extraction-queue.ts'

export interface ConversationExtraction {
  /** Returns at once. */
  turnEnded(): void
  /** The last run, waited for at most a minute. */
  end(leaving?: Leaving): Promise<void>
}

/** How a conversation is left that still has something to save. */
export interface Leaving {
  /** Called where it takes longer than a moment. */
  onWait?(): void
  /** Nobody waits any more: what is left is done by the worker. */
  signal?: AbortSignal
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
  /** Nor are they with another one: rules have learnt what they can. */
  onGivenUp(problem: Message): void
  /** Before somebody waits: the end of this conversation is noted for the worker, until `drop`. */
  spool(): Promise<{ drop(): void }>
  startWorker(): void
}

/** Nobody is told about a wait that is shorter. */
const MOMENT_MS = 1_000
/** The same where somebody wants to leave at once: rules need no longer. */
const INSTANT_MS = 100

/** Actions of the Memory tool that a fork may take itself. */
const EXISTING = ['search', 'recall', 'list', 'explain', 'update']

interface Ended {
  occasion: Occasion
  messages: readonly TranscriptMessage[]
}

export function conversationExtraction(
  context: ProjectContext,
  options: ConversationExtractionOptions,
): ConversationExtraction {
  const { id, unattended, messages, forkPoint, model, onDone } = options
  let failed = false
  let isTold = false
  const onProblem = (error: unknown) => {
    failed = true
    // What goes on failing is told once.
    if (!isTold) options.onProblem(error)
    isTold = true
  }
  // Nothing of it is loaded before the first answer.
  const open = once(async () => {
    const [{ forkExtractor }, { openExtraction }, { readSaid }] = await Promise.all([
      import('./fork-extractor.ts'),
      import('../../learn/open-extraction.ts'),
      import('../../learn/read-said.ts'),
    ])
    const fork = forkExtractor({
      ...{ forkPoint, model, memoryDirectory: context.location.memory },
      memoryTool: { name: MEMORY_TOOL, allowed: EXISTING, add: ['add', 'remember'] },
    })
    return { extraction: openExtraction(context, { fork }), readSaid }
  })
  const queue = createExtractionQueue<Ended>(async ({ occasion, messages: said }, { trailing, signal }) => {
    failed = false
    const { extraction, readSaid } = await open()
    const outcome = await extraction.run({
      ...readSaid(said),
      ...{ conversation: id, agent: CHAT_ACTOR, unattended, signal },
      occasion: trailing ? 'trailing' : occasion,
    })
    if (outcome.status !== 'done') return
    onDone(outcome)
    if (!outcome.failure) isTold = false
    else if (outcome.failure.isLast) options.onGivenUp(outcome.failure.problem)
    else onProblem(outcome.failure.problem)
  }, onProblem)
  return {
    // What is said now: until a stashed request runs, the conversation may have been cleared.
    turnEnded: () => queue.request({ occasion: 'turn', messages: [...messages()] }),
    async end({ onWait, signal } = {}) {
      queue.request({ occasion: 'end', messages: [...messages()] })
      const drained = queue.drain()
      const isOver = await isSoon(drained, signal)
      if (isOver && !failed) return
      // First on disk: whoever is killed while they wait loses nothing.
      const spooled = await options.spool().catch(() => undefined)
      if (!isOver && !signal?.aborted) onWait?.()
      const ended = isOver || (await Promise.race([drained, whenAborted(signal)]))
      if (ended && !failed) return spooled?.drop()
      queue.stop()
      if (spooled) options.startWorker()
    },
  }
}

async function isSoon(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const hurried = signal?.aborted
  const late = new Promise<false>((done) => {
    timer = setTimeout(done, hurried ? INSTANT_MS : MOMENT_MS, false)
  })
  const impatient = hurried ? [] : [whenAborted(signal)]
  const first = await Promise.race([work.then(() => true as const), late, ...impatient])
  clearTimeout(timer)
  return first
}

function whenAborted(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((done) => {
    if (signal?.aborted) done(false)
    signal?.addEventListener('abort', () => done(false), { once: true })
  })
}
