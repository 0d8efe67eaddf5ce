// The worker of a project: one at a time, ending by itself. It starts what is due and watches it; a job that takes long
// holds no other, and none is started twice unless somebody has asked again since.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDirectories } from '../../base/files/directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { readLock, tryLock } from '../../base/files/lock.ts'
import { livenessOf } from '../../base/processes/process-identity.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Job, JobRun } from '../job.ts'
import { heldBack } from './hold-back.ts'
import { type JobLog, openJobLog } from './job-log.ts'
import { killGroup } from './kill-group.ts'
import { GRACE_MS } from './run-job.ts'
import type { StartJob } from './start-job.ts'
import { endStart } from './start-once.ts'
import { trackRun } from './track-run.ts'

interface WorkerOptions {
  /** `state/` of the memory directory. */
  state: string
  reason: string
  /** Where several are due, the one that began longest ago is first, then the order of the list. */
  jobs: readonly Job[]
  start: StartJob
  /** Milliseconds since 1970: nothing begins after it; what runs has its own limit. */
  deadline: number
  /** Milliseconds that a job has for itself before the next one begins as well. */
  patienceMs?: number
}

export type WorkerOutcome = { status: 'busy' } | { status: 'ended'; runs: JobRun[] }

/** Time ran out, and a next run gets further. */
export function goesOn({ status, did }: JobRun): boolean {
  return status === 'stopped' && Object.values(did).some((count) => count > 0)
}

const PATIENCE_MS = 2_000
/** How often a worker with running jobs looks whether somebody has asked again. */
const LOOK_MS = 300

export async function runWorker(options: WorkerOptions): Promise<WorkerOutcome> {
  const { state, deadline } = options
  const locks = join(state, 'locks')
  makeDirectories(nodeFileOps, locks)
  const lock = tryLock(locks, 'worker')
  if (!lock) return { status: 'busy' }
  const log = openJobLog(join(state, 'jobs'))
  const runs: JobRun[] = []
  let met: string
  try {
    endStart(join(state, 'jobs'))
    for (const pid of overduePids(log.read(), Date.now())) killGroup(pid)
    met = await work(options, log, runs)
  } finally {
    lock.release()
  }
  // Asked for between the last look and the release: nobody else was started for it.
  const isAsked = log.requestToken() !== met && Date.now() < deadline
  const more = isAsked ? await runWorker(options) : undefined
  return { status: 'ended', runs: more?.status === 'ended' ? [...runs, ...more.runs] : runs }
}

/** Until nothing runs and nothing is due. The request that it saw last. */
async function work(options: WorkerOptions, log: JobLog, runs: JobRun[]): Promise<string> {
  const { jobs, deadline, patienceMs = PATIENCE_MS } = options
  const begun: Begun = new Map()
  const running = new Map<string, Promise<void>>()
  let ended = 0
  let nothingAt = ''
  for (;;) {
    const now = Date.now()
    // Before anything is looked at: what is asked for from here on is another request.
    const token = log.requestToken()
    const waiting = jobs.filter(({ name }) => !running.has(name))
    // Looking costs something: it is repeated when somebody has asked or a job has ended.
    const look = `${token} ${ended}`
    const mayBegin = now < deadline && look !== nothingAt
    const job = mayBegin ? nextJob(waiting, begun, { token, read: log.read }, now) : undefined
    if (!job) nothingAt = look
    if (job) {
      begun.delete(job.name)
      begun.set(job.name, token)
      const over = trackRun(job, { ...options, log })
        .then(async (run) => {
          if (run) runs.push(run)
          else await otherHasEnded(options, job)
          if (!run || goesOn(run)) begun.delete(job.name)
        })
        .finally(() => {
          ended++
          running.delete(job.name)
        })
      running.set(job.name, over)
      await soonest([over], patienceMs)
    } else if (running.size > 0) await soonest([...running.values()], LOOK_MS)
    else return token
  }
}

/** Another process runs it: what was asked for after that one looked is done when it has ended. */
async function otherHasEnded({ state, deadline }: WorkerOptions, { name }: Job): Promise<void> {
  const isHeld = () => attempt(() => !readLock(join(state, 'locks'), `job-${name}`).takeable)
  while (Date.now() < deadline && isHeld()) await wait(LOOK_MS)
}

/** The request that each job was last begun for, in the order in which they began. */
type Begun = Map<string, string>

/** What is due and was not begun since somebody last asked. */
export function nextJob(
  jobs: readonly Job[],
  begun: Readonly<Begun>,
  asked: { token: string; read: JobLog['read'] },
  now: number,
): Job | undefined {
  const order = [...begun.keys()]
  const waiting = jobs
    .filter(({ name }) => begun.get(name) !== asked.token)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  if (waiting.length === 0) return undefined
  const state = { runs: asked.read() }
  return waiting.find((job) => !heldBack(state.runs, job, now) && job.isDue(state, now))
}

async function soonest(promises: readonly Promise<void>[], ms: number): Promise<void> {
  const timer = new AbortController()
  // Rejects only where it is aborted below.
  const late = wait(ms, undefined, { signal: timer.signal }).catch(() => {})
  await Promise.race([...promises, late])
  timer.abort()
}

/**
 * A worker that was killed could not end its jobs: one that should have ended long ago keeps its lock until it does.
 * Not one that only may be alive: its number is perhaps another program's by now.
 */
export function overduePids(runs: readonly JobRun[], now: number): number[] {
  return runs
    .filter(({ status, deadline }) => status === 'running' && now > (deadline ?? Infinity) + 4 * GRACE_MS)
    .map(({ process: identity }) => identity)
    .filter((identity) => identity.pid !== process.pid && livenessOf(identity) === 'alive')
    .map(({ pid }) => pid)
}
