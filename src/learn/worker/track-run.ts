// Runs a job and keeps its line of the log up to date.
import { attempt } from '../../base/values/attempt.ts'
import { timedId } from '../../base/values/ids.ts'
import type { Job, JobRun } from '../job.ts'
import type { JobLog } from './job-log.ts'
import type { JobResult } from './run-job.ts'
import type { StartJob } from './start-job.ts'

interface TrackOptions {
  log: JobLog
  start: StartJob
  reason: string
  /** A person waits for it and can end it: the job's limit does not count. */
  unlimited?: boolean
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** How often a change is written while the job runs. */
const WRITE_MS = 1_000

/** The run when it has ended; undefined where another process runs this job. Never rejects. */
export async function trackRun(job: Job, options: TrackOptions): Promise<JobRun | undefined> {
  const { log, start, reason } = options
  const began = Date.now()
  const deadline = options.unlimited ? Number.POSITIVE_INFINITY : began + job.limitMs
  const did: Record<string, number> = {}
  const progress = progressFrom(options.onProgress)
  let run: JobRun | undefined
  let written = began
  const write = (line: JobRun) => {
    written = Date.now()
    // On a full disk it is tried again with the next change and at the end; the caller gets the run in any case.
    attempt(() => log.write(line))
  }
  const costs: Pick<JobRun, 'spent'> = {}
  const update = () => {
    if (run && Date.now() - written >= WRITE_MS) write({ ...run, ...costs, ...progress.get() })
  }
  const started = start(job, {
    deadline,
    report: {
      did(what, count = 1) {
        did[what] = (did[what] ?? 0) + count
        update()
      },
      progress(done, total) {
        progress.set(done, total)
        update()
      },
      spent(spent) {
        costs.spent = spent
        // At once: calls are few, and what was paid must not be forgotten when this process ends.
        if (run) write({ ...run, ...costs, ...progress.get() })
      },
    },
  })
  run = {
    id: timedId(began),
    job: job.name,
    reason,
    ...(job.basis !== undefined && { basis: job.basis }),
    pid: started.process.pid,
    process: started.process,
    started: new Date(began).toISOString(),
    ...(!options.unlimited && { deadline }),
    status: 'running',
    did,
  }
  write(run)
  const result: JobResult = await started.result
  if (result.status === 'busy') {
    attempt(() => log.remove(run))
    return undefined
  }
  const ended: JobRun = { ...run, ...costs, ...result, ended: new Date().toISOString() }
  write(ended)
  return ended
}

function progressFrom(onProgress: TrackOptions['onProgress']) {
  let first: { done: number; time: number } | undefined
  let now: JobRun['progress']
  return {
    set(done: number, total: number) {
      onProgress?.(done, total)
      first ??= { done, time: Date.now() }
      now = { done, total, perSecond: rate(done - first.done, Date.now() - first.time) }
    },
    get: () => (now ? { progress: now } : {}),
  }
}

/** How many a second; of the first tenth of a second nothing can be said. */
export function rate(count: number, ms: number): number {
  return Math.round(count / Math.max(0.1, ms / 1_000))
}
