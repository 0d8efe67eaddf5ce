// Micro: clears the content of old tool results; the structure stays. While the prefix is cold, as much as there is,
// because editing costs nothing then; while it is warm, only in batches that are worth a break of the prefix. Where the
// provider clears by itself, it is asked to, and the messages here stay as they are.
import type { ContextEdit } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { isCold } from './cache-life.ts'
import {
  applyCleared,
  type Clearable,
  clearableUses,
  clearedByProvider,
  findClearable,
  isClearable,
} from './clear-results.ts'
import { CLEAR_BATCH, type ContextSettings } from './context-settings.ts'
import { type ContextState, nextReceiptId, type StepInput, type StepResult } from './context-state.ts'
import { gaugeOf, reaches, sentBytes, toNumber } from './gauge.ts'
import { receiptOf } from './receipt.ts'
import { edited } from './view.ts'

export function micro(input: StepInput): StepResult {
  const { messages, state, settings, now } = input
  const local = new Set(state.cleared.map(({ toolUseId }) => toolUseId))
  const visible = applyCommits(messages, state.commits)
  if (settings.clearCold && isCold(messages, settings, now)) {
    const clearable = findClearable(visible, settings.keptResults, (id) => local.has(id))
    return clearable.length > 0 ? clearHere(input, clearable, 'cold') : unchanged(input)
  }
  const elsewhere = clearedByProvider(messages, state)
  const clearable = findClearable(visible, settings.keptResults, (id) => local.has(id) || elsewhere.has(id))
  const gauge = gaugeOf(viewOf(messages, state), state, settings)
  const freed = gauge.tokens(clearable.reduce((sum, { bytes }) => sum + bytes, 0))
  if (!reaches(freed, settings.clearBatch)) return unchanged(input)
  return settings.providerClears && !state.clearsHere
    ? clearThere(input, clearable)
    : clearHere(input, clearable, 'batch')
}

function unchanged({ messages, state }: StepInput): StepResult {
  return { messages: applyCleared(messages, state.cleared), state }
}

/** What is sent of these messages, which are as the levels before this one left them. */
function viewOf(
  messages: readonly TranscriptMessage[],
  { cleared, commits }: Pick<ContextState, 'cleared' | 'commits'>,
): readonly TranscriptMessage[] {
  return applyCommits(applyCleared(messages, cleared), commits)
}

function clearHere(input: StepInput, clearable: readonly Clearable[], reason: 'cold' | 'batch'): StepResult {
  const { messages, state, settings } = input
  const gauge = gaugeOf(viewOf(messages, state), state, settings)
  const id = nextReceiptId(state)
  const added = clearable.map(({ toolUseId, bytes }, at) => {
    return { toolUseId, tokens: toNumber(gauge.tokens(bytes)), item: `${id}.${at + 1}` }
  })
  const { providerClearing: _, ...rest } = state
  const cleared = [...state.cleared, ...added]
  return taken(input, clearable, reason, { ...rest, cleared, ...edited(messages) })
}

function clearThere(input: StepInput, clearable: readonly Clearable[]): StepResult {
  const through = clearable.at(-1)?.toolUseId ?? ''
  const providerClearing = { receipt: nextReceiptId(input.state), through }
  return taken(input, clearable, 'batch', { ...input.state, providerClearing })
}

function taken(
  input: StepInput,
  clearable: readonly Clearable[],
  reason: 'cold' | 'batch',
  cleared: ContextState,
): StepResult {
  const { messages, state, settings } = input
  const view = viewOf(messages, state)
  const gauge = gaugeOf(view, state, settings)
  const next = { ...cleared, receipts: state.receipts + 1, ...gauge.kept }
  const sizes = {
    before: sentBytes(view, state, settings),
    after: sentBytes(viewOf(messages, next), next, settings),
  }
  const receipt = receiptOf(input, gauge, sizes, {
    ...{ level: 'micro', reason },
    messages: [...new Set(clearable.map(({ message }) => message))],
    results: clearable.map(({ toolUseId }) => toolUseId),
  })
  return { messages: applyCleared(messages, next.cleared), state: next, receipt }
}

/** The provider counts tokens itself, and fewer than our estimate: what was worth a batch here has to be one there. */
const CLEARED_LEAST = CLEAR_BATCH / 2

/** How many tool uses the provider has to say that it cleared. */
export function usesToClear(
  messages: readonly TranscriptMessage[],
  { providerClearing }: ContextState,
): number {
  return providerClearing ? clearableUses(messages).indexOf(providerClearing.through) + 1 : 0
}

/**
 * What the provider is asked to clear with this request. It decides anew each time, so that `keep` counts the calls
 * since the batch: exactly the same results are cleared again, and its prefix stays as it was.
 */
export function contextEditOf(
  messages: readonly TranscriptMessage[],
  { providerClearing }: ContextState,
  tools: readonly string[],
  { keptResults }: Pick<ContextSettings, 'keptResults'>,
): ContextEdit | undefined {
  if (!providerClearing) return undefined
  const uses = clearableUses(messages)
  const at = uses.indexOf(providerClearing.through)
  if (at < 0) return undefined
  return {
    type: 'clear_tool_results',
    trigger: CLEARED_LEAST,
    keep: Math.max(keptResults, uses.length - at - 1),
    clearAtLeast: CLEARED_LEAST,
    excludeTools: tools.filter((name) => !isClearable(name)),
  }
}
