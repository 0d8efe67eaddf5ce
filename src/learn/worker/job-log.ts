// What ran in the background, how long, and with what result: a small file for each run, which only its own worker
// writes, so that nobody waits for anybody. Of each job the newest are kept: what runs once a week is not pushed out by
// what runs with every write.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { livenessOf } from '../../base/processes/process-identity.ts'
import { attempt } from '../../base/values/attempt.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { JobRun } from '../job.ts'

/** So many are kept of each job. */
export const KEPT_RUNS = 20
const RUN_FILE = /^([a-z][a-z-]*)\.([0-9a-z]{9}-[0-9a-z]+)\.json$/

const RUN: StateKind<JobRun> = {
  read: (data) => {
    const isRun = [data.id, data.job, data.started, data.status].every((text) => typeof text === 'string')
    return isRun && isObject(data.process) && isObject(data.did) ? (data as unknown as JobRun) : undefined
  },
  version: 3,
  durable: false,
}

export interface JobLog {
  /** Oldest first. */
  read(): JobRun[]
  /** Those of one job, oldest first, without reading the others. */
  runsOf(job: string): JobRun[]
  /** Throws where the disk is full. Whoever runs the job is the only one to write it. */
  write(run: JobRun): void
  remove(run: JobRun): void
  /** Says that there is work; a running worker looks again before it ends. */
  request(): void
  /** Another text after each request; empty for never. No time: clocks are set back. */
  requestToken(): string
}

/** `directory`: `state/jobs`. */
export function openJobLog(directory: string): JobLog {
  const requested = join(directory, 'requested')
  const pathOf = ({ job, id }: { job: string; id: string }) => join(directory, `${job}.${id}.json`)
  const files = (of?: string) =>
    (attempt(() => readdirSync(directory)) ?? [])
      .flatMap((name) => {
        const [, job, id] = RUN_FILE.exec(name) ?? []
        return job === undefined || id === undefined || (of ?? job) !== job ? [] : [{ job, id }]
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  const readRun = (file: { job: string; id: string }): JobRun[] => {
    const run = readState(pathOf(file), RUN)
    return run ? [asItIs(run)] : []
  }
  return {
    read: () => files().flatMap(readRun),
    runsOf: (job) => files(job).flatMap(readRun),
    write(run) {
      writeState(pathOf(run), RUN, run)
      for (const old of files(run.job).slice(0, -KEPT_RUNS)) attempt(() => rmSync(pathOf(old)))
    },
    remove: (run) => rmSync(pathOf(run), { force: true }),
    request: () => void attempt(() => writeFileAtomic(requested, randomId(), { durable: false })),
    requestToken: () => attempt(() => readFileSync(requested, 'utf8')) ?? '',
  }
}

/** One whose process is gone is not running any more: it was ended, or the machine was. */
function asItIs({ progress, ...run }: JobRun): JobRun {
  const isOver = run.status === 'running' && livenessOf(run.process) === 'dead'
  if (isOver) return { ...run, status: 'stopped' }
  return progress ? { ...run, progress } : run
}
