// Why only words were compared, as it is said to whoever asked.

import { catalogTexts } from '../../base/messages/catalog.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'

/** The first fault that is more than a search that was cancelled. */
export function searchProblem(faults: readonly unknown[]): MemdirError | undefined {
  const fault = faults.find((each) => !isAbort(each))
  if (fault === undefined || MemdirError.is(fault)) return fault
  const reason = fault instanceof Error ? fault.message : String(fault)
  return new MemdirError('internal', message(catalogTexts.vectorsUnusable, { reason }), {
    fix: message(catalogTexts.remakeSearchData),
    cause: fault,
  })
}

function isAbort(fault: unknown): boolean {
  if (MemdirError.is(fault)) return fault.code === 'cancelled'
  return fault instanceof Error && (fault.name === 'AbortError' || fault.name === 'TimeoutError')
}
