// The job that lists the names in the checkout.

import { jobsTexts } from '../../base/messages/jobs.ts'
import { message } from '../../base/messages/message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { areSymbolsDue, listSymbols } from '../../search/symbol-lists.ts'
import type { Job } from '../job.ts'
import { SYMBOLS } from '../request-work.ts'
import { ended, MINUTE_MS } from './job-outcome.ts'

/** The names in the checkout's files, for live verification. Outside git there is none. */
export function symbolList(context: ProjectContext): Job {
  return {
    name: SYMBOLS,
    limitMs: 5 * MINUTE_MS,
    isDue: (_, now) => areSymbolsDue(context, now),
    async run({ signal, deadline, log }) {
      const listed = await listSymbols(context, { signal, deadline })
      if (!listed) return { status: 'done' }
      if (listed.status === 'stopped') return ended(false)
      if (listed.status === 'no-git')
        return { status: 'later', until: Date.now() + 60 * MINUTE_MS, reason: message(jobsTexts.noFileList) }
      log.did('files listed', listed.files)
      log.did('files read', listed.read)
      return listed.complete ? ended(true) : { status: 'done', reason: message(jobsTexts.listIncomplete) }
    },
  }
}
