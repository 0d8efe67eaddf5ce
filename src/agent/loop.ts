// The loop: prepare, ask the model, carry out its calls, append the results, again, until it calls nothing more.
// However it ends, the history is one that the provider accepts.
import {
  addUsage,
  type Block,
  NO_USAGE,
  type Turn,
  text,
  textOf,
  toolUsesOf,
  type Usage,
} from '../lib/content.ts'
import { ioError, MemdirError, systemCode } from '../lib/errors.ts'
import { NO_RESPONSE, STOP_HOOK_LOOPS, UNEXPECTED } from '../messages/conversation.ts'
import { message } from '../messages/message.ts'
import type { Model, ModelRequest, ModelResponse, SystemPart } from '../models/model.ts'
import { isCancelled, ModelError } from '../models/model-error.ts'
import type { Message } from '../transcript/message.ts'
import { type AgentEvent, type EndReason, notice, type TurnEnd } from './agent-event.ts'
import { callTools, type ToolRunner } from './call-tools.ts'
import { createEventChannel } from './event-channel.ts'
import { type History, INTERRUPTED, NOT_RUN } from './history.ts'
import { reminder } from './reminder.ts'
import { specOf } from './tool-spec.ts'

export interface Loop {
  model: Model
  runner: ToolRunner
  history: History
  system(): Promise<readonly SystemPart[]>
  /** Everything that is sent: what comes first and the history, as the context steps see it. */
  prepare(): Promise<readonly Turn[]>
  effort?: string
  /** Requests of one turn. Unlimited where left out. */
  maxTurns?: number
  /** Called just before a request is sent. */
  onRequest?(request: ModelRequest): void
  /** Called when the model begins to answer: the request has arrived, with all its content. */
  onArrived?(): void
  /** Texts that arrived from elsewhere: background agents that finished. */
  takeNotifications?(): string[]
  /** The prompt does not fit. True: it was shortened, try once more. */
  recoverTooLong?(error: ModelError): Promise<boolean>
  /** After every response, before its tools run. */
  afterResponse?(response: ModelResponse): Promise<void> | void
}

type MakeEnd = (reason: EndReason, more?: Pick<TurnEnd, 'error' | 'detail'>) => TurnEnd

/** Stop hooks may send the agent on; not for ever. */
const MAX_CONTINUATIONS = 5

interface Progress {
  requests: number
  usage: Usage
  continuations: number
  recovered: boolean
  /** What the last request ended with. */
  earlier: Turn | undefined
}

export async function* runLoop(
  loop: Loop,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, TurnEnd, undefined> {
  const progress: Progress = {
    requests: 0,
    usage: NO_USAGE,
    continuations: 0,
    recovered: false,
    earlier: undefined,
  }
  const end: MakeEnd = (reason, more) => {
    const { usage, requests } = progress
    return { type: 'end', reason, usage, requests, ...more }
  }
  for (;;) {
    if (signal.aborted) return yield* interrupted(loop, end)
    if (loop.maxTurns !== undefined && progress.requests >= loop.maxTurns) return end('max_turns')
    const step = yield* oneRequest(loop, signal, progress)
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
    } else if (!(yield* stopHooksWantMore(loop, step, signal, progress))) {
      return signal.aborted
        ? yield* interrupted(loop, end)
        : end(step.stop === 'max_tokens' ? 'max_tokens' : 'done')
    }
  }
}

type Step = ModelResponse & Turn

/** One request and its response in the history. */
async function* oneRequest(
  loop: Loop,
  signal: AbortSignal,
  progress: Progress,
): AsyncGenerator<AgentEvent, Step | 'again' | 'aborted' | MemdirError, undefined> {
  for (const note of loop.takeNotifications?.() ?? [])
    yield appended(loop.history.append('user', [reminder(note)], { meta: 'attachment' }))
  const words: string[] = []
  try {
    const request = await buildRequest(loop, progress)
    progress.requests++
    loop.onRequest?.(request)
    yield { type: 'request', number: progress.requests }
    const response = yield* streamResponse(loop, request, signal, words)
    progress.usage = addUsage(progress.usage, response.usage)
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
    if (await recovers(loop, error, progress)) return 'again'
    return MemdirError.is(error) ? error : unexpected(error)
  }
}

async function buildRequest(loop: Loop, progress: Progress): Promise<ModelRequest> {
  const system = await loop.system()
  const messages = await loop.prepare()
  const earlierEnd = progress.earlier ? messages.lastIndexOf(progress.earlier) : -1
  progress.earlier = messages.at(-1)
  const tools = loop.runner.tools.map(specOf)
  const { effort } = loop
  return { system, tools, messages, ...(effort && { effort }), ...(earlierEnd >= 0 && { earlierEnd }) }
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
  throw new MemdirError('internal', message(NO_RESPONSE))
}

/** An answer without content is not kept: no provider takes it back. */
function appendResponse(history: History, response: ModelResponse): Message | undefined {
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
    yield notice(failure.said.message ?? failure.message)
  }
}

async function recovers(loop: Loop, error: unknown, progress: Progress): Promise<boolean> {
  if (progress.recovered || !ModelError.is(error) || error.kind !== 'too_long') return false
  progress.recovered = true
  return (await loop.recoverTooLong?.(error)) ?? false
}

async function* stopHooksWantMore(
  loop: Loop,
  answer: Turn,
  signal: AbortSignal,
  progress: Progress,
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
    yield notice(message(STOP_HOOK_LOOPS))
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

function hookMessage(history: History, texts: readonly string[]): Message {
  return history.append('user', texts.map(reminder), { meta: 'hook' })
}

function appended(message: Message): AgentEvent {
  return { type: 'message', message }
}

function unexpected(error: unknown): MemdirError {
  // A full disk, for one: the person can do something about it.
  if (systemCode(error) !== undefined) return ioError('This', error)
  const reason = error instanceof Error ? error.message : String(error)
  return new MemdirError('internal', message(UNEXPECTED, { reason }), { cause: error })
}
