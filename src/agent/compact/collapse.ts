// Collapse: old exchanges are replaced by summaries in what is sent; the messages themselves never change. The commits
// are an append-only log: replayed, they make the view. Staged at 90 % of the window, committed at 95 %, all at once
// where the provider refuses a request.
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { KEPT_EXCHANGES, LEAST_PROGRESS, SPAN_LEAST, SPAN_MOST } from './context-settings.ts'
import {
  type CollapseCommit,
  type ContextState,
  nextReceiptId,
  type Reason,
  type Span,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { exchangesOf } from './exchanges.ts'
import { type Gauge, gaugeOf, reaches, sentBytes, usedBy } from './gauge.ts'
import { receiptOf } from './receipt.ts'
import { sumBytes } from './sizes.ts'
import { tokenLimits } from './token-state.ts'
import { edited } from './view.ts'

/** Staging stops when this share of the window would be in use. */
const TARGET = 0.4

/** Stages old spans where the window is nearly full. */
export function stage(input: StepInput): StepResult {
  const { messages, state, settings } = input
  const view = applyCommits(messages, state.commits)
  const gauge = gaugeOf(view, state, settings)
  const bytes = sentBytes(view, state, settings)
  const isDue = reaches(gauge.used(bytes), tokenLimits(settings).stage)
  if (!isDue || state.staged.length > 0) return { messages: view, state }
  const staged = chooseSpans(messages, state, gauge, bytes - gauge.room(settings.window * TARGET))
  return { messages: view, state: staged.length > 0 ? { ...state, staged } : state }
}

/** True: what is staged has to be summarised now. */
export function mustCommit({ messages, state, settings }: StepInput): boolean {
  if (state.staged.length === 0) return false
  return reaches(usedBy(messages, state, settings), tokenLimits(settings).commit)
}

/** Oldest first, whole exchanges, until `wanted` bytes would be freed; never the last three. */
export function chooseSpans(
  messages: readonly TranscriptMessage[],
  { commits }: Pick<ContextState, 'commits'>,
  gauge: Gauge,
  wanted: number,
): Span[] {
  const [least, most] = [gauge.bytes(SPAN_LEAST), gauge.bytes(SPAN_MOST)]
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  const isFree = freePlaces(commits, places)
  const spans: Span[] = []
  let open: { from: number; to: number; bytes: number } | undefined
  let freed = 0
  const close = () => {
    const span = open && open.bytes >= least ? spanOf(messages, open) : undefined
    if (span) spans.push(span)
    if (span) freed += open?.bytes ?? 0
    open = undefined
  }
  for (const { from, to } of exchangesOf(messages).slice(0, -KEPT_EXCHANGES)) {
    if (freed >= wanted) break
    const bytes = sumBytes(messages.slice(from, to))
    if (!isFree(from, to) || (open && (open.to !== from || open.bytes + bytes > most))) close()
    if (isFree(from, to)) open = { from: open?.from ?? from, to, bytes: (open?.bytes ?? 0) + bytes }
  }
  if (freed < wanted) close()
  return spans
}

function spanOf(
  messages: readonly TranscriptMessage[],
  { from, to }: { from: number; to: number },
): Span | undefined {
  const first = messages[from]
  const last = messages[to - 1]
  return first && last ? { first: first.id, last: last.id } : undefined
}

function freePlaces(commits: readonly CollapseCommit[], places: ReadonlyMap<string, number>) {
  const taken = commits.map(({ first, last }) => [places.get(first) ?? -1, places.get(last) ?? -1] as const)
  return (from: number, to: number) => taken.every(([first, last]) => last < from || first >= to)
}

export function spanMessages(
  messages: readonly TranscriptMessage[],
  { first, last }: Pick<Span, 'first' | 'last'>,
): readonly TranscriptMessage[] {
  const from = messages.findIndex(({ id }) => id === first)
  const to = messages.findIndex(({ id }) => id === last)
  return from < 0 || to < from ? [] : messages.slice(from, to + 1)
}

/** One staged span with its summary becomes a commit; a summary that saves nothing does not. */
export function commitSpan(input: StepInput, span: Span, summary: string, reason: Reason): StepResult {
  const { messages, state, settings } = input
  const rest = { ...state, staged: state.staged.filter((one) => one !== span) }
  const dropped = spanMessages(messages, span)
  const { first, last } = span
  const commit: CollapseCommit = { receipt: nextReceiptId(state), first, last, summary }
  const before = applyCommits(messages, state.commits)
  const view = applyCommits(messages, [...state.commits, commit])
  const sizes = { before: sentBytes(before, state, settings), after: sentBytes(view, state, settings) }
  const freed = sizes.before - sizes.after
  if (dropped.length === 0 || freed <= 0 || freed < LEAST_PROGRESS * sumBytes(dropped))
    return { messages: before, state: rest }
  const gauge = gaugeOf(before, state, settings)
  const commits = [...state.commits, commit]
  return {
    messages: view,
    state: { ...rest, commits, receipts: state.receipts + 1, ...gauge.kept, ...edited(messages) },
    receipt: receiptOf(input, gauge, sizes, {
      ...{ level: 'collapse', reason },
      messages: dropped.map((message) => message.id),
    }),
  }
}
