// The brake of the loop: a model that calls what fails, again and again, would go on for as long as somebody pays.
import type { ToolResultBlock, ToolUseBlock } from '../../models/content.ts'

/** Requests in a row whose calls are the same as the ones before, and all failed. */
const MOST_SAME_FAILURES = 10
/** Requests in a row in which every call failed, whatever they were. */
const MOST_FAILURES = 50

interface FailuresInARow {
  readonly failed: number
  readonly same: number
  /** The calls of the last request, if all of them failed. */
  readonly calls: string | undefined
}

export const NO_FAILURES: FailuresInARow = { failed: 0, same: 0, calls: undefined }

/** After one more request with calls. */
export function countFailures(
  before: FailuresInARow,
  uses: readonly ToolUseBlock[],
  results: readonly ToolResultBlock[],
): FailuresInARow {
  if (!results.every(({ isError }) => isError === true)) return NO_FAILURES
  const calls = JSON.stringify(uses.map(({ name, inputJson, malformed }) => [name, inputJson, malformed]))
  return { failed: before.failed + 1, same: calls === before.calls ? before.same + 1 : 1, calls }
}

export function isStuck({ failed, same }: FailuresInARow): boolean {
  return same >= MOST_SAME_FAILURES || failed >= MOST_FAILURES
}
