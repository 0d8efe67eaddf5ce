// Ends the background work of a memory directory, and keeps it from beginning again while the caller holds the lock.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDirectories } from '../base/files/directory.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { type Lock, readLock, tryLock } from '../base/files/lock.ts'
import { livenessOf } from '../base/processes/process-identity.ts'
import { attempt } from '../base/values/attempt.ts'
import { openJobLog } from './worker/job-log.ts'
import { killGroup } from './worker/kill-group.ts'

/** A worker that was asked to end is killed after this long. */
const ASKED_MS = 1_000
const LOOK_MS = 20

/** The worker's lock; or the process that still holds it when the time is up. All that jobs write survives their end. */
export async function stopWorker(
  state: string,
  { timeoutMs = 5_000 } = {},
): Promise<{ lock: Lock } | { pid: number | undefined }> {
  const locks = join(state, 'locks')
  makeDirectories(nodeFileOps, locks)
  const begun = Date.now()
  for (;;) {
    const lock = tryLock(locks, 'worker')
    if (lock) {
      killJobs(state)
      return { lock }
    }
    const passed = Date.now() - begun
    const pid = holderOf(locks)
    if (passed >= timeoutMs) return { pid }
    if (pid !== undefined) attempt(() => process.kill(pid, passed < ASKED_MS ? 'SIGTERM' : 'SIGKILL'))
    await wait(LOOK_MS)
  }
}

/** Only one that is certainly the process that took the lock. */
function holderOf(locks: string): number | undefined {
  const { holder } = readLock(locks, 'worker')
  const isAlive = typeof holder === 'object' && livenessOf(holder) === 'alive'
  return isAlive && holder.pid !== process.pid ? holder.pid : undefined
}

/** Those that the worker left: each leads a process group of its own. What a person runs by hand has no deadline. */
function killJobs(state: string): void {
  for (const { status, deadline, pid, process: identity } of openJobLog(join(state, 'jobs')).read())
    if (status === 'running' && deadline !== undefined && livenessOf(identity) === 'alive') killGroup(pid)
}
