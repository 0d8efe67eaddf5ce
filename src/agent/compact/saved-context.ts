// What of the context is in a conversation's log: read back when it is resumed.
import { isObject } from '../../base/values/is-object.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { SavedContext } from './context-dependencies.ts'
import { type ContextState, NEW_STATE, type Receipt } from './context-state.ts'

const STATE = 'context'
const KEPT = 'context-kept'
const RECEIPT = 'context-receipt'

/** The notes to write. Facts and work are large and change only with a compaction: they are a note of their own. */
export function notesOf(
  { state, receipt }: SavedContext,
  before: ContextState,
): { kind: string; data: unknown }[] {
  const notes: { kind: string; data: unknown }[] = []
  if (receipt) notes.push({ kind: RECEIPT, data: receipt })
  if (!state) return notes
  const { facts, work, ...rest } = state
  if (facts !== before.facts || work !== before.work) notes.push({ kind: KEPT, data: { facts, work } })
  notes.push({ kind: STATE, data: rest })
  return notes
}

/** A note that is not as it should be counts for nothing. */
export function readSavedContext(notes: readonly LogNote[]): { state: ContextState; receipts: Receipt[] } {
  let state: ContextState = NEW_STATE
  const receipts: Receipt[] = []
  for (const { kind, data } of notes) {
    if (!isObject(data)) continue
    if (kind === RECEIPT && typeof data.id === 'string' && Array.isArray(data.messages))
      // What older versions counted was in part estimated.
      receipts.push({ counted: 'estimated', ...data } as unknown as Receipt)
    else if (kind === STATE && isState(data)) {
      const { facts, work } = state
      state = { ...(data as unknown as ContextState), facts, work }
    } else if (kind === KEPT && Array.isArray(data.facts) && isObject(data.work))
      state = { ...state, ...(data as unknown as Pick<ContextState, 'facts' | 'work'>) }
  }
  return { state, receipts }
}

const LISTS = ['snips', 'cleared', 'commits', 'staged', 'withoutMedia'] as const

function isState(data: Record<string, unknown>): boolean {
  return typeof data.receipts === 'number' && LISTS.every((name) => Array.isArray(data[name]))
}
