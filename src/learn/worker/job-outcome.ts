// What the jobs say alike: whether all was done in the time there was.
import { jobsTexts } from '../../base/messages/jobs.ts'
import { message } from '../../base/messages/message.ts'
import type { Outcome } from '../job.ts'

export const MINUTE_MS = 60_000
/** Embedding ends a step that has begun: it stops early enough for that. */
export const LAST_STEP_MS = 15_000

export function ended(complete: boolean): Outcome {
  return complete ? { status: 'done' } : { status: 'stopped', reason: message(jobsTexts.jobOutOfTime) }
}
