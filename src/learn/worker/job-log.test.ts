import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { ownIdentity } from '../../base/processes/process-identity.ts'
import { type JobRun, lastRun } from '../job.ts'
import { KEPT_RUNS, openJobLog } from './job-log.ts'

const runOf = (id: string, more: Partial<JobRun> = {}): JobRun => ({
  id: `000000000-${id}`,
  job: 'embedding',
  reason: 'write',
  pid: process.pid,
  process: ownIdentity(),
  started: '2026-04-09T10:00:00Z',
  deadline: Date.now() + 1_000,
  status: 'running',
  did: {},
  ...more,
})

test.runIf(process.platform === 'linux')('what was ended from outside is not shown as running', () => {
  const log = openJobLog(temporaryDirectory())
  const gone = { ...ownIdentity(), pid: 2 ** 30 }
  const progress = { done: 5, total: 9, perSecond: 1 }
  log.write(runOf('1', { process: gone, progress }))
  log.write(runOf('2', { progress }))
  log.write(runOf('3', { process: gone, status: 'done' }))
  log.write(runOf('4'))
  expect(log.read().map(({ status, progress: now }) => [status, now?.done])).toEqual([
    ['stopped', undefined],
    ['running', 5],
    ['done', undefined],
    ['running', undefined],
  ])
})

test('a run is written under its id and replaced by its next state; the oldest go', () => {
  const directory = join(temporaryDirectory(), 'jobs')
  const log = openJobLog(directory)
  expect([log.read(), log.runsOf('embedding'), log.requestToken()]).toEqual([[], [], ''])
  expect(KEPT_RUNS).toBe(20)
  log.write(runOf('000', { job: 'weekly' }))
  const ids = Array.from({ length: 22 }, (_, at) => String(at).padStart(3, '0'))
  for (const id of ids) log.write(runOf(id))
  log.write(runOf('021', { status: 'done' }))
  expect(log.runsOf('weekly')).toHaveLength(1)
  expect(log.runsOf('embedding').map(({ id }) => id)).toEqual(ids.slice(2).map((id) => `000000000-${id}`))
  expect(log.read().at(-1)?.status).toBe('done')
  expect(statSync(join(directory, readdirSync(directory)[0] ?? '')).mode & 0o777).toBe(0o600)
  log.remove(runOf('021'))
  log.remove(runOf('021'))
  expect(log.read().at(-1)?.id).toBe('000000000-020')
})

test('runs are in order of time among all jobs; those of one job are read alone; what is no run is left alone', () => {
  const directory = temporaryDirectory()
  const log = openJobLog(directory)
  log.write(runOf('1', { job: 'merging' }))
  log.write(runOf('2'))
  log.write(runOf('3', { job: 'merging', reason: 'newer' }))
  writeFileSync(join(directory, 'merging.000000000-4.json'), '{"v":1,"job":"merging"}')
  writeFileSync(join(directory, 'merging.000000000-5.json'), '{"v":3,')
  writeFileSync(join(directory, 'starting'), '{"v":3,"job":"merging"}')
  expect(log.runsOf('merging').map(({ reason }) => reason)).toEqual(['write', 'newer'])
  expect(log.runsOf('merg')).toEqual([])
  expect(log.read().map(({ job }) => job)).toEqual(['merging', 'embedding', 'merging'])
  expect(log.read()).toHaveLength(3)
  expect(log.read()[0]).not.toHaveProperty('v')
})

test('of many runs the last one of a job is found', () => {
  const runs = [runOf('1'), runOf('2', { job: 'merging' }), runOf('3'), runOf('4', { job: 'merging' })]
  expect([lastRun({ runs }, 'embedding'), lastRun({ runs }, 'other')]).toEqual([runs[2], undefined])
})

test('who asks for work is noticed, also the second time', () => {
  const directory = join(temporaryDirectory(), 'jobs')
  const log = openJobLog(directory)
  const tokens = Array.from({ length: 50 }, () => {
    log.request()
    expect(log.requestToken()).toBe(log.requestToken())
    return log.requestToken()
  })
  expect(new Set(tokens).size).toBe(50)
  expect([statSync(directory).mode & 0o777, statSync(join(directory, 'requested')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
})

test('nobody waits for the disk: what is written of background work can be lost with the power', () => {
  const synced = vi.spyOn(nodeFileOps, 'fsync')
  try {
    const log = openJobLog(temporaryDirectory())
    log.write(runOf('1'))
    log.request()
    expect([log.read().length, log.requestToken().length > 0, synced.mock.calls.length]).toEqual([1, true, 0])
  } finally {
    synced.mockRestore()
  }
})
