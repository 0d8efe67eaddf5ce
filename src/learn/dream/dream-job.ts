// The job that dreams.

import { existsSync } from 'node:fs'
import type { ProjectContext } from '../../search/project-context.ts'
import type { JobsOptions } from '../background.ts'
import type { OperationName } from '../dream-plan.ts'
import type { Job } from '../job.ts'
import { DREAM } from '../request-work.ts'
import { MINUTE_MS } from '../worker/job-outcome.ts'
import { dreamGate } from './dream-gate.ts'

const DREAMT: Record<OperationName, string> = {
  merge: 'merged',
  supersede: 'superseded',
  move: 'moved',
  drop: 'dropped',
  rewrite: 'dated',
  archive: 'archived',
  index: 'index lines',
}

/** After turns have ended, once a day where there were conversations; or when a person asks for it. */
export function dreaming(context: ProjectContext, watcher: JobsOptions['dream']): Job {
  const { location } = context
  return {
    name: DREAM,
    limitMs: 15 * MINUTE_MS,
    isDue: (_, now) => existsSync(location.memory) && dreamGate(context, now).status === 'due',
    async run(run) {
      const { dreamNow } = await import('../dream.ts')
      const { log, signal } = run
      const report = await dreamNow(context, {
        signal,
        spend: () => run.spend,
        onProgress: log.progress,
        ...(watcher && { onPhase: watcher.onPhase }),
      })
      for (const op of new Set(report.operations.map((one) => one.op)))
        log.did(DREAMT[op], report.operations.filter((one) => one.op === op).length)
      log.did('held', report.held.length)
      log.did('improved', report.improved)
      watcher?.onReport(report)
      if (report.failure) throw report.failure
      return { status: 'done' }
    },
  }
}
