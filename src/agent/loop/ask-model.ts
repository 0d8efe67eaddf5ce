// One request of the loop: built, sent, its answer streamed and put into the history.

import { conversationTexts } from '../../base/messages/conversation.ts'
import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { ioError, MemdirError, systemCode } from '../../base/values/errors.ts'
import { addUsage } from '../../base/values/usage.ts'
import { type Block, type ModelMessage, text } from '../../models/content.ts'
import type { ModelRequest, ModelResponse } from '../../models/model.ts'
import { isCancelled, ModelError } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { type AgentEvent, notice } from '../agent-event.ts'
import type { History } from './history.ts'
import { appended, type Loop, type LoopProgress } from './loop-state.ts'
import { reminder } from './reminder.ts'

type Answer = ModelResponse & ModelMessage

/** One request and its response in the history. */
export async function* askModel(
  loop: Loop,
  signal: AbortSignal,
  progress: LoopProgress,
): AsyncGenerator<AgentEvent, Answer | 'again' | 'aborted' | MemdirError, undefined> {
  for (const note of loop.takeNotifications?.() ?? [])
    yield appended(loop.history.append('user', [reminder(note)], { meta: 'attachment' }))
  const words: string[] = []
  try {
    const request = await buildRequest(loop, progress, signal)
    for (const text of loop.takeNotices?.() ?? []) yield notice(text)
    progress.requests++
    loop.onRequest?.(request)
    yield { type: 'request', number: progress.requests }
    const response = yield* streamResponse(loop, request, signal, words)
    progress.usage = addUsage(progress.usage, response.usage)
    progress.recovered = false
    const message = appendResponse(loop.history, response)
    if (message) yield appended(message)
    yield* afterResponse(loop, response)
    return { ...response, role: 'assistant' }
  } catch (error) {
    if (ModelError.is(error) && error.usage) progress.usage = addUsage(progress.usage, error.usage)
    if (signal.aborted || isCancelled(error)) {
      const partial = words.join('')
      if (partial.trim() !== '') yield appended(loop.history.append('assistant', [text(partial)]))
      return 'aborted'
    }
    if (await recovers(loop, error, progress, signal)) return 'again'
    return MemdirError.is(error) ? error : unexpected(error)
  }
}

async function buildRequest(loop: Loop, progress: LoopProgress, signal: AbortSignal): Promise<ModelRequest> {
  // The levels come first: a compaction makes the system prompt anew.
  const messages = await loop.prepare(signal)
  const system = await loop.system()
  const edit = loop.edit?.()
  const earlierEnd = progress.earlier ? messages.lastIndexOf(progress.earlier) : -1
  progress.earlier = messages.at(-1)
  const { effort, runner, maxTokens } = loop
  return {
    system,
    tools: runner.tools,
    messages,
    ...(effort && { effort }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(edit && { edit }),
    ...(earlierEnd >= 0 && { earlierEnd }),
  }
}

async function* streamResponse(
  loop: Loop,
  request: ModelRequest,
  signal: AbortSignal,
  words: string[],
): AsyncGenerator<AgentEvent, ModelResponse, undefined> {
  let arrived = false
  for await (const event of loop.model.stream(request, { signal })) {
    if (!arrived && event.type !== 'retry') {
      arrived = true
      loop.onArrived?.()
    }
    switch (event.type) {
      case 'text':
        words.push(event.text)
        yield event
        break
      case 'thinking':
        yield event
        break
      case 'retry':
        words.length = 0
        yield { type: 'retry', reason: event.error.what, delayMs: event.delayMs }
        break
      case 'end':
        return event.response
    }
  }
  throw new MemdirError('internal', message(conversationTexts.noResponse))
}

/** An answer without content is not kept: no provider takes it back. */
function appendResponse(history: History, response: ModelResponse): TranscriptMessage | undefined {
  const content: readonly Block[] = response.content.filter(
    (block) => block.type !== 'text' || block.text.trim() !== '',
  )
  if (content.every((block) => block.type === 'thinking')) return undefined
  const { usage, model, id } = response
  return history.append('assistant', content, { usage, model, ...(id && { response: id }) })
}

/** What others do here must not cost the user the turn. */
async function* afterResponse(
  loop: Loop,
  response: ModelResponse,
): AsyncGenerator<AgentEvent, void, undefined> {
  try {
    await loop.afterResponse?.(response)
  } catch (error) {
    const failure = unexpected(error)
    yield notice(failure.messages.message)
  }
}

async function recovers(
  loop: Loop,
  error: unknown,
  progress: LoopProgress,
  signal: AbortSignal,
): Promise<boolean> {
  if (progress.recovered || !ModelError.is(error)) return false
  if (error.kind !== 'too_long' && error.kind !== 'invalid') return false
  progress.recovered = true
  return (await loop.recover?.(error, signal)) ?? false
}

function unexpected(error: unknown): MemdirError {
  // A full disk, for one: the person can do something about it.
  if (systemCode(error) !== undefined) return ioError(message(ioTexts.thisOperation), error)
  const reason = error instanceof Error ? error.message : String(error)
  return new MemdirError('internal', message(conversationTexts.unexpected, { reason }), { cause: error })
}
