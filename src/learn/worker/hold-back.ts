// When a job may run again that failed or asked for a pause: what fails with every write would pay for its model calls
// with every write. Whoever runs it by hand does not ask. Pure.

import type { Job, JobRun } from '../job.ts'

export interface HeldJob {
  job: string
  /** Milliseconds since 1970. */
  until: number
  /** In a row; 0 where the job itself asked for the pause. */
  failures: number
}

const MINUTE_MS = 60_000
const LONGEST_MS = 4 * 60 * MINUTE_MS

/**
 * `runs`: oldest first, also those of other jobs. Undefined where it may run: also where the job now works with something
 * else than when it failed.
 */
export function heldBack(
  runs: readonly JobRun[],
  { name: job, basis }: Pick<Job, 'name' | 'basis'>,
  now: number,
): HeldJob | undefined {
  const own = runs.filter((run) => run.job === job && run.basis === basis && run.status !== 'running')
  const last = own.at(-1)
  const ended = Date.parse(last?.ended ?? '')
  // A clock that was set back must not hold anything for years.
  if (!last || !(ended <= now)) return undefined
  const failures = own.length - 1 - own.findLastIndex(({ status }) => status !== 'failed')
  const pause = failures === 0 ? (last.until ?? ended) - ended : 2 ** failures * MINUTE_MS
  const until = ended + Math.min(pause, LONGEST_MS)
  return until > now ? { job, until, failures } : undefined
}
