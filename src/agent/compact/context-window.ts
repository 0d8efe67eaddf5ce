// What a conversation's window is: which messages are seen, what was dropped and cleared, how often summaries failed. Changes
// without a model or a disk happen here; what needs one is carried out by the control. Every change is kept and told.

import { contextTexts } from '../../base/messages/context.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ContextEdit, ModelResponse } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { Tool } from '../tools/tool.ts'
import type { CompactFailure, ContextDependencies } from './context-dependencies.ts'
import { MAX_FAILURES } from './context-settings.ts'
import { type ContextState, NEW_STATE, type Receipt, type StepInput } from './context-state.ts'
import { type Gauge, gaugeOf, sentBytes, toNumber } from './gauge.ts'
import { summariserRoom } from './in-full.ts'
import { contextEditOf, usesToClear } from './micro.ts'
import type { Prepared } from './prepare.ts'
import { sumBytes } from './sizes.ts'
import { snip } from './snip.ts'
import type { TokenState } from './token-state.ts'
import { seen } from './view.ts'
import { withoutMedia } from './without-media.ts'

type WindowDependencies = Pick<ContextDependencies, 'settings' | 'clock' | 'history' | 'keep' | 'onEvent'>

export class ContextWindow {
  private readonly deps: WindowDependencies
  private state: ContextState
  private readonly given: Receipt[]
  private level: TokenState['level'] = 'fine'
  /** With the last request: how many tool uses the provider was to clear. */
  private asked: number | undefined

  constructor(deps: WindowDependencies, saved: { state?: ContextState; receipts?: readonly Receipt[] }) {
    this.deps = deps
    this.state = { ...NEW_STATE, ...saved.state }
    this.given = [...(saved.receipts ?? [])]
  }

  get current(): ContextState {
    return this.state
  }

  get receipts(): readonly Receipt[] {
    return this.given
  }

  input(): StepInput {
    const { settings, clock, history } = this.deps
    return { messages: history(), state: this.state, settings: settings(), now: clock.now().getTime() }
  }

  /** Drops the oldest messages; a third of them where no budget is said. */
  snip(tokens?: number): Receipt | undefined {
    const input = this.bare()
    const third = input.messages.slice(0, Math.ceil(input.messages.length / 3))
    const done = snip(input, tokens === undefined ? sumBytes(third) : this.gauge().bytes(tokens), 'asked')
    this.take(done)
    return done.receipt
  }

  /** Media that were taken out are gone already: they are not counted as freed once more. */
  bare(): StepInput {
    const input = this.input()
    return { ...input, messages: withoutMedia(input.messages, input.state.withoutMedia) }
  }

  /** Nothing was said yet: receipts stay, what they name is in the log. */
  clear(): void {
    this.level = 'fine'
    // A conversation in which nothing happened leaves no log.
    if (this.state.receipts === 0 && this.state.failures === 0) return
    this.set({ ...NEW_STATE, receipts: this.state.receipts })
  }

  /** What would be sent now, with nothing decided. */
  view(): readonly TranscriptMessage[] {
    return seen(this.deps.history(), this.state)
  }

  /** Bytes that a summariser can be given. */
  room(): number {
    return summariserRoom(this.deps.settings(), this.gauge())
  }

  gauge(): Gauge {
    return gaugeOf(this.view(), this.state, this.deps.settings())
  }

  /** Asked of the provider with this request. */
  edit(tools: readonly Tool[]): ContextEdit | undefined {
    const view = this.view()
    const names = tools.map(({ name }) => name)
    const edit = contextEditOf(view, this.state, names, this.deps.settings())
    this.asked = edit && usesToClear(view, this.state)
    return edit
  }

  /** What the provider cleared itself is recorded. */
  afterResponse({ edited }: ModelResponse): void {
    const clearing = this.state.providerClearing
    if (!clearing || this.asked === undefined) return
    // Other results than were asked for: the next request would move its prefix again.
    if (edited?.toolUses !== this.asked) this.clearHere()
    else if (clearing.tokens !== edited.tokens)
      this.set({ ...this.state, providerClearing: { ...clearing, tokens: edited.tokens } })
  }

  /** True: the provider had been asked to clear, and is not any more. */
  clearHere(): boolean {
    if (this.asked === undefined) return false
    this.asked = undefined
    const { providerClearing: _, ...rest } = this.state
    this.set({ ...rest, clearsHere: true })
    return true
  }

  /** What may be sent of it; throws where the window is full and nothing helps. */
  allowed({ messages, tokens, next }: Prepared): readonly TranscriptMessage[] {
    if (tokens.level !== this.level) {
      this.level = tokens.level
      if (tokens.level !== 'fine') this.deps.onEvent({ type: 'tokens', tokens })
    }
    if (next === 'blocked') {
      const isOff = this.deps.settings().mode === 'off'
      const said = isOff ? contextTexts.windowIsFullUncompacted : contextTexts.windowIsFull
      const fix = message(isOff ? contextTexts.windowIsFullUncompactedFix : contextTexts.windowIsFullFix)
      throw new MemdirError('unavailable', message(said, { used: tokens.used.toLocaleString('en-US') }), {
        fix,
      })
    }
    return messages
  }

  failed(why: CompactFailure): void {
    // A hook that forbids it is no failure of compaction.
    if (why !== 'denied')
      this.set({ ...this.state, failures: Math.min(MAX_FAILURES, this.state.failures + 1) })
    this.deps.onEvent({ type: 'failed', why, failures: this.state.failures })
  }

  /** True: something was dropped. */
  take({ state, receipt }: { state: ContextState; receipt?: Receipt }): boolean {
    if (state !== this.state) this.set(state)
    if (receipt) this.note(receipt)
    return receipt !== undefined
  }

  set(state: ContextState): void {
    this.state = state
    this.deps.keep({ state })
  }

  note(receipt: Receipt): void {
    this.given.push(receipt)
    this.deps.keep({ receipt })
    this.deps.onEvent({ type: 'receipt', receipt })
  }

  /** Tokens of the messages, without what is sent besides. */
  tokens(): number {
    return toNumber(this.gauge().used(sentBytes(this.view(), this.state, { overheadBytes: 0 })))
  }
}
