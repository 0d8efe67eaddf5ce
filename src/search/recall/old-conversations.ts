// The records of conversations that are over: what they were shown, and what was attached to their messages.
import { join } from 'node:path'
import { removeOldFiles } from '../../base/files/line-file.ts'
import { DAY_MS } from '../../base/values/clock.ts'
import { attachedDirectory } from '../attached-record.ts'

/**
 * A conversation that nobody went on with for so long is over: Claude Code itself deletes transcripts after 30 days
 * (its `cleanupPeriodDays`), and what is deleted cannot be resumed. Where one continues all the same, memories are shown
 * to it once more.
 */
const KEPT_DAYS = 30
/** A server may have more; of the oldest nothing is known any more. */
const MOST_CONVERSATIONS = 10_000

/** Returns how many records went. */
export function removeOldConversations(state: string, now: Date): number {
  const since = now.getTime() - KEPT_DAYS * DAY_MS
  const directories = [join(state, 'shown'), attachedDirectory(state)]
  return directories.reduce((sum, directory) => sum + removeOldFiles(directory, since, MOST_CONVERSATIONS), 0)
}
