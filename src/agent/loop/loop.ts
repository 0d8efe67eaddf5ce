// The loop: prepare, ask the model, carry out its calls, append the results, again, until it calls nothing more.
// However it ends, the history is one that the provider accepts.

import { conversationTexts } from '../../base/messages/conversation.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type ModelMessage, text, textOf, toolUsesOf } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { type AgentEvent, type EndReason, notice, type TurnEnd } from '../agent-event.ts'
import { askModel } from './ask-model.ts'
import { callTools } from './call-tools.ts'
import { countFailures, isStuck, NO_FAILURES } from './count-failures.ts'
import { createEventChannel } from './event-channel.ts'
import { type History, INTERRUPTED, NOT_RUN } from './history.ts'
import { appended, type Loop, type LoopProgress, newProgress } from './loop-state.ts'
import { reminder } from './reminder.ts'

type MakeEnd = (reason: EndReason, more?: Pick<TurnEnd, 'error' | 'detail'>) => TurnEnd

/** Stop hooks may send the agent on; not for ever. */
const MAX_CONTINUATIONS = 5

export async function* runLoop(
  loop: Loop,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, TurnEnd, undefined> {
  const progress = newProgress()
  const end: MakeEnd = (reason, more) => {
    const { usage, requests } = progress
    return { type: 'end', reason, usage, requests, ...more }
  }
  let failures = NO_FAILURES
  for (;;) {
    if (signal.aborted) return yield* interrupted(loop, end)
    if (loop.maxTurns !== undefined && progress.requests >= loop.maxTurns) return end('max_turns')
    const step = yield* askModel(loop, signal, progress)
    if (step === 'aborted') return yield* interrupted(loop, end)
    if (MemdirError.is(step)) return end('error', { error: step })
    if (step === 'again') continue
    const uses = toolUsesOf(step)
    if (uses.length > 0) {
      const channel = createEventChannel<AgentEvent>()
      const work = callTools(uses, loop.runner, signal, channel.push)
      const { results, context, stop } = yield* channel.drain(work)
      yield appended(loop.history.append('user', results))
      if (context.length > 0) yield appended(hookMessage(loop.history, context))
      if (stop !== undefined && !signal.aborted) return end('stopped', { detail: stop })
      failures = countFailures(failures, uses, results)
      if (isStuck(failures) && !signal.aborted) return end('stuck')
    } else if (!(yield* stopHooksWantMore(loop, step, signal, progress))) {
      return signal.aborted
        ? yield* interrupted(loop, end)
        : end(step.stop === 'max_tokens' ? 'max_tokens' : 'done')
    }
  }
}

async function* stopHooksWantMore(
  loop: Loop,
  answer: ModelMessage,
  signal: AbortSignal,
  progress: LoopProgress,
): AsyncGenerator<AgentEvent, boolean, undefined> {
  if (signal.aborted) return false
  const reply = await loop.runner.hooks(
    'Stop',
    { stop_hook_active: progress.continuations > 0, last_assistant_message: textOf(answer) },
    signal,
  )
  for (const text of reply.notices ?? []) yield notice(text)
  const wanted = [...(reply.denied === undefined ? [] : [reply.denied]), ...(reply.context ?? [])]
  if (wanted.length === 0 || signal.aborted) return false
  if (++progress.continuations > MAX_CONTINUATIONS) {
    yield notice(message(conversationTexts.stopHookLoops))
    return false
  }
  yield appended(hookMessage(loop.history, wanted))
  return true
}

/** Closes open calls and says where the user stopped it. */
async function* interrupted({ history }: Loop, end: MakeEnd): AsyncGenerator<AgentEvent, TurnEnd, undefined> {
  const closed = history.closeOpenCalls(NOT_RUN)
  if (closed) yield appended(closed)
  yield appended(history.append('user', [text(INTERRUPTED)], { meta: 'interruption' }))
  return end('aborted')
}

function hookMessage(history: History, texts: readonly string[]): TranscriptMessage {
  return history.append('user', texts.map(reminder), { meta: 'hook' })
}
