// The levels in a conversation: prepares every request, carries out what needs a model or a disk, keeps receipts, and
// recovers when the provider refuses. All effects are handed in.

import {
  WINDOW_IS_FULL,
  WINDOW_IS_FULL_FIX,
  WINDOW_IS_FULL_UNCOMPACTED,
  WINDOW_IS_FULL_UNCOMPACTED_FIX,
} from '../../base/messages/context.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { textOf } from '../../models/content.ts'
import type { ContextEdit, Model, ModelResponse } from '../../models/model.ts'
import { isCancelled, type ModelError } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { Tool } from '../tools/tool.ts'
import { type ByNotes, compactByNotes } from './by-notes.ts'
import { chooseSpans, commitSpan, spanMessages } from './collapse.ts'
import { type Compacted, compacted } from './compacted.ts'
import type {
  CompactFailure,
  CompactOutcome,
  CompactRequest,
  ContextDependencies,
} from './context-dependencies.ts'
import { MAX_FAILURES } from './context-settings.ts'
import { type ContextState, NEW_STATE, type Reason, type Receipt, type StepInput } from './context-state.ts'
import { type Gauge, gaugeOf, sentBytes, toNumber } from './gauge.ts'
import { alignedCut, planFull, summariserRoom } from './in-full.ts'
import { contextEditOf, usesToClear } from './micro.ts'
import { type Prepared, prepare } from './prepare.ts'
import { restore } from './restoration.ts'
import type { SessionNotes } from './session-notes.ts'
import { sumBytes } from './sizes.ts'
import { snip, snipUnasked } from './snip.ts'
import { stripMedia } from './strip-media.ts'
import { summariseFull, summariseSpan } from './summarise.ts'
import type { TokenState } from './token-state.ts'
import { seen } from './view.ts'
import { withoutMedia } from './without-media.ts'
import { recordWork } from './work-record.ts'

/** A pass that changes something is followed by another; more than this many never help. */
const MOST_ROUNDS = 6
const SPAN_SUMMARY = 1_500

export class ContextControl {
  private readonly deps: ContextDependencies
  private state: ContextState
  private readonly given: Receipt[]
  private level: TokenState['level'] = 'fine'
  /** With the last request: how many tool uses the provider was to clear. */
  private asked: number | undefined

  constructor(
    deps: ContextDependencies,
    saved: { state?: ContextState; receipts?: readonly Receipt[] } = {},
  ) {
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

  /** What is sent of the history now. */
  async prepare(signal: AbortSignal): Promise<readonly TranscriptMessage[]> {
    let skipsCold = false
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const prepared = await this.pass(skipsCold)
      switch (prepared.next) {
        case 'cold': {
          const done = await this.compact({ by: 'notes', reason: 'cold', signal })
          skipsCold = done.status === 'failed'
          continue
        }
        case 'commit':
          if (await this.commitStaged('threshold', signal)) continue
          return this.allowed(prepared)
        case 'compact': {
          const done = await this.compact({ by: 'auto', reason: 'threshold', signal })
          // Full to the brim it tries again, until the breaker opens and something is dropped without a summary.
          if (done.status === 'compacted' || prepared.tokens.level === 'blocking') continue
          return this.allowed(prepared)
        }
        default:
          return this.allowed(prepared)
      }
    }
    return this.allowed(await this.pass(true))
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
  private clearHere(): boolean {
    if (this.asked === undefined) return false
    this.asked = undefined
    const { providerClearing: _, ...rest } = this.state
    this.set({ ...rest, clearsHere: true })
    return true
  }

  /** The provider refused a request. True: something was shortened or left out, it is worth another try. */
  async recover(error: Pick<ModelError, 'kind' | 'media' | 'status'>, signal: AbortSignal): Promise<boolean> {
    const input = this.input()
    // Gateways and models that do not know context editing refuse every request that asks for it.
    if (error.kind === 'invalid') return this.clearHere()
    if (input.settings.mode === 'off') return false
    if (error.media || error.status === 413) {
      const stripped = stripMedia(input)
      if (this.take(stripped)) return true
    }
    if (input.settings.mode === 'collapse' && (await this.drain(signal))) return true
    const room = Math.floor(Math.min(sumBytes(this.view()) * 0.7, this.room()))
    const done = await this.compact({ by: 'auto', reason: 'overflow', signal, room })
    if (done.status === 'compacted') return true
    return input.settings.snips && this.take(snipUnasked(this.bare(), 'overflow'))
  }

  async compact(request: CompactRequest): Promise<CompactOutcome> {
    const trigger = request.reason === 'asked' ? 'manual' : 'auto'
    const { hooks } = this.deps
    if (this.deps.history().length === 0) return { status: 'failed', why: 'nothing' }
    const said = { trigger, custom_instructions: request.instructions ?? '' }
    const before = await hooks('PreCompact', said, request.signal)
    if (before.denied !== undefined) return this.failed('denied', before.denied)
    const done = await this.attempt(request, before.context ?? [])
    if (done.status === 'failed') return done
    const { result } = done
    this.deps.replace(result.messages, 'compact')
    this.set(result.state)
    this.note(result.receipt)
    const again = await hooks('SessionStart', { source: 'compact' }, request.signal)
    const first = result.messages[0]
    const after = await hooks(
      'PostCompact',
      { trigger, compact_summary: first ? textOf(first) : '' },
      request.signal,
    )
    const texts = [...(again.context ?? []), ...(after.context ?? [])]
    if (texts.length > 0) this.deps.inject(texts)
    return { status: 'compacted', receipt: result.receipt }
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
  private bare(): StepInput {
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

  private input(): StepInput {
    const { settings, clock, history } = this.deps
    return { messages: history(), state: this.state, settings: settings(), now: clock.now().getTime() }
  }

  private async pass(skipsCold: boolean): Promise<Prepared> {
    const input = this.input()
    const settings = skipsCold ? { ...input.settings, cold: false } : input.settings
    const prepared = prepare({
      ...{ ...input, settings, notes: await this.notes() },
      canSummarise: this.deps.summariser() !== undefined,
    })
    if (prepared.state !== this.state) this.set(prepared.state)
    for (const receipt of prepared.receipts) this.note(receipt)
    return prepared
  }

  private allowed({ messages, tokens, next }: Prepared): readonly TranscriptMessage[] {
    if (tokens.level !== this.level) {
      this.level = tokens.level
      if (tokens.level !== 'fine') this.deps.onEvent({ type: 'tokens', tokens })
    }
    if (next === 'blocked') {
      const isOff = this.deps.settings().mode === 'off'
      const said = isOff ? WINDOW_IS_FULL_UNCOMPACTED : WINDOW_IS_FULL
      const fix = message(isOff ? WINDOW_IS_FULL_UNCOMPACTED_FIX : WINDOW_IS_FULL_FIX)
      throw new MemdirError('unavailable', message(said, { used: tokens.used.toLocaleString('en-US') }), {
        fix,
      })
    }
    return messages
  }

  private async notes(): Promise<SessionNotes | undefined> {
    if (!this.deps.settings().byNotes) return undefined
    try {
      return await this.deps.notes?.()
    } catch {
      // Unreadable notes are no notes: there is another way.
      return undefined
    }
  }

  private async attempt(
    request: CompactRequest,
    mustKeep: readonly string[],
  ): Promise<
    | { status: 'done'; result: Extract<Compacted, { status: 'compacted' }> }
    | Extract<CompactOutcome, { status: 'failed' }>
  > {
    let why: CompactFailure = 'no_model'
    // Who asks for notes gets them, whatever the settings do by themselves.
    if (request.by === 'notes' || (request.by === 'auto' && this.deps.settings().byNotes)) {
      const done = await this.byNotes(request.reason)
      if (done.status === 'compacted') return { status: 'done', result: done }
      why = done.why
      if (request.by === 'notes') return { status: 'failed', why }
    }
    const model = this.deps.summariser()
    if (!model) return this.failed(why)
    try {
      const done = await this.inFull(model, request, mustKeep)
      if (done === undefined) return this.failed('summariser')
      return done.status === 'compacted' ? { status: 'done', result: done } : this.failed('useless')
    } catch (error) {
      if (request.signal.aborted || isCancelled(error)) throw error
      return this.failed('summariser', error instanceof Error ? error.message : String(error))
    }
  }

  private async byNotes(reason: Reason): Promise<ByNotes> {
    const input = this.input()
    try {
      const notes = await this.deps.notes?.()
      const work = recordWork(input.messages, input.state.work)
      const restored = await restore(work, this.deps.restorer, { files: false })
      return compactByNotes(input, this.view(), notes, { reason, restored })
    } catch {
      return { status: 'impossible', why: 'missing' }
    }
  }

  private async inFull(
    model: Model,
    { reason, instructions, signal, room = this.room() }: CompactRequest,
    mustKeep: readonly string[],
  ): Promise<Compacted | undefined> {
    const input = this.input()
    const { restorer, clock } = this.deps
    const view = this.view()
    const plan = planFull(view, room)
    const summary = await summariseFull(model, {
      ...{ read: plan.read, base: await this.deps.base(), mustKeep, instructions, clock, signal },
      maxOutput: input.settings.maxOutput,
    })
    if (summary === undefined) return undefined
    const at = alignedCut(input.messages, view, plan.upTo)
    const dropped = input.messages.slice(0, at)
    const restored = await restore(recordWork(dropped, input.state.work), restorer)
    const tail = input.messages.slice(at)
    return compacted(input, view, { level: 'full', reason, dropped, tail, summary, restored })
  }

  private room(): number {
    return summariserRoom(this.deps.settings(), this.gauge())
  }

  private gauge(): Gauge {
    return gaugeOf(this.view(), this.state, this.deps.settings())
  }

  private async drain(signal: AbortSignal): Promise<boolean> {
    const { messages, state } = this.input()
    if (state.staged.length === 0) {
      const staged = chooseSpans(messages, state, this.gauge(), Number.POSITIVE_INFINITY)
      this.set({ ...state, staged })
    }
    return this.commitStaged('overflow', signal)
  }

  /** True: at least one span was committed. */
  private async commitStaged(reason: Reason, signal: AbortSignal): Promise<boolean> {
    const model = this.deps.summariser()
    let committed = false
    for (const span of this.state.staged) {
      const input = this.input()
      const messages = seen(input.messages, { ...this.state, commits: [] })
      const part = spanMessages(messages, span)
      const tokens = Math.min(SPAN_SUMMARY, toNumber(this.gauge().tokens(sumBytes(part) / 4)))
      const given = { tokens, room: this.room(), signal }
      const summary = model && part.length > 0 ? await summariseSpan(model, part, given) : undefined
      if (summary === undefined) {
        this.failed('summariser')
        break
      }
      if (this.take(commitSpan({ ...input, messages }, span, summary, reason))) committed = true
    }
    if (committed) this.set({ ...this.state, failures: 0 })
    return committed
  }

  private failed(why: CompactFailure, reason?: string): Extract<CompactOutcome, { status: 'failed' }> {
    // A hook that forbids it is no failure of compaction.
    if (why !== 'denied')
      this.set({ ...this.state, failures: Math.min(MAX_FAILURES, this.state.failures + 1) })
    this.deps.onEvent({ type: 'failed', why, failures: this.state.failures })
    return { status: 'failed', why, ...(reason !== undefined && { reason }) }
  }

  private take({ state, receipt }: { state: ContextState; receipt?: Receipt }): boolean {
    if (state !== this.state) this.set(state)
    if (receipt) this.note(receipt)
    return receipt !== undefined
  }

  private set(state: ContextState): void {
    this.state = state
    this.deps.keep({ state })
  }

  private note(receipt: Receipt): void {
    this.given.push(receipt)
    this.deps.keep({ receipt })
    this.deps.onEvent({ type: 'receipt', receipt })
  }

  /** Tokens of the messages, without what is sent besides. */
  tokens(): number {
    return toNumber(this.gauge().used(sentBytes(this.view(), this.state, { overheadBytes: 0 })))
  }
}
