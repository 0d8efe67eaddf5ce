// What ran in the background, how long, and with what result: a small file for each run, which only its own worker
// writes, so that nobody waits for anybody. The newest hundred are kept.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import { livenessOf, type ProcessIdentity } from '../lib/process-identity.ts'
import type { Message } from '../messages/message.ts'
import type { Spent } from '../spend/spend.ts'

export interface JobRun {
  id: string
  /** The job's name. */
  job: string
  /** What asked for it: `write`, `reindex`, a hook's name. */
  reason: string
  pid: number
  process: ProcessIdentity
  /** ISO times. */
  started: string
  ended?: string
  /** Milliseconds since 1970. */
  deadline: number
  /** `stopped`: time ran out, or its process was ended from outside. */
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** What was done, in numbers. */
  did: Record<string, number>
  /** How far a running one is, and how many a second. */
  progress?: { done: number; total: number; perSecond: number }
  /** Why it failed or stopped, without secrets. */
  error?: Message
  /** What its model calls took. */
  spent?: Spent
}

export const KEPT_RUNS = 100
const PAUSE_MS = 600_000
const RUN_FILE = /^[0-9a-z]{9}-[0-9a-z]+\.json$/

export interface JobLog {
  /** Oldest first. */
  read(): JobRun[]
  /** The last run of a job, without reading the others. */
  last(job: string): JobRun | undefined
  /** Throws where the disk is full. Whoever runs the job is the only one to write it. */
  write(run: JobRun): void
  remove(run: JobRun): void
  /** Says that there is work; a running worker looks again before it ends. */
  request(): void
  /** Another text after each request; empty for never. No time: clocks are set back. */
  requestToken(): string
}

/** Sorts by time among all runs of a project. */
export function newRunId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomId()}`
}

/** `directory`: `state/jobs`. */
export function openJobLog(directory: string): JobLog {
  const requested = join(directory, 'requested')
  const names = () =>
    (attempt(() => readdirSync(directory)) ?? []).filter((name) => RUN_FILE.test(name)).sort()
  const readRun = (name: string): JobRun[] => {
    const data = attempt(
      () => JSON.parse(readFileSync(join(directory, name), 'utf8')) as JobRun & { v: number },
    )
    if (data?.v !== 2) return []
    const { v: _, ...run } = data
    return [asItIs(run)]
  }
  return {
    read: () => names().flatMap(readRun),
    last(job) {
      for (const name of names().reverse()) {
        const [run] = readRun(name)
        if (run?.job === job) return run
      }
      return undefined
    },
    write(run) {
      writeFileAtomic(join(directory, `${run.id}.json`), JSON.stringify({ v: 2, ...run }), { durable: false })
      for (const name of names().slice(0, -KEPT_RUNS))
        attempt(() => rmSync(join(directory, name), { force: true }))
    },
    remove: ({ id }) => rmSync(join(directory, `${id}.json`), { force: true }),
    request: () => void attempt(() => writeFileAtomic(requested, randomId(12), { durable: false })),
    requestToken: () => attempt(() => readFileSync(requested, 'utf8')) ?? '',
  }
}

/** Whether it failed a short while ago: starting it again for every prompt would only fail again. */
export function failedLately(last: JobRun | undefined, now: number): boolean {
  const since = now - Date.parse(last?.ended ?? '')
  return last?.status === 'failed' && since >= 0 && since < PAUSE_MS
}

/** One whose process is gone is not running any more: it was ended, or the machine was. */
function asItIs({ progress, ...run }: JobRun): JobRun {
  const isOver = run.status === 'running' && livenessOf(run.process) === 'dead'
  if (isOver) return { ...run, status: 'stopped' }
  return progress ? { ...run, progress } : run
}
