// Background work of a project for those who run or show it; who only asks for it: request-work.ts.
import { join } from 'node:path'
import { jobsTexts } from '../base/messages/jobs.ts'
import { message } from '../base/messages/message.ts'
import { GUARD_VARIABLE } from '../base/processes/guard.ts'
import { MemdirError } from '../base/values/errors.ts'
import { optionsOf } from '../memory/places.ts'
import { projectSpend } from '../models/open-spend.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { DreamPhase, DreamReport } from './dream-plan.ts'
import type { Job, JobReport, JobRun } from './job.ts'
import { commandPath, requestWork, WORKER_LIMIT_MS } from './request-work.ts'
import { type JobChannel, serveJob } from './serve-job.ts'
import { readSpool, type SpoolReport } from './worker/drain-spool.ts'
import { type HeldJob, heldBack } from './worker/hold-back.ts'
import { openJobLog } from './worker/job-log.ts'
import type { JobResult } from './worker/run-job.ts'
import { goesOn, runWorker, type WorkerOutcome } from './worker/run-worker.ts'
import { inOwnProcess, inThisProcess, type StartJob } from './worker/start-job.ts'
import { trackRun } from './worker/track-run.ts'

export interface Background {
  /** Does what is due, each job in a process of its own. */
  work(options: { reason: string; deadline?: number }): Promise<WorkerOutcome>
  /** Runs one job here, due or not. Undefined where another process runs it. */
  run(name: string, options: RunHere): Promise<JobRun | undefined>
  /** Runs one job for the worker that started this process. */
  serve(name: string, deadline: number, channel: JobChannel): Promise<JobResult>
  /** What ran, oldest first. */
  runs(): JobRun[]
  /** Jobs that failed or asked for a pause, and when the worker begins them again. */
  held(): HeldJob[]
  /** Turns that wait for the worker, and those that it could not handle. */
  spool(): SpoolReport
}

export interface JobsOptions {
  /** All search data is made again. */
  remake?: boolean
  /** Today's log is distilled, too. */
  allLogs?: boolean
  /** Who waits for a dream is told how far it is, and what it did. */
  dream?: { onPhase(phase: DreamPhase): void; onReport(report: DreamReport): void }
}

export interface RunHere extends JobsOptions {
  reason: string
  onProgress?: (done: number, total: number) => void
}

/** `jobsOf`: in the order in which they begin. */
export function openBackground(
  context: ProjectContext,
  jobsOf: (context: ProjectContext, options?: JobsOptions) => readonly Job[],
): Background {
  const { state } = context.location
  const log = openJobLog(join(state, 'jobs'))
  const here = { state, openSpend: (onSpent: JobReport['spent']) => projectSpend(context, { onSpent }) }
  const jobs = (options?: JobsOptions) => jobsOf(context, options)
  return {
    async work({ reason, deadline = Date.now() + WORKER_LIMIT_MS }) {
      const start = processOf(context) ?? inThisProcess(here)
      const outcome = await runWorker({ state, reason, deadline, jobs: jobs(), start })
      // What did not fit into this worker's time continues in the next.
      const isLeft = (run: JobRun) => goesOn(run) && log.runsOf(run.job).at(-1)?.id === run.id
      if (outcome.status === 'ended' && outcome.runs.some(isLeft)) requestWork(context, reason)
      return outcome
    },
    run: (name, { reason, onProgress, ...how }) =>
      trackRun(find(jobs(how), name), {
        log,
        reason,
        onProgress,
        unlimited: true,
        start: inThisProcess(here),
      }),
    serve: (name, deadline, channel) => serveJob(find(jobs(), name), { ...here, deadline }, channel),
    runs: log.read,
    held() {
      const runs = log.read()
      return jobs().flatMap((job) => heldBack(runs, job, Date.now()) ?? [])
    },
    spool: () => readSpool(state),
  }
}

function find<T extends { name: string }>(jobs: readonly T[], name: string): T {
  const job = jobs.find((one) => one.name === name)
  if (job) return job
  const known = jobs.map((one) => one.name).join(', ')
  throw new MemdirError('usage', message(jobsTexts.unknownJob, { name, known }))
}

/** A job may be stuck in a model call, in a loop or in the WebAssembly encoder: its own process can always be ended. */
function processOf({ directory, env, place }: ProjectContext): StartJob | undefined {
  const command = commandPath()
  if (command === undefined) return undefined
  return inOwnProcess({
    cwd: directory,
    env: { ...env, [GUARD_VARIABLE]: '1' },
    args: (job, deadline) => [
      command,
      'jobs',
      'run',
      '--job',
      job,
      '--deadline',
      String(deadline),
      '--project',
      directory,
      ...optionsOf(place.kind),
    ],
  })
}
