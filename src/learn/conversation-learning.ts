// What memdir learns of one of its own conversations: that it is there, which memories it used, and what was said in it,
// extracted after each turn in the background of the same process.

import { extractionTexts } from '../base/messages/extraction.ts'
import { isMessage, type Message, message } from '../base/messages/message.ts'
import { CHAT_ACTOR } from '../base/settings/calling-agent.ts'
import { once } from '../base/values/once.ts'
import { problemOf } from '../base/values/problem-of.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { createExtractionQueue } from './extract/extraction-queue.ts'
import { noteHeard } from './extract/heard-conversations.ts'
import { noteUsed } from './extract/note-used.ts'
import { spoolEnd } from './extract/own-turns.ts'
import { MOST_TRIES, type Occasion } from './extract/plan-extraction.ts'
import type { RunFork } from './fork-extractor.ts'
import { learningNews } from './learning-stopped.ts'
import { messagesAfter } from './notes/notes-cursor.ts'
import type { ExtractionDone } from './run-extraction.ts'

export interface ConversationLearning {
  start(): Promise<void>
  /** Returns at once. */
  turnEnded(): void
  /** Which memories the agent used in the messages after this one. Never throws. */
  noteUsedAfter(message: string | undefined): Promise<void>
  /** That a cap has ended learning for today; once a day among all processes. */
  takeNotices(): Message[]
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

interface LearningFrom {
  readonly id: string
  /** Where its log is. */
  readonly path: string
  /** Nobody is at a terminal. */
  readonly unattended: boolean
  messages(): readonly TranscriptMessage[]
  /** Forks of it; loaded with the first answer. */
  loadFork(): Promise<RunFork>
  onLearnt?(outcome: ExtractionDone): void
  onNotice(notice: Message): void
}

/** Nobody is told about a wait that is shorter. */
const MOMENT_MS = 1_000
/** The same where somebody wants to leave at once: rules need no longer. */
const INSTANT_MS = 100

interface Ended {
  occasion: Occasion
  messages: readonly TranscriptMessage[]
}

export function conversationLearning(
  context: ProjectContext,
  conversation: LearningFrom,
): ConversationLearning {
  const { id, path, unattended, messages } = conversation
  const extraction = backgroundExtraction(context, conversation)
  return {
    async start() {
      if (!unattended) await noteHeard(context, { conversation: id, client: 'memdir', path })
    },
    // What is said now: until a stashed request runs, the conversation may have been cleared.
    turnEnded: () => extraction.queue.request({ occasion: 'turn', messages: [...messages()] }),
    async noteUsedAfter(last) {
      try {
        await noteUsed(context, id, messagesAfter(messages(), last))
      } catch {
        // Counting must not keep anybody from talking.
      }
    },
    takeNotices() {
      const news = learningNews(context, true)
      return news ? [news.message] : []
    },
    async end({ onWait, signal } = {}) {
      const { queue } = extraction
      queue.request({ occasion: 'end', messages: [...messages()] })
      const drained = queue.drain()
      const isOver = await isSoon(drained, signal)
      if (isOver && !extraction.failed()) return
      // First on disk: whoever is killed while they wait loses nothing.
      const spooled = await spoolEnd(context, id, unattended).catch(() => undefined)
      if (!isOver && !signal?.aborted) onWait?.()
      const ended = isOver || (await Promise.race([drained, whenAborted(signal)]))
      if (ended && !extraction.failed()) return spooled?.drop()
      queue.stop()
      if (spooled) context.ports.requestWork('end')
    },
  }
}

function backgroundExtraction(context: ProjectContext, conversation: LearningFrom) {
  const { id, unattended, loadFork, onLearnt, onNotice } = conversation
  let failed = false
  let isTold = false
  /** The messages are considered again with the next turn. */
  const onProblem = (error: unknown) => {
    failed = true
    // What goes on failing is told once.
    if (!isTold) onNotice(extractionFailed(error))
    isTold = true
  }
  // Nothing of it is loaded before the first answer.
  const open = once(async () => {
    const [{ forkExtractor }, { openExtraction }, { readSaid }, fork] = await Promise.all([
      import('./fork-extractor.ts'),
      import('./extract/open-extraction.ts'),
      import('./extract/read-said.ts'),
      loadFork(),
    ])
    const extractor = forkExtractor(fork, context.location.memory)
    return { extraction: openExtraction(context, { fork: extractor }), readSaid }
  })
  const queue = createExtractionQueue<Ended>(async ({ occasion, messages }, { trailing, signal }) => {
    failed = false
    const { extraction, readSaid } = await open()
    const outcome = await extraction.run({
      ...readSaid(messages),
      ...{ conversation: id, agent: CHAT_ACTOR, unattended, signal },
      occasion: trailing ? 'trailing' : occasion,
    })
    if (outcome.status !== 'done') return
    onLearnt?.(outcome)
    const { failure } = outcome
    if (!failure) isTold = false
    // Rules have learnt what they can.
    else if (failure.isLast)
      onNotice(message(extractionTexts.givenUp, { tries: MOST_TRIES, problem: failure.problem }))
    else onProblem(failure.problem)
  }, onProblem)
  return { queue, failed: () => failed }
}

function extractionFailed(error: unknown): Message {
  return message(extractionTexts.failed, { problem: isMessage(error) ? error : problemOf(error) })
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
