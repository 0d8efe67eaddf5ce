// The job that removes what has had its time.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isCleanUpDue } from '../../memory/clean-up.ts'
import { hasEndedLines } from '../../memory/shown-index.ts'
import { removeOldSeen } from '../../models/seen-prompts.ts'
import { removeOldPrompts } from '../../models/typed-prompts.ts'
import { removeOldConversations } from '../../search/attached-record.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { removeAbandonedLists } from '../../search/symbol-lists.ts'
import { openCursors } from '../extract/cursors.ts'
import type { Job } from '../job.ts'
import { removeForeignNotes } from '../notes/own-logs.ts'
import { MINUTE_MS } from './job-outcome.ts'

/** Before the search data is brought up to date, so that what goes is gone from there, too. */
export function cleanUp(context: ProjectContext): Job {
  const { settings, location, clock, records } = context
  return {
    name: 'clean-up',
    limitMs: 5 * MINUTE_MS,
    isDue: () =>
      settings.get('cleanup.autoCleanup') &&
      existsSync(location.memory) &&
      (isCleanUpDue(location.state, settings.get('cleanup.interval') ?? 24, clock.now().getTime()) ||
        hasEndedLines(location.memory, clock.now().getTime())),
    async run({ log, signal }) {
      const done = await (await records()).cleanUpIfDue({ actor: 'memdir' }, signal)
      log.did('expired', done?.removed.length ?? 0)
      log.did('trimmed', done?.history.dropped ?? 0)
      const now = clock.now()
      openCursors(join(location.state, 'cursors')).removeOld(now)
      removeOldPrompts(location.state, now)
      removeOldSeen(location.state)
      log.did('conversations', removeOldConversations(location.state, now))
      log.did('lists', removeAbandonedLists(location.state))
      log.did('foreign notes', await removeForeignNotes(context))
      return { status: 'done' }
    },
  }
}
