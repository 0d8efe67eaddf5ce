// One conversation: its messages across turns, its usage, what it has read, and a way to fork it.

import { conversationTexts } from '../../base/messages/conversation.ts'
import { message } from '../../base/messages/message.ts'
import { asReminder } from '../../base/text/inert-text.ts'
import { systemClock } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { addUsage, NO_USAGE, type Usage } from '../../base/values/usage.ts'
import { type Block, type ModelMessage, text, textOf } from '../../models/content.ts'
import type { Model, ModelRequest, SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { type AgentEvent, notice, type TurnEnd } from '../agent-event.ts'
import { createPermissionGate, type PermissionGate } from '../permission.ts'
import { createReadState, type ReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'
import type { ForkPoint } from './fork-point.ts'
import { History, INTERRUPTED, NOT_RUN } from './history.ts'
import { runLoop } from './loop.ts'
import { type FireHooks, noHooks } from './loop-hooks.ts'
import type { Loop } from './loop-state.ts'
import type { QueryEngineOptions } from './query-options.ts'
import { reminder } from './reminder.ts'

export class QueryEngine {
  readonly readState: ReadState
  readonly permission: PermissionGate
  private readonly options: QueryEngineOptions
  private readonly history: History
  private readonly notifications: string[] = []
  private first: Promise<TranscriptMessage | undefined> | undefined
  private sent: { request: ModelRequest; messages: number; tools: readonly Tool[] } | undefined
  private total: Usage = NO_USAGE
  private running: AbortController | undefined

  constructor(options: QueryEngineOptions) {
    this.options = options
    this.readState = options.readState ?? createReadState()
    this.permission = options.permission ?? createPermissionGate('deny')
    const { messages, log, sidechain, clock = systemClock } = options
    this.history = new History({ clock, messages, log, sidechain })
  }

  get messages(): readonly TranscriptMessage[] {
    return this.history.messages
  }

  /** What all turns took. */
  get usage(): Usage {
    return this.total
  }

  get model(): Model {
    return this.options.model
  }

  /** As of now. */
  get tools(): readonly Tool[] {
    const { tools } = this.options
    return typeof tools === 'function' ? tools() : tools
  }

  /** Ends with an `end` event. An abort, or leaving the loop, leaves a history that can be continued. */
  async *submit(
    prompt: string | readonly Block[],
    options: { signal?: AbortSignal } = {},
  ): AsyncGenerator<AgentEvent, void, undefined> {
    const controller = this.begin(options.signal)
    let end: TurnEnd | undefined
    try {
      end = yield* this.turn(typeof prompt === 'string' ? [text(prompt)] : prompt, controller.signal)
      this.total = addUsage(this.total, end.usage)
      const fault = this.history.takeFault()
      if (fault) yield notice(message(conversationTexts.notSaved, { reason: fault }))
      yield end
    } finally {
      controller.abort()
      this.running = undefined
      if (!end) this.abandon()
      // Here, because a reader may leave at the `end` event.
      else if (end.reason !== 'aborted') this.options.onTurnEnd?.(end)
    }
  }

  /** Stops the turn that runs, if one does. */
  abort(): void {
    this.running?.abort()
  }

  /** Given to the model with the next request: a background agent has finished. */
  notify(message: string): void {
    this.notifications.push(message)
  }

  /** Where the conversation is now. */
  async forkPoint(): Promise<ForkPoint> {
    const { model, cwd, system, effort } = this.options
    const sent = this.sent
    const messages = sent
      ? [...sent.request.messages, ...this.messages.slice(sent.messages)]
      : await this.prepared(new AbortController().signal)
    const first = await this.first
    return {
      model,
      ...(effort && { effort }),
      tools: sent?.tools ?? this.tools,
      cwd,
      system: sent?.request.system ?? (await system.build()),
      messages,
      ...(first && first === messages[0] && { first }),
      readState: this.readState.copy(),
    }
  }

  /** After a compaction: what the model sees from now on. Sections, instructions and fork point are computed again. */
  replaceMessages(messages: readonly TranscriptMessage[], trigger: string): void {
    this.history.replace(messages, trigger)
    this.first = undefined
    this.sent = undefined
    this.options.system.clear()
  }

  clear(): void {
    this.replaceMessages([], 'clear')
  }

  /** What sub-agents and background work of this conversation took. */
  countUsage(usage: Usage): void {
    this.total = addUsage(this.total, usage)
  }

  private begin(outer: AbortSignal | undefined): AbortController {
    if (this.running) throw new MemdirError('conflict', message(conversationTexts.turnRunning))
    const controller = new AbortController()
    this.running = controller
    if (outer?.aborted) controller.abort()
    outer?.addEventListener('abort', () => controller.abort(), { once: true, signal: controller.signal })
    return controller
  }

  private async *turn(
    prompt: readonly Block[],
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, TurnEnd, undefined> {
    const hooks = this.options.hooks ?? noHooks
    const asked = textOf({ role: 'user', content: prompt })
    const reply = await hooks(
      'UserPromptSubmit',
      { prompt: asked, permission_mode: this.permission.mode },
      signal,
    )
    for (const text of reply.notices ?? []) yield notice(text)
    const refused = reply.denied ?? reply.stop
    if (refused !== undefined)
      return { type: 'end', reason: 'blocked', usage: NO_USAGE, requests: 0, detail: refused }
    for (const attachment of await this.missingAttachments())
      yield this.append([reminder(attachment)], 'attachment')
    yield this.append(prompt)
    if (reply.context && reply.context.length > 0) yield this.append(reply.context.map(reminder), 'hook')
    return yield* runLoop(this.loop(hooks), signal)
  }

  private loop(hooks: FireHooks): Loop {
    const { model, system, cwd, canUseTool, maxTurns, recover, afterResponse, onArrived } = this.options
    const { readState, permission } = this
    const tools = () => this.tools
    return {
      model,
      effort: this.options.effort,
      runner: {
        get tools() {
          return tools()
        },
        ...{ cwd, readState, permission, canUseTool, hooks },
      },
      history: this.history,
      system: () => system.build(),
      prepare: (given) => this.prepared(given),
      edit: this.options.edit,
      takeNotices: this.options.takeNotices,
      maxTurns,
      recover,
      afterResponse,
      onArrived,
      onRequest: (request) => {
        this.sent = { request, messages: this.messages.length, tools: this.tools }
      },
      takeNotifications: () => this.notifications.splice(0),
    }
  }

  /** What is sent before the history: computed before the first request, and again after a compaction. */
  async base(): Promise<{ system: readonly SystemPart[]; first: TranscriptMessage | undefined }> {
    this.first ??= this.options.firstMessage?.() ?? Promise.resolve(undefined)
    return { first: await this.first, system: await this.options.system.build() }
  }

  /** For the model, with the next request. */
  inject(texts: readonly string[]): void {
    this.history.append('user', texts.map(reminder), { meta: 'hook' })
  }

  private async prepared(signal: AbortSignal): Promise<readonly ModelMessage[]> {
    // May replace the history, and with it what comes first.
    const messages = (await this.options.prepare?.(this.messages, signal)) ?? this.messages
    this.first ??= this.options.firstMessage?.() ?? Promise.resolve(undefined)
    const first = await this.first
    return first ? [first, ...messages] : [...messages]
  }

  /** Those that no message in sight contains: new, changed, or gone with a compaction. */
  private async missingAttachments(): Promise<string[]> {
    const wanted = (await this.options.attachments?.()) ?? []
    const inSight = new Set(this.messages.filter(({ meta }) => meta === 'attachment').map(textOf))
    return wanted.filter((attachment) => !inSight.has(asReminder(attachment)))
  }

  private append(content: readonly Block[], meta?: TranscriptMessage['meta']): AgentEvent {
    return { type: 'message', message: this.history.append('user', content, meta ? { meta } : {}) }
  }

  /** The reader left in mid-turn. */
  private abandon(): void {
    this.history.closeOpenCalls(NOT_RUN)
    this.history.append('user', [text(INTERRUPTED)], { meta: 'interruption' })
  }
}
