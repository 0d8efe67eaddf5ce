// One run of a job in this process: its lock, its deadline, its error as a value.
import { join } from 'node:path'
import { makeDirectories } from '../../base/files/directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { tryLock } from '../../base/files/lock.ts'
import { ioTexts } from '../../base/messages/io.ts'
import { jobsTexts } from '../../base/messages/jobs.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { ioError, isMachineFault, MemdirError } from '../../base/values/errors.ts'
import type { Spend } from '../../models/spend.ts'
import type { Job, JobReport } from '../job.ts'
import { timerAt } from './timer-at.ts'

export type JobResult =
  /** Another process runs this job. */
  | { status: 'busy' }
  | { status: 'done' | 'stopped' | 'failed'; error?: Message }
  | { status: 'later'; until: number; error: Message }

export interface RunJobOptions {
  /** `state/` of the memory directory. */
  state: string
  deadline: number
  report: JobReport
  openSpend(onSpent: JobReport['spent']): Spend
  /** Ends the run before its deadline. */
  signal?: AbortSignal
  /** Milliseconds that an aborted run has to end by itself. */
  graceMs?: number
}

export const GRACE_MS = 2_000

/** Never rejects. One that does not end is left behind with its lock: only the end of its process ends it. */
export async function runJob(job: Job, options: RunJobOptions): Promise<JobResult> {
  let lock: ReturnType<typeof tryLock>
  try {
    const locks = join(options.state, 'locks')
    makeDirectories(nodeFileOps, locks)
    lock = tryLock(locks, `job-${job.name}`)
  } catch (error) {
    return { status: 'failed', error: await reasonOf(error) }
  }
  return lock ? runLocked(job, lock, options) : { status: 'busy' }
}

async function runLocked(job: Job, lock: { release(): void }, options: RunJobOptions): Promise<JobResult> {
  const { deadline, report, graceMs = GRACE_MS } = options
  const ending = endingAt(deadline, options.signal, graceMs)
  let spend: Spend | undefined
  const context = {
    signal: ending.signal,
    deadline,
    log: report,
    get spend() {
      spend ??= options.openSpend(report.spent)
      return spend
    },
  }
  const run = Promise.resolve().then(() => job.run(context))
  // Its error is the result below; after the end of its time that was the result.
  void run.catch(() => {}).finally(() => lock.release())
  try {
    const outcome = await Promise.race([run, ending.over])
    if (outcome === 'over') return endedBy(ending)
    const { status, reason } = outcome
    if (status === 'later') return { status, until: outcome.until, error: outcome.reason }
    return { status, ...(reason && { error: reason }) }
  } catch (error) {
    if (ending.signal.aborted && isAbort(error)) return endedBy(ending)
    return { status: 'failed', error: await reasonOf(error) }
  } finally {
    ending.clear()
  }
}

/** What people read of an error: what happened and what to do, without secrets. */
export function reasonOf(given: unknown): Promise<Message> {
  const error = isMachineFault(given) ? ioError(message(ioTexts.thisOperation), given) : given
  const text = error instanceof Error ? error.message : String(error)
  const known = MemdirError.is(error) ? withFix(error.messages) : undefined
  return redactValues(known ?? message(jobsTexts.jobFailed, { problem: text }), 'person')
}

function withFix({ message: problem, fix }: MemdirError['messages']): Message {
  if (!fix) return problem
  return message(/[.!?]$/.test(problem.en) ? jobsTexts.jobFailedFix : jobsTexts.jobFailedStopFix, {
    problem,
    fix,
  })
}

/** Ended before its time by whoever runs it, or too slow. */
function endedBy({ isLate }: { isLate(): boolean }): JobResult {
  return isLate() ? { status: 'failed', error: message(jobsTexts.jobTimedOut) } : { status: 'stopped' }
}

function isAbort(error: unknown): boolean {
  return (
    (error instanceof Error && error.name === 'AbortError') ||
    (MemdirError.is(error) && error.code === 'cancelled')
  )
}

/** Aborts at the deadline or with the other signal; `over` comes a while after that. */
function endingAt(deadline: number, outer: AbortSignal | undefined, graceMs: number) {
  const controller = new AbortController()
  let isLate = false
  let grace: NodeJS.Timeout | undefined
  let end: (over: 'over') => void = () => {}
  const over = new Promise<'over'>((resolve) => {
    end = resolve
  })
  const abort = () => {
    controller.abort()
    grace ??= setTimeout(end, graceMs, 'over')
  }
  const clearTimer = timerAt(deadline, () => {
    isLate = !controller.signal.aborted
    abort()
  })
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  const clear = () => {
    clearTimer()
    clearTimeout(grace)
    outer?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, over, clear, isLate: () => isLate }
}
