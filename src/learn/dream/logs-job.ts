// The job that makes memories of daily logs.

import type { ProjectContext } from '../../search/project-context.ts'
import { areLogsDue, distilLogs } from '../extract/distil-logs.ts'
import type { Job } from '../job.ts'
import { LOGS_JOB } from '../request-work.ts'
import { MINUTE_MS } from '../worker/job-outcome.ts'

/** In daily-log mode, when the first turn of a new day has ended. */
export function dailyLogs(context: ProjectContext, all: boolean): Job {
  return {
    name: LOGS_JOB,
    limitMs: 5 * MINUTE_MS,
    isDue: () => context.switch.on && areLogsDue(context),
    async run(run) {
      const { log, signal } = run
      const { entries, memories } = await distilLogs(context, {
        ...{ all, signal, spend: () => run.spend },
        onFallback: () => log.did('by rules'),
      })
      log.did('entries', entries)
      log.did('distilled', memories)
      return { status: 'done' }
    },
  }
}
