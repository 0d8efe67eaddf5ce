// The levels in a conversation: prepares every request, carries out on its window what needs a model or a disk, and recovers
// when the provider refuses. All effects are handed in.

import type { SessionNotes } from '../../learn/session-notes.ts'
import { textOf } from '../../models/content.ts'
import type { Model } from '../../models/model.ts'
import { isCancelled, type ModelError } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { type ByNotes, compactByNotes } from './by-notes.ts'
import { chooseSpans, commitSpan, spanMessages } from './collapse.ts'
import { type Compacted, compacted } from './compacted.ts'
import type {
  CompactFailure,
  CompactOutcome,
  CompactRequest,
  ContextDependencies,
} from './context-dependencies.ts'
import type { ContextState, Reason, Receipt } from './context-state.ts'
import { ContextWindow } from './context-window.ts'
import { toNumber } from './gauge.ts'
import { alignedCut, planFull } from './in-full.ts'
import { type Prepared, prepare } from './prepare.ts'
import { restore } from './restoration.ts'
import { sumBytes } from './sizes.ts'
import { snipUnasked } from './snip.ts'
import { stripMedia } from './strip-media.ts'
import { summariseFull, summariseSpan } from './summarise.ts'
import { seen } from './view.ts'
import { recordWork } from './work-record.ts'

/** A pass that changes something is followed by another; more than this many never help. */
const MOST_ROUNDS = 6
const SPAN_SUMMARY = 1_500

export class ContextControl {
  readonly window: ContextWindow
  private readonly deps: ContextDependencies

  constructor(
    deps: ContextDependencies,
    saved: { state?: ContextState; receipts?: readonly Receipt[] } = {},
  ) {
    this.deps = deps
    this.window = new ContextWindow(deps, saved)
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
          return this.window.allowed(prepared)
        case 'compact': {
          const done = await this.compact({ by: 'auto', reason: 'threshold', signal })
          // Full to the brim it tries again, until the breaker opens and something is dropped without a summary.
          if (done.status === 'compacted' || prepared.tokens.level === 'blocking') continue
          return this.window.allowed(prepared)
        }
        default:
          return this.window.allowed(prepared)
      }
    }
    return this.window.allowed(await this.pass(true))
  }

  /** The provider refused a request. True: something was shortened or left out, it is worth another try. */
  async recover(error: Pick<ModelError, 'kind' | 'media' | 'status'>, signal: AbortSignal): Promise<boolean> {
    const input = this.window.input()
    // Gateways and models that do not know context editing refuse every request that asks for it.
    if (error.kind === 'invalid') return this.window.clearHere()
    if (input.settings.mode === 'off') return false
    if (error.media || error.status === 413) {
      const stripped = stripMedia(input)
      if (this.window.take(stripped)) return true
    }
    if (input.settings.mode === 'collapse' && (await this.drain(signal))) return true
    const room = Math.floor(Math.min(sumBytes(this.window.view()) * 0.7, this.window.room()))
    const done = await this.compact({ by: 'auto', reason: 'overflow', signal, room })
    if (done.status === 'compacted') return true
    return input.settings.snips && this.window.take(snipUnasked(this.window.bare(), 'overflow'))
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
    this.window.set(result.state)
    this.window.note(result.receipt)
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

  private async pass(skipsCold: boolean): Promise<Prepared> {
    const input = this.window.input()
    const settings = skipsCold ? { ...input.settings, cold: false } : input.settings
    const prepared = prepare({
      ...{ ...input, settings, notes: await this.notes() },
      canSummarise: this.deps.summariser('compaction') !== undefined,
    })
    if (prepared.state !== this.window.current) this.window.set(prepared.state)
    for (const receipt of prepared.receipts) this.window.note(receipt)
    return prepared
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
    const model = this.deps.summariser('compaction')
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
    const input = this.window.input()
    try {
      const notes = await this.deps.notes?.()
      const work = recordWork(input.messages, input.state.work)
      const restored = await restore(work, this.deps.restorer, { files: false })
      return compactByNotes(input, this.window.view(), notes, { reason, restored })
    } catch {
      return { status: 'impossible', why: 'missing' }
    }
  }

  private async inFull(
    model: Model,
    { reason, instructions, signal, room = this.window.room() }: CompactRequest,
    mustKeep: readonly string[],
  ): Promise<Compacted | undefined> {
    const input = this.window.input()
    const { restorer, clock } = this.deps
    const view = this.window.view()
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

  private async drain(signal: AbortSignal): Promise<boolean> {
    const { messages, state } = this.window.input()
    if (state.staged.length === 0) {
      const staged = chooseSpans(messages, state, this.window.gauge(), Number.POSITIVE_INFINITY)
      this.window.set({ ...state, staged })
    }
    return this.commitStaged('overflow', signal)
  }

  /** True: at least one span was committed. */
  private async commitStaged(reason: Reason, signal: AbortSignal): Promise<boolean> {
    const model = this.deps.summariser('collapse')
    let committed = false
    for (const span of this.window.current.staged) {
      const input = this.window.input()
      const messages = seen(input.messages, { ...this.window.current, commits: [] })
      const part = spanMessages(messages, span)
      const tokens = Math.min(SPAN_SUMMARY, toNumber(this.window.gauge().tokens(sumBytes(part) / 4)))
      const given = { tokens, room: this.window.room(), signal }
      const summary = model && part.length > 0 ? await summariseSpan(model, part, given) : undefined
      if (summary === undefined) {
        this.failed('summariser')
        break
      }
      if (this.window.take(commitSpan({ ...input, messages }, span, summary, reason))) committed = true
    }
    if (committed) this.window.set({ ...this.window.current, failures: 0 })
    return committed
  }

  private failed(why: CompactFailure, reason?: string): Extract<CompactOutcome, { status: 'failed' }> {
    this.window.failed(why)
    return { status: 'failed', why, ...(reason !== undefined && { reason }) }
  }
}
