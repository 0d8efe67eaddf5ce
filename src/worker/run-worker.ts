// The detached worker of a project: one at a time, with a deadline, ending by itself. It looks again before it ends
// when somebody asked for work meanwhile.
import { join } from 'node:path'
import { makeDirectories } from '../lib/directory.ts'
import { nodeFileOps } from '../lib/file-ops.ts'
import { randomId } from '../lib/ids.ts'
import { tryLock } from '../lib/lock.ts'
import { ownIdentity } from '../lib/process-identity.ts'
import { redactMemory } from '../memory/redact-memory.ts'
import type { CatalogWork, MemorySearch } from '../search/memory-search.ts'
import { type Job, type JobLog, openJobLog } from './job-log.ts'
import { endStart } from './start-once.ts'

export interface WorkerOptions extends CatalogWork {
  /** `state/` of the memory directory. */
  state: string
  reason: string
  search: MemorySearch
  deadline: number
  /** Short work of the features above search, counted by name. First, last, and now and then beside the embedding. */
  features?(): Promise<Record<string, number>>
}

export type WorkerOutcome = { status: 'busy' } | { status: 'ended'; job: Job }

const MAX_ROUNDS = 20
/** Turns that end while thousands of memories are embedded do not wait for all of them. */
const FEATURES_MS = 2_000
/** How often the log is told how far it is. */
const PROGRESS_MS = 1_000

export async function runWorker(options: WorkerOptions): Promise<WorkerOutcome> {
  const { state, reason, search, deadline } = options
  const locks = join(state, 'locks')
  makeDirectories(nodeFileOps, locks)
  const lock = tryLock(locks, 'worker')
  if (!lock) return { status: 'busy' }
  endStart(join(state, 'jobs'))
  const log = openJobLog(join(state, 'jobs'))
  const job: Job = {
    id: randomId(),
    reason,
    pid: process.pid,
    process: ownIdentity(),
    started: new Date().toISOString(),
    status: 'running',
    did: {},
  }
  const features = inTurn(async () => count(job, (await options.features?.()) ?? {}))
  const onProgress = progressOf(job, log, options.onProgress)
  const beside = setInterval(features, FEATURES_MS)
  let looked = 0
  try {
    log.write(job)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const began = Date.now()
      await features()
      log.write(job)
      const anew = options.anew === true && round === 0
      const { complete, ...did } = await search.work({ ...options, anew, onProgress, deadline })
      count(job, did)
      job.status = complete ? 'done' : 'stopped'
      if (!complete || log.requestedAt() < began) break
    }
  } catch (error) {
    job.status = 'failed'
    job.error = await redactMemory(error instanceof Error ? error.message : String(error), 'person')
  } finally {
    clearInterval(beside)
    looked = Date.now()
    await features()
    delete job.progress
    job.ended = new Date().toISOString()
    log.write(job)
    lock.release()
  }
  // Asked for between the last look and the release: nobody else was started for it.
  if (options.features && log.requestedAt() >= looked && job.status === 'done') await runWorker(options)
  return { status: 'ended', job }
}

function progressOf(job: Job, log: JobLog, tell: CatalogWork['onProgress']): CatalogWork['onProgress'] {
  let written = 0
  let first: { done: number; time: number } | undefined
  return (done, total) => {
    tell?.(done, total)
    first ??= { done, time: Date.now() }
    const seconds = Math.max(0.1, (Date.now() - first.time) / 1000)
    job.progress = { done, total, perSecond: Math.round((done - first.done) / seconds) }
    if (Date.now() - written < PROGRESS_MS) return
    written = Date.now()
    log.write(job)
  }
}

/** One at a time; what goes wrong stays with it. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(work).catch(() => {})
    return last
  }
}

function count(job: Job, did: Record<string, number>): void {
  for (const [what, times] of Object.entries(did)) job.did[what] = (job.did[what] ?? 0) + times
}
