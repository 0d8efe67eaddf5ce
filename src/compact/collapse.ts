// Collapse: old exchanges are replaced by summaries in what is sent; the messages themselves never change. The commits
// are an append-only log: replayed, they make the view. Staged at 90 % of the window, committed at 95 %, all at once
// where the provider refuses a request.
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { KEPT_EXCHANGES, LEAST_PROGRESS, SPAN_LEAST, SPAN_MOST } from './context-settings.ts'
import {
  type CollapseCommit,
  type ContextState,
  nextReceiptId,
  type Reason,
  type Receipt,
  type Span,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { countTokens, sumTokens, withFreed } from './count-tokens.ts'
import { exchangesOf } from './exchanges.ts'
import { tokenLimits } from './token-state.ts'
import { edited } from './view.ts'

/** Staging stops when this share of the window would be in use. */
const TARGET = 0.4

/** Stages old spans where the window is nearly full. */
export function stage(input: StepInput): StepResult {
  const { messages, state, settings } = input
  const view = applyCommits(messages, state.commits)
  const used = countTokens(view, state, settings)
  const limits = tokenLimits(settings)
  if (used < limits.stage || state.staged.length > 0) return { messages: view, state }
  const staged = chooseSpans(messages, state, used - Math.floor(settings.window * TARGET))
  return { messages: view, state: staged.length > 0 ? { ...state, staged } : state }
}

/** True: what is staged has to be summarised now. */
export function mustCommit({ messages, state, settings }: StepInput): boolean {
  if (state.staged.length === 0) return false
  return countTokens(messages, state, settings) >= tokenLimits(settings).commit
}

/** Oldest first, whole exchanges, until `wanted` tokens would be freed; never the last three. */
export function chooseSpans(
  messages: readonly TranscriptMessage[],
  { commits }: Pick<ContextState, 'commits'>,
  wanted: number,
): Span[] {
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  const isFree = freePlaces(commits, places)
  const spans: Span[] = []
  let open: { from: number; to: number; tokens: number } | undefined
  let freed = 0
  const close = () => {
    const span = open && spanOf(messages, open)
    if (span) spans.push(span)
    freed += span?.tokens ?? 0
    open = undefined
  }
  for (const { from, to } of exchangesOf(messages).slice(0, -KEPT_EXCHANGES)) {
    if (freed >= wanted) break
    const tokens = sumTokens(messages.slice(from, to))
    if (!isFree(from, to) || (open && (open.to !== from || open.tokens + tokens > SPAN_MOST))) close()
    if (isFree(from, to)) open = { from: open?.from ?? from, to, tokens: (open?.tokens ?? 0) + tokens }
  }
  if (freed < wanted) close()
  return spans
}

function spanOf(
  messages: readonly TranscriptMessage[],
  { from, to, tokens }: { from: number; to: number; tokens: number },
): Span | undefined {
  const first = messages[from]
  const last = messages[to - 1]
  return first && last && tokens >= SPAN_LEAST ? { first: first.id, last: last.id, tokens } : undefined
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
  const { messages, state, settings, now } = input
  const rest = { ...state, staged: state.staged.filter((one) => one !== span) }
  const dropped = spanMessages(messages, span)
  const id = nextReceiptId(state)
  const commit: CollapseCommit = {
    receipt: id,
    first: span.first,
    last: span.last,
    summary,
    tokens: span.tokens,
  }
  const before = applyCommits(messages, state.commits)
  const view = applyCommits(messages, [...state.commits, commit])
  const freed = sumTokens(before) - sumTokens(view)
  if (dropped.length === 0 || freed < LEAST_PROGRESS * span.tokens) return { messages: before, state: rest }
  const used = countTokens(before, state, settings)
  const receipt: Receipt = {
    id,
    time: new Date(now).toISOString(),
    level: 'collapse',
    reason,
    messages: dropped.map((message) => message.id),
    freed,
    before: used,
    after: used - freed,
  }
  const committed = { ...rest, commits: [...state.commits, commit], receipts: state.receipts + 1 }
  return { messages: view, state: withFreed({ ...committed, ...edited(messages) }, view, freed), receipt }
}
