// The other end of `inOwnProcess`: runs one job and reports to the worker that started this process.
import type { Job } from './job.ts'
import { type JobResult, type RunJobOptions, runJob } from './worker/run-job.ts'
import type { JobSignal } from './worker/start-job.ts'

/** The channel to the worker: `process` where it was started with one. */
export interface JobChannel {
  send?(signal: JobSignal, done: (error: Error | null) => void): unknown
  /** Absent where there never was one. */
  readonly connected?: boolean
  once(event: 'disconnect', act: () => void): unknown
}

/** A worker that is gone takes the job with it: it is aborted, and repeated by the next worker. */
export async function serveJob(
  job: Job,
  options: Omit<RunJobOptions, 'report' | 'signal'>,
  channel: JobChannel,
): Promise<JobResult> {
  // A channel that is closed by now is no fault of the job: `disconnect` says so.
  const send = (signal: JobSignal) =>
    new Promise<void>((done) => {
      if (channel.send) channel.send(signal, () => done())
      else done()
    })
  const left = new AbortController()
  channel.once('disconnect', () => left.abort())
  if (channel.connected === false) left.abort()
  const result = await runJob(job, {
    ...options,
    signal: left.signal,
    report: {
      did: (what, count = 1) => void send({ type: 'did', what, count }),
      progress: (done, total) => void send({ type: 'progress', done, total }),
      spent: (spent) => void send({ type: 'spent', spent }),
    },
  })
  await send({ type: 'result', result })
  return result
}
