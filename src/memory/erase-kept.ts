// What memory itself keeps besides the memories and their history, and a purge cleans: counts of use, what was called wrong,
// what is held back or waits, what is not to be learnt again.
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import { forgetFeedback } from './feedback.ts'
import type { MemoryContext } from './memory-context.ts'
import { openQuarantine } from './records/quarantine.ts'
import { openRemovedStatements } from './records/removed-statements.ts'
import { openWaitingImports } from './transfer/waiting-imports.ts'
import { openUsageLog } from './usage-log.ts'
import type { Erasure } from './writer.ts'

/** `quotes`: whether a text says what is erased. Repeatable. */
export async function eraseKept(
  { store, location: { state }, clock }: Pick<MemoryContext, 'store' | 'location' | 'clock'>,
  { ids, texts }: Pick<Erasure, 'ids' | 'texts'>,
  quotes: (text: string) => boolean,
): Promise<void> {
  openUsageLog(join(state, 'usage'), clock).forget(ids, texts)
  await forgetFeedback(state, ids)
  const quarantine = openQuarantine(join(state, 'quarantine'), clock)
  for (const held of quarantine.list()) if (quotes(held.memory.content)) quarantine.discard(held.id)
  openWaitingImports(state, clock).erase(quotes)
  // A full disk keeps nothing from being erased.
  attempt(() => openRemovedStatements(store.writer.journal, { state, clock }).add(texts))
}
