// After a crash, under the write lock: changes that were cut off, purges that were begun, files that wait for a group.
import { finishPurges, type PurgeParts } from './purge.ts'
import { type Recovered, recoverChanges } from './recover-changes.ts'
import { recoverStaged } from './staged-files.ts'

export async function recoverPending(parts: PurgeParts): Promise<Recovered[]> {
  const { session, state } = parts
  const recovered = [...recoverChanges(session), ...(await finishPurges(parts))]
  recoverStaged({ ops: session.ops, state }, session.journal)
  return recovered
}
