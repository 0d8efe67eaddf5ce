// Snip: drops the oldest messages by a budget of tokens, in whole turns, without a summary. By itself only where nothing
// can summarise; else when the person asks for it. A projection: the history keeps everything.
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { applySnips } from './apply-snips.ts'
import {
  type CollapseCommit,
  type ContextState,
  nextReceiptId,
  type Reason,
  type Receipt,
  type Snip,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { countTokens, sumTokens, withFreed } from './count-tokens.ts'
import { exchangesOf, lastAnswer, safeCuts } from './exchanges.ts'
import { edited, seen } from './view.ts'

/** `tokens`: at least so many are dropped, if there are so many before the last answer. */
export function snip(input: StepInput, tokens: number, reason: Reason): StepResult {
  const { state, settings } = input
  const messages = applySnips(input.messages, state.snips)
  const cut = findCut(messages, tokens, state.commits)
  const markersHere = new Set(state.snips.map(({ receipt }) => receipt))
  const ids = messages.slice(0, cut).filter(({ id, meta }) => meta !== 'summary' || markersHere.has(id))
  if (ids.length === 0) return { messages: seen(input.messages, state), state }
  return drop(input, ids, reason, settings)
}

function drop(
  { messages: all, state, now }: StepInput,
  gone: readonly TranscriptMessage[],
  reason: Reason,
  settings: StepInput['settings'],
): StepResult {
  const receiptId = nextReceiptId(state)
  const joined = new Set(gone.map(({ id }) => id))
  // A snip that is snipped itself is part of the new one: its messages are gone under the new receipt.
  const inner = state.snips.filter(({ receipt }) => joined.has(receipt))
  const ids = all
    .filter(({ id }) => joined.has(id) || inner.some((one) => one.ids.includes(id)))
    .map(({ id }) => id)
  const made: Snip = { receipt: receiptId, ids, tokens: sumTokens(gone) }
  const snips = [...state.snips.filter((one) => !inner.includes(one)), made]
  const sent = seen(all, state)
  const view = seen(all, { ...state, snips })
  const freed = sumTokens(sent) - sumTokens(view)
  if (freed <= 0) return { messages: sent, state }
  const before = countTokens(sent, state, settings)
  const receipt: Receipt = {
    id: receiptId,
    time: new Date(now).toISOString(),
    level: 'snip',
    reason,
    messages: ids,
    freed,
    before,
    after: before - freed,
  }
  const next: ContextState = withFreed(
    { ...state, receipts: state.receipts + 1, snips, ...edited(all) },
    view,
    freed,
  )
  return { messages: view, state: next, receipt }
}

/** The first place for a cut that frees enough: between exchanges, else between answers inside the last one. */
function findCut(
  messages: readonly TranscriptMessage[],
  tokens: number,
  commits: readonly CollapseCommit[],
): number {
  const safe = safeCuts(messages)
  // A collapsed span is dropped whole or not at all.
  for (const { first, last } of commits) {
    const from = messages.findIndex(({ id }) => id === first)
    const to = messages.findIndex(({ id }) => id === last)
    if (from >= 0) safe.fill(false, from + 1, to + 1)
  }
  const last = lastAnswer(messages)
  const starts = exchangesOf(messages, safe).map(({ from }) => from)
  const answers = messages.flatMap(({ role }, at) => (role === 'assistant' && safe[at] ? [at] : []))
  return furthest(messages, starts, last, tokens) || furthest(messages, answers, last, tokens)
}

function furthest(
  messages: readonly TranscriptMessage[],
  cuts: readonly number[],
  last: number,
  tokens: number,
): number {
  let freed = 0
  let from = 0
  let best = 0
  for (const cut of cuts) {
    if (cut > last || cut === 0) continue
    freed += sumTokens(messages.slice(from, cut))
    from = cut
    best = cut
    if (freed >= tokens) break
  }
  return best
}

/** The oldest third of the messages, where nothing can summarise. */
export function thirdOf(messages: readonly TranscriptMessage[]): number {
  return sumTokens(messages.slice(0, Math.ceil(messages.length / 3)))
}
