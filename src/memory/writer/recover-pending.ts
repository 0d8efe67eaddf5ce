// After a crash, under the write lock: changes that were cut off, purges that were begun, files that wait for a group.

import type { Recovered } from '../writer.ts'
import { finishPurges, type PurgeDependencies } from './purge.ts'
import { recoverChanges } from './recover-changes.ts'
import { recoverStaged } from './staged-files.ts'

export async function recoverPending(deps: PurgeDependencies): Promise<Recovered[]> {
  const { io, state } = deps
  const recovered = [...recoverChanges(io), ...(await finishPurges(deps))]
  await recoverStaged({ ops: io.ops, state }, io.journal)
  return recovered
}
