import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { readLock } from '../base/files/lock.ts'
import {
  identityOf,
  livenessOf,
  ownIdentity,
  type ProcessIdentity,
} from '../base/processes/process-identity.ts'
import type { JobRun } from './job.ts'
import { stopWorker } from './stop-worker.ts'
import { openJobLog } from './worker/job-log.ts'

function stateHeldBy({ pid, start, world }: ProcessIdentity): string {
  const state = temporaryDirectory()
  mkdirSync(join(state, 'locks'))
  symlinkSync(`${pid}:${start}:token:${world}`, join(state, 'locks', 'worker.1'))
  return state
}

/** A process that leads a group, as workers and their jobs do. */
function startProcess(script: string): ProcessIdentity {
  const child: ChildProcess = spawn('sh', ['-c', script], { stdio: 'ignore', detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  return identityOf(child.pid ?? 0)
}

function noteRun(state: string, identity: ProcessIdentity, more: Partial<JobRun>): void {
  const run = { job: 'embed', reason: 'test', started: '2026-04-06T09:00:00Z', status: 'running' as const }
  openJobLog(join(state, 'jobs')).write({
    ...{ ...run, id: `000000000-${identity.pid}`, did: {}, pid: identity.pid, process: identity },
    ...more,
  })
}

test('ends the worker and its jobs, and holds the lock; what a person runs by hand goes on', async () => {
  const worker = startProcess('exec sleep 30')
  const state = stateHeldBy(worker)
  const job = startProcess('exec sleep 30')
  noteRun(state, job, { deadline: Date.now() + 60_000 })
  const byHand = startProcess('exec sleep 30')
  noteRun(state, byHand, {})
  expect(await stopWorker(state)).toMatchObject({ lock: { generation: 2 } })
  await expect.poll(() => [worker, job, byHand].map(livenessOf)).toEqual(['dead', 'dead', 'alive'])
  expect(readLock(join(state, 'locks'), 'worker').holder).toMatchObject({ pid: process.pid })
})

test('kills one that does not end when it is asked to', async () => {
  const worker = startProcess('trap "" TERM; while :; do sleep 0.05; done')
  const state = stateHeldBy(worker)
  await new Promise((wake) => setTimeout(wake, 100))
  expect(await stopWorker(state)).toHaveProperty('lock')
})

test('gives up on what it cannot end: a process of another machine, or this one', async () => {
  const elsewhere = stateHeldBy({ ...ownIdentity(), world: 'other/1/2' })
  expect(await stopWorker(elsewhere, { timeoutMs: 50 })).toEqual({ pid: undefined })
  expect(await stopWorker(stateHeldBy(ownIdentity()), { timeoutMs: 50 })).toEqual({ pid: undefined })
})
