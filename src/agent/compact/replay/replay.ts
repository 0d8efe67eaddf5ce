// Replays recorded conversations under a policy: what every request would have cost, with the provider's cache simulated.
// The levels themselves run, on the recorded messages and at the recorded times; only model calls are left out.

import type { SessionNotes } from '../../../learn/session-notes.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'
import { compactByNotes } from '../by-notes.ts'
import { ONE_HOUR } from '../cache-life.ts'
import { type ContextSettings, DEFAULT_SETTINGS } from '../context-settings.ts'
import { type ContextState, NEW_STATE, type Receipt } from '../context-state.ts'
import { prepare } from '../prepare.ts'
import { budgetBytes, messageBytes } from '../sizes.ts'
import { seen } from '../view.ts'
import { guessTokens, type RecordedRequest, type RecordedSegment } from './recorded-conversation.ts'

export interface Policy {
  readonly name: string
  /** Undefined: the levels do nothing. */
  readonly levels?: {
    /** Micro while the cache is cold. */
    readonly gap: boolean
    /** Micro in batches while it is warm. */
    readonly batch: boolean
    readonly cold: boolean
    readonly auto: boolean
  }
}

export interface ReplayResult {
  requests: number
  read: number
  /** Tokens written, weighed with what writing costs by the life of the entry. */
  written: number
  writeCost: number
  /** Requests whose prefix differs from what the provider still had. */
  breaks: number
  /** `share`: of the window, in use afterwards. */
  receipts: { receipt: Receipt; request: number; share: number }[]
}

const READ_PRICE = 0.1
const WRITE_PRICE = { short: 1.25, hour: 2 }

export function emptyResult(): ReplayResult {
  return { requests: 0, read: 0, written: 0, writeCost: 0, breaks: 0, receipts: [] }
}

export function costOfReplay({ read, writeCost }: ReplayResult): number {
  return read * READ_PRICE + writeCost
}

/** Adds a conversation to the result. */
export function replay(segments: readonly RecordedSegment[], policy: Policy, result: ReplayResult): void {
  const window = windowOf(segments)
  let before: Sent | undefined
  for (const segment of segments) {
    // A compaction that was recorded happens in every policy; what comes before the messages stays cached.
    if (before) before = { ...before, view: [], base: Math.min(before.base, segment.base) }
    const run = new SegmentRun(segment, policy, window)
    for (const request of segment.requests) {
      const view = run.view(result.requests + 1, request, result)
      before = count(run, segment, request, view, before, result)
    }
  }
}

/** A million where somebody sent more than the usual window. */
function windowOf(segments: readonly RecordedSegment[]): number {
  const most = Math.max(0, ...segments.flatMap(({ requests }) => requests.map(({ input }) => input)))
  return most > DEFAULT_SETTINGS.window ? 1_000_000 : DEFAULT_SETTINGS.window
}

interface Sent {
  readonly view: readonly TranscriptMessage[]
  readonly base: number
  readonly time: number
  readonly lifeMs: number
}

function count(
  run: SegmentRun,
  { base }: RecordedSegment,
  request: RecordedRequest,
  view: readonly TranscriptMessage[],
  before: Sent | undefined,
  result: ReplayResult,
): Sent {
  const total = run.sizeOf(view)
  let read = 0
  const warm = before !== undefined && request.sent - before.time <= before.lifeMs
  if (before && warm) {
    let common = 0
    while (common < before.view.length && before.view[common] === view[common]) common++
    if (common < before.view.length) result.breaks++
    read = Math.min(base, before.base) + run.sizeOf(view.slice(0, common)) - base
    read = Math.max(0, Math.min(total, read))
  }
  const written = total - read
  result.requests++
  result.read += read
  result.written += written
  result.writeCost += written * (request.lifeMs >= ONE_HOUR ? WRITE_PRICE.hour : WRITE_PRICE.short)
  run.answered(total)
  return { view, base, time: request.sent, lifeMs: request.lifeMs }
}

/**
 * Notes that cover everything, of 4,000 tokens: the 16 summaries that other agents wrote in the recorded conversations
 * have 2,505 to 8,195, and 3,989 in the median.
 */
const NOTES_TEXT = ['Work', 'Files'].map((name) => `# ${name}\n${'.'.repeat(5_900)}\n`).join('')

class SegmentRun {
  private readonly segment: RecordedSegment
  private readonly policy: Policy
  private readonly settings: ContextSettings
  /** The history as this policy has it. */
  private history: TranscriptMessage[] = []
  private state: ContextState = NEW_STATE
  private readonly sizes = new WeakMap<TranscriptMessage, number>()
  private readonly originals = new Map<string, { size: number; bytes: number }>()
  private taken = 0
  private lifeMs = 0
  private answer = 0

  constructor(segment: RecordedSegment, policy: Policy, window: number) {
    this.segment = segment
    this.policy = policy
    const { gap = false, batch = false, cold = false } = policy.levels ?? {}
    this.settings = {
      ...DEFAULT_SETTINGS,
      ...{ window, overheadBytes: budgetBytes(segment.base), cold, clearCold: gap, bindsThinking: true },
      ...(!batch && { clearBatch: Number.POSITIVE_INFINITY }),
    }
  }

  /** What would be sent with this request. */
  view(number: number, request: RecordedRequest, result: ReplayResult): readonly TranscriptMessage[] {
    this.take(request)
    const { levels } = this.policy
    if (!levels) return this.history
    const notes = this.notes()
    const input = { messages: this.history, state: this.state, settings: this.settings, now: request.sent }
    const prepared = prepare({ ...input, notes, canSummarise: true })
    const due = prepared.next === 'cold' || (prepared.next === 'compact' && levels.auto)
    this.state = prepared.state
    for (const receipt of prepared.receipts) result.receipts.push({ receipt, request: number, share: 0 })
    if (!due) return prepared.messages
    const sent = seen(this.history, this.state)
    const reason = prepared.next === 'cold' ? 'cold' : 'threshold'
    const done = compactByNotes({ ...input, state: this.state }, sent, notes, { reason })
    if (done.status === 'impossible') return prepared.messages
    this.history = [...done.messages]
    const again = prepare({ ...input, messages: this.history, state: done.state, canSummarise: false })
    this.state = again.state
    const after = again.messages
    const share = this.sizeOf(after) / this.settings.window
    result.receipts.push({ receipt: done.receipt, request: number, share })
    return after
  }

  /** The response said how much was sent. */
  answered(total: number): void {
    this.answer = total
  }

  sizeOf(view: readonly TranscriptMessage[]): number {
    let sum = this.segment.base
    for (const message of view) sum += this.size(message)
    return sum
  }

  private size(message: TranscriptMessage): number {
    const known = this.sizes.get(message)
    if (known !== undefined) return known
    const original = this.originals.get(message.id)
    const bytes = messageBytes(message)
    const size =
      original && original.bytes > 0 ? (original.size * bytes) / original.bytes : guessTokens(bytes)
    this.sizes.set(message, size)
    return size
  }

  /** The messages that came since the last request, with the usage that this policy would have seen. */
  private take({ at, lifeMs }: RecordedRequest): void {
    const { messages, tokens } = this.segment
    for (; this.taken < at; this.taken++) {
      const recorded = messages[this.taken]
      if (!recorded) continue
      const message = recorded.usage ? { ...recorded, usage: this.usage() } : recorded
      this.originals.set(message.id, {
        size: tokens[this.taken] ?? 0,
        bytes: messageBytes(recorded),
      })
      this.history.push(message)
    }
    this.lifeMs = lifeMs
  }

  private usage() {
    const hour = this.lifeMs >= ONE_HOUR ? 1 : 0
    return {
      input: 0,
      output: 0,
      cacheRead: Math.round(this.answer),
      cacheCreated: 1,
      cacheCreatedHour: hour,
    }
  }

  private notes(): SessionNotes | undefined {
    const last = this.history.at(-1)
    if (!last || !(this.policy.levels?.cold || this.policy.levels?.auto)) return undefined
    return { text: NOTES_TEXT, isTemplate: false, lastSummarizedMessageId: last.id }
  }
}
