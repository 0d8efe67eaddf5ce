// Background work: what a job is, what it is given, and what it says when it is over.
import type { Message } from '../base/messages/message.ts'
import type { ProcessIdentity } from '../base/processes/process-identity.ts'
import type { Spend, Spent } from '../models/spend.ts'

export interface JobRun {
  /** `timedId` of its beginning. */
  id: string
  /** The job's name. */
  job: string
  /** What asked for it: `write`, `reindex`, a hook's name. */
  reason: string
  /** The job's `basis` then. */
  basis?: string
  pid: number
  process: ProcessIdentity
  /** ISO times. */
  started: string
  ended?: string
  /** Milliseconds since 1970; absent where it may take as long as it does. */
  deadline?: number
  /** `stopped`: time ran out, or its process was ended from outside. `later`: not before `until`. */
  status: 'running' | 'done' | 'stopped' | 'failed' | 'later'
  /** Milliseconds since 1970. */
  until?: number
  /** What was done, in numbers. */
  did: Record<string, number>
  /** How far a running one is, and how many a second. */
  progress?: { done: number; total: number; perSecond: number }
  /** Why it failed or stopped, without secrets. */
  error?: Message
  /** What its model calls took. */
  spent?: Spent
}

/** Made by the feature that does it; `jobs.ts` lists them. The contract: `memdir/testing`, `jobContract`. */
export interface Job {
  /** Lower-case letters and dashes: it names a lock, too. */
  readonly name: string
  /**
   * Milliseconds that a run in the background may take. Then it is aborted, and soon after that its process is ended.
   * Where it stops in time and has done something, it is begun again.
   */
  readonly limitMs: number
  /**
   * A digest of what it works with, such as where vectors live: failures with another one hold it back no longer. Nothing
   * secret goes into it. Absent: it is always the same.
   */
  readonly basis?: string
  /** Is there anything to do? Quick, without effects; asked only while somebody wants work to be done. */
  isDue(state: JobState, now: number): boolean
  /** Throws when it fails. May be ended and repeated at any point. */
  run(context: JobContext): Promise<Outcome>
}

export interface JobState {
  /** The runs of all jobs that are still known, oldest first. */
  readonly runs: readonly JobRun[]
}

export interface JobContext {
  /** Aborted at the deadline, and when the worker has to end. */
  readonly signal: AbortSignal
  /** Milliseconds since 1970; Infinity where a person waits for it. */
  readonly deadline: number
  readonly log: Omit<JobReport, 'spent'>
  /** For model calls: each is counted, and none is made over a cap. Opened when it is first used. */
  readonly spend: Spend
}

export interface JobReport {
  /** Counted as it happens, so that a run that is cut off shows what it did. */
  did(what: string, count?: number): void
  progress(done: number, total: number): void
  /** What its model calls took so far. The job's `spend` says so, not the job. */
  spent(spent: Spent): void
}

export type Outcome =
  | {
      /** `stopped`: time ran out or it was aborted, the rest is left for another run. */
      readonly status: 'done' | 'stopped'
      /** Why it stopped, or what the person should know. */
      readonly reason?: Message
    }
  /** It makes no sense before a time (milliseconds since 1970): a provider is down. Held back for hours at most. */
  | { readonly status: 'later'; readonly until: number; readonly reason: Message }

export function lastRun({ runs }: JobState, job: string): JobRun | undefined {
  return runs.findLast((run) => run.job === job)
}
