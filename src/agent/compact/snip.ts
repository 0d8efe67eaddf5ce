// Snip: drops the oldest messages by a budget, in whole turns, without a summary. By itself only where nothing
// can summarise; else when the person asks for it. A projection: the history keeps everything.
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { applySnips } from './apply-snips.ts'
import { LEAST_PROGRESS } from './context-settings.ts'
import {
  type CollapseCommit,
  nextReceiptId,
  type Reason,
  type Snip,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { exchangesOf, lastAnswer, safeCuts } from './exchanges.ts'
import { gaugeOf, sentBytes, toNumber } from './gauge.ts'
import { receiptOf } from './receipt.ts'
import { sumBytes } from './sizes.ts'
import { tokenLimits } from './token-state.ts'
import { edited, seen } from './view.ts'

/** `bytes`: at least so many are dropped, if there are so many before the last answer. */
export function snip(input: StepInput, bytes: number, reason: Reason): StepResult {
  const { state } = input
  const messages = applySnips(input.messages, state.snips)
  const cut = findCut(messages, bytes, state.commits)
  const markersHere = new Set(state.snips.map(({ receipt }) => receipt))
  const gone = messages.slice(0, cut).filter(({ id, meta }) => meta !== 'summary' || markersHere.has(id))
  return drop(input, gone, reason)
}

function drop(input: StepInput, gone: readonly TranscriptMessage[], reason: Reason): StepResult {
  const { messages: all, state, settings } = input
  const sent = seen(all, state)
  const gauge = gaugeOf(sent, state, settings)
  const joined = new Set(gone.map(({ id }) => id))
  // A snip that is snipped itself is part of the new one: its messages are gone under the new receipt.
  const inner = state.snips.filter(({ receipt }) => joined.has(receipt))
  const ids = all
    .filter(({ id }) => joined.has(id) || inner.some((one) => one.ids.includes(id)))
    .map(({ id }) => id)
  const tokens = toNumber(gauge.tokens(sumBytes(gone)))
  const made: Snip = { receipt: nextReceiptId(state), ids, tokens }
  const snips = [...state.snips.filter((one) => !inner.includes(one)), made]
  const view = seen(all, { ...state, snips })
  const sizes = { before: sentBytes(sent, state, settings), after: sentBytes(view, state, settings) }
  // The person decides what a snip is worth; by itself it breaks the prefix for as much as the other levels do.
  const worth = reason === 'asked' ? sumBytes(gone) : sizes.before
  const freed = sizes.before - sizes.after
  if (freed <= 0 || freed < LEAST_PROGRESS * worth) return { messages: sent, state }
  return {
    messages: view,
    state: { ...state, receipts: state.receipts + 1, snips, ...gauge.kept, ...edited(all) },
    receipt: receiptOf(input, gauge, sizes, { level: 'snip', reason, messages: ids }),
  }
}

/** The first place for a cut that frees enough: between exchanges, else between answers inside the last one. */
function findCut(
  messages: readonly TranscriptMessage[],
  bytes: number,
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
  return furthest(messages, starts, last, bytes) || furthest(messages, answers, last, bytes)
}

function furthest(
  messages: readonly TranscriptMessage[],
  cuts: readonly number[],
  last: number,
  bytes: number,
): number {
  let freed = 0
  let from = 0
  let best = 0
  for (const cut of cuts) {
    if (cut > last || cut === 0) continue
    freed += sumBytes(messages.slice(from, cut))
    from = cut
    best = cut
    if (freed >= bytes) break
  }
  return best
}

/**
 * Where nothing can summarise: the oldest third of the messages, but at least what brings the request below the threshold
 * with a tenth of it to spare, so that the next one is not cut again.
 */
export function snipUnasked(input: StepInput, reason: 'unsummarised' | 'overflow'): StepResult {
  const { messages, state, settings } = input
  const sent = seen(messages, state)
  const bytes = sentBytes(sent, state, settings)
  const most = gaugeOf(sent, state, settings).room(tokenLimits(settings).auto)
  const snipped = applySnips(messages, state.snips)
  const third = sumBytes(snipped.slice(0, Math.ceil(snipped.length / 3)))
  return snip(input, Math.max(third, bytes - most + 2 * LEAST_PROGRESS * bytes), reason)
}
