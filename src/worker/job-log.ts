// What background work ran, how long, and with what result: one line each, the newest hundred kept.
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { livenessOf, type ProcessIdentity } from '../lib/process-identity.ts'

export interface Job {
  id: string
  /** What asked for it: `add`, `reindex`, a hook's name. */
  reason: string
  pid: number
  process?: ProcessIdentity
  /** ISO times. */
  started: string
  ended?: string
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** What was done, in numbers. */
  did: Record<string, number>
  /** While it embeds: so many memories of so many are done, and how many a second. */
  progress?: { done: number; total: number; perSecond: number }
  /** Of a failure. */
  error?: string
}

const KEPT = 100
const PAUSE_MS = 600_000

export interface JobLog {
  /** Oldest first. */
  read(): Job[]
  /** Adds the job, or replaces it by its id. The caller holds the worker's lock. */
  write(job: Job): void
  /** Leaves word that there is work; a running worker looks again before it ends. */
  request(): void
  /** When work was last asked for, in milliseconds; 0 for never. */
  requestedAt(): number
}

/** `directory`: `state/jobs`. */
export function openJobLog(directory: string): JobLog {
  const path = join(directory, 'jobs.json')
  const wanted = join(directory, 'requested')
  const read = (): Job[] => {
    const data = attempt(() => JSON.parse(readFileSync(path, 'utf8')) as { v: number; jobs: Job[] })
    const jobs = data?.v === 1 && Array.isArray(data.jobs) ? data.jobs : []
    return jobs.map(asItIs)
  }
  return {
    read,
    write(job) {
      const others = read().filter(({ id }) => id !== job.id)
      writeFileAtomic(path, JSON.stringify({ v: 1, jobs: [...others, job].slice(-KEPT) }))
    },
    request() {
      const now = new Date()
      try {
        utimesSync(wanted, now, now)
      } catch {
        attempt(() => {
          mkdirSync(directory, { recursive: true, mode: 0o700 })
          writeFileSync(wanted, '', { mode: 0o600 })
        })
      }
    },
    requestedAt: () => attempt(() => statSync(wanted).mtimeMs) ?? 0,
  }
}

/** Whether the last one failed a short while ago: starting another for every prompt would only fail again. */
export function failedLately(jobs: readonly Job[], now: number): boolean {
  const last = jobs.at(-1)
  const since = now - Date.parse(last?.ended ?? '')
  return last?.status === 'failed' && since >= 0 && since < PAUSE_MS
}

/** One whose process is gone is not running any more: it was ended, or the machine was. */
function asItIs({ progress, ...job }: Job): Job {
  const isOver = job.status === 'running' && job.process && livenessOf(job.process) === 'dead'
  if (isOver) return { ...job, status: 'stopped' }
  return progress ? { ...job, progress } : job
}
