// Why a question was compared by words only, as it is now: the chosen store is asked, and the log of the background work
// is read. Asked for where somebody reads it, never on a prompt's way.

import { embeddingTexts } from '../base/messages/embedding.ts'
import { message } from '../base/messages/message.ts'
import { searchTexts } from '../base/messages/search.ts'
import { MemdirError } from '../base/values/errors.ts'
import { isEmbedded } from '../search/embedded-mark.ts'
import type { FoundMemories } from '../search/memory-search.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { EMBEDDING, isWorkerRunning, jobsOf } from './request-work.ts'
import { openJobLog } from './worker/job-log.ts'

/** Undefined where vectors were compared, or there is nothing to compare. */
export async function whyByWords(
  context: ProjectContext,
  { problem, covered, documents }: Pick<FoundMemories, 'problem' | 'covered' | 'documents'>,
): Promise<MemdirError | undefined> {
  const isNotPrepared = problem?.messages.message.key === embeddingTexts.modelNotPrepared.key
  if (documents === 0 || (problem ? !isNotPrepared : covered > 0)) return problem
  const { openStorage } = await import('../search/storage.ts')
  const store = await openStorage(context).chosen()
  if (store?.problem) return store.problem
  if (isBeingMade(context)) return fault(searchTexts.vectorsBeingMade, searchTexts.vectorsBeingMadeFix)
  if (problem) return problem
  const isLost = store && Object.values(store.vectors).every((count) => count === 0)
  const isComplete = !isLost && isEmbedded(context.place, context.settings)
  return isComplete
    ? fault(searchTexts.vectorsDoNotFit, searchTexts.vectorsDoNotFitFix)
    : fault(searchTexts.noVectorsYet, searchTexts.makeVectors)
}

/** It runs, or a worker will come to it: one that failed waits longer than anybody who asks. */
function isBeingMade(context: ProjectContext): boolean {
  const last = openJobLog(jobsOf(context)).runsOf(EMBEDDING).at(-1)?.status
  return last === 'running' || (last !== 'failed' && isWorkerRunning(context))
}

function fault(said: Parameters<typeof message>[0], fix: Parameters<typeof message>[0]): MemdirError {
  return new MemdirError('unavailable', message(said), { fix: message(fix) })
}
