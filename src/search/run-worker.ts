// The detached worker of a project: one at a time, with a deadline, ending by itself. It looks again before it ends
// when somebody asked for work meanwhile.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomId } from '../lib/ids.ts'
import { tryLock } from '../lib/lock.ts'
import { type Job, openJobLog } from './job-log.ts'
import type { CatalogWork, MemorySearch } from './memory-search.ts'

export interface WorkerOptions extends CatalogWork {
  /** `state/` of the memory directory. */
  state: string
  reason: string
  search: MemorySearch
  deadline: number
  /** Work of the features above search, counted by name. Runs first: turns that ended wait for nothing. */
  features?(): Promise<Record<string, number>>
}

export type WorkerOutcome = { status: 'busy' } | { status: 'ended'; job: Job }

const MAX_ROUNDS = 20

export async function runWorker(options: WorkerOptions): Promise<WorkerOutcome> {
  const { state, reason, search, deadline } = options
  const locks = join(state, 'locks')
  mkdirSync(locks, { recursive: true, mode: 0o700 })
  const lock = tryLock(locks, 'worker')
  if (!lock) return { status: 'busy' }
  const log = openJobLog(join(state, 'jobs'))
  const job: Job = {
    id: randomId(),
    reason,
    pid: process.pid,
    started: new Date().toISOString(),
    status: 'running',
    did: {},
  }
  try {
    log.write(job)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const began = Date.now()
      count(job, (await options.features?.()) ?? {})
      log.write(job)
      const { complete, ...did } = await search.work({ ...options, deadline })
      count(job, did)
      job.status = complete ? 'done' : 'stopped'
      if (!complete || log.requestedAt() < began) break
    }
  } catch (error) {
    job.status = 'failed'
    job.error = error instanceof Error ? error.message : String(error)
  } finally {
    job.ended = new Date().toISOString()
    log.write(job)
    lock.release()
  }
  return { status: 'ended', job }
}

function count(job: Job, did: Record<string, number>): void {
  for (const [what, times] of Object.entries(did)) job.did[what] = (job.did[what] ?? 0) + times
}
