// What the job of ended turns says of extraction, and what of it has to be tried again.
import { extractionTexts } from '../../base/messages/extraction.ts'
import { message } from '../../base/messages/message.ts'
import type { JobContext } from '../job.ts'
import type { ExtractionOutcome } from '../run-extraction.ts'
import type { Unfinished } from '../worker/drain-spool.ts'
import { MOST_TRIES } from './plan-extraction.ts'

/** Counts what it found. */
export function noteExtraction(log: JobContext['log'], outcome: ExtractionOutcome | undefined): void {
  if (outcome?.status === 'done') {
    log.did('saved', outcome.saved.length)
    log.did('candidates', outcome.candidates)
    log.did('quarantined', outcome.quarantined)
    if (outcome.failure?.isLast) log.did('given up')
  } else if (outcome?.reason === 'given-up') log.did('given up')
}

/** A model that failed is asked once more; what rules found is stored already. */
export function unfinished(outcome: ExtractionOutcome | undefined): Unfinished | undefined {
  const failure = outcome?.status === 'done' ? outcome.failure : undefined
  if (!failure) return undefined
  const { problem, isLast } = failure
  const template = isLast
    ? message(extractionTexts.givenUp, { tries: MOST_TRIES, problem })
    : message(extractionTexts.failed, { problem })
  return { problem: template, isLast }
}
