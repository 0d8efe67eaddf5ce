// Starts one run of a job: in a process of its own, which can be ended whatever it does, or in this one.
import { type ChildProcess, spawn } from 'node:child_process'
import { jobsTexts } from '../../base/messages/jobs.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { closePipes } from '../../base/processes/process-groups.ts'
import { identityOf, ownIdentity, type ProcessIdentity } from '../../base/processes/process-identity.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import type { Spent } from '../../models/spend.ts'
import type { Job, JobReport } from '../job.ts'
import { killGroup } from './kill-group.ts'
import { GRACE_MS, type JobResult, type RunJobOptions, runJob } from './run-job.ts'
import { timerAt } from './timer-at.ts'

export interface StartOptions {
  deadline: number
  report: JobReport
}

interface StartedJob {
  process: ProcessIdentity
  /** Never rejects. */
  result: Promise<JobResult>
}

export type StartJob = (job: Job, options: StartOptions) => StartedJob

/** What a job's process sends to the worker that started it. */
export type JobSignal =
  | { type: 'did'; what: string; count: number }
  | { type: 'progress'; done: number; total: number }
  | { type: 'spent'; spent: Spent }
  | { type: 'result'; result: JobResult }

interface JobProcess {
  /** The arguments of Node: a program that calls `serveJob`. */
  args(job: string, deadline: number): readonly string[]
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds after the deadline, or after its result, in which the process has to end by itself. */
  graceMs?: number
}

/** Whatever the job does, an endless loop included, its process group is ended after the deadline. */
export function inOwnProcess({ args, cwd, env, graceMs = 2 * GRACE_MS }: JobProcess): StartJob {
  return (job, { deadline, report }) => {
    try {
      const child = spawn(process.execPath, [...args(job.name, deadline)], {
        cwd,
        env,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
      const result = watch(child, deadline + graceMs, graceMs, report)
      return { process: child.pid === undefined ? ownIdentity() : identityOf(child.pid), result }
    } catch (error) {
      return { process: ownIdentity(), result: Promise.resolve(notStarted(String(error))) }
    }
  }
}

/** Where no program can be started (sources that a test runner runs). An endless loop would hold this process. */
export function inThisProcess(options: Omit<RunJobOptions, 'deadline' | 'report'>): StartJob {
  return (job, { deadline, report }) => ({
    process: ownIdentity(),
    result: runJob(job, { ...options, deadline, report }),
  })
}

function watch(child: ChildProcess, killAt: number, graceMs: number, report: JobReport): Promise<JobResult> {
  return new Promise((resolve) => {
    let result: JobResult | undefined
    let errors = ''
    let isLate = false
    let clear = timerAt(killAt, () => {
      isLate = true
      killGroup(child.pid)
    })
    const afterGrace = (act: () => void) => {
      clear()
      clear = timerAt(Date.now() + graceMs, act)
    }
    child.stderr?.on('data', (bytes: Buffer) => {
      errors = `${errors}${bytes.toString('utf8')}`.slice(-ERROR_CHARACTERS)
    })
    child.on('message', (signal: JobSignal) => {
      if (signal.type === 'did') report.did(signal.what, signal.count)
      else if (signal.type === 'progress') report.progress(signal.done, signal.total)
      else if (signal.type === 'spent') report.spent(signal.spent)
      else {
        result = signal.result
        afterGrace(() => killGroup(child.pid))
      }
    })
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      clear()
      resolve(notStarted(error.message))
    })
    const finish = (how: string) => {
      clear()
      closePipes(child)
      if (result) resolve(result)
      else if (isLate) resolve(failed(message(jobsTexts.jobTimedOut)))
      else void crashed(how, errors).then(resolve)
    }
    child.on('exit', (code, signal) => {
      // What the job itself started goes with it; one that has left the group may hold the pipes open.
      killGroup(child.pid)
      const how = signal ?? `exit code ${code}`
      afterGrace(() => finish(how))
      // What it sent and printed last may arrive after its end.
      child.on('close', () => finish(how))
    })
  })
}

const ERROR_CHARACTERS = 500

async function crashed(how: string, errors: string): Promise<JobResult> {
  const output = await redactFor(errors.trim(), 'person').catch(() => '')
  return failed(message(jobsTexts.jobProcessEnded, { how, output: output === '' ? '' : `: ${output}` }))
}

function notStarted(problem: string): JobResult {
  return failed(message(jobsTexts.jobNotStarted, { problem }))
}

function failed(error: Message): JobResult {
  return { status: 'failed', error }
}
