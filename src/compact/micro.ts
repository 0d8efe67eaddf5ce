// Micro: clears the content of old tool results; the structure stays. While the prefix is cold, as much as there is,
// because editing costs nothing then; while it is warm, only in batches that are worth a break of the prefix. Where the
// provider clears by itself, it is asked to, and the messages here stay as they are.
import type { ContextEdit } from '../models/model.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { isCold } from './cache-life.ts'
import { applyCleared, type Clearable, findClearable, isClearable } from './clear-results.ts'
import { CLEAR_BATCH, type ContextSettings } from './context-settings.ts'
import {
  type ContextState,
  nextReceiptId,
  type Receipt,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { countTokens, withFreed } from './count-tokens.ts'
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
  const freed = clearable.reduce((sum, { tokens }) => sum + tokens, 0)
  if (freed < settings.clearBatch) return unchanged(input)
  return settings.providerClears && !state.clearsHere
    ? clearThere(input, clearable, freed)
    : clearHere(input, clearable, 'batch')
}

function unchanged({ messages, state }: StepInput): StepResult {
  return { messages: applyCleared(messages, state.cleared), state }
}

function clearHere(input: StepInput, clearable: readonly Clearable[], reason: 'cold' | 'batch'): StepResult {
  const { messages, state, settings } = input
  const id = nextReceiptId(state)
  const added = clearable.map(({ toolUseId, tokens }, at) => ({ toolUseId, tokens, item: `${id}.${at + 1}` }))
  const elsewhere = clearedByProvider(messages, state)
  // What the provider had cleared is not in the usage any more.
  const freed = sum(clearable.filter(({ toolUseId }) => !elsewhere.has(toolUseId)))
  const { providerClearing: _, ...rest } = state
  const next: ContextState = withFreed(
    {
      ...rest,
      receipts: state.receipts + 1,
      cleared: [...state.cleared, ...added],
      ...edited(messages),
    },
    messages,
    freed,
  )
  const before = countTokens(messages, state, settings)
  const receipt = receiptOf(input, clearable, {
    id,
    reason,
    freed: sum(clearable),
    before,
    after: before - freed,
  })
  return { messages: applyCleared(messages, next.cleared), state: next, receipt }
}

function clearThere(input: StepInput, clearable: readonly Clearable[], freed: number): StepResult {
  const { messages, state, settings } = input
  const id = nextReceiptId(state)
  const through = clearable.at(-1)?.toolUseId ?? ''
  const before = countTokens(messages, state, settings)
  const receipt = receiptOf(input, clearable, { id, reason: 'batch', freed, before, after: before - freed })
  const next: ContextState = withFreed(
    { ...state, receipts: state.receipts + 1, providerClearing: { receipt: id, through, tokens: freed } },
    messages,
    freed,
  )
  return { messages: applyCleared(messages, next.cleared), state: next, receipt }
}

function receiptOf(
  { now }: StepInput,
  clearable: readonly Clearable[],
  facts: Pick<Receipt, 'id' | 'reason' | 'freed' | 'before' | 'after'>,
): Receipt {
  return {
    ...facts,
    time: new Date(now).toISOString(),
    level: 'micro',
    messages: [...new Set(clearable.map(({ message }) => message))],
    results: clearable.map(({ toolUseId }) => toolUseId),
  }
}

function sum(clearable: readonly Clearable[]): number {
  return clearable.reduce((total, { tokens }) => total + tokens, 0)
}

function clearedByProvider(
  messages: readonly TranscriptMessage[],
  { providerClearing }: ContextState,
): ReadonlySet<string> {
  const cleared = new Set<string>()
  if (!providerClearing) return cleared
  const uses = clearableUses(messages)
  for (const id of uses.slice(0, uses.indexOf(providerClearing.through) + 1)) cleared.add(id)
  return cleared
}

function clearableUses(messages: readonly TranscriptMessage[]): string[] {
  const uses: string[] = []
  for (const { content } of messages)
    for (const block of content) if (block.type === 'tool_use' && isClearable(block.name)) uses.push(block.id)
  return uses
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
