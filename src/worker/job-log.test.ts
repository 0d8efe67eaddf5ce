import { expect, test } from 'vitest'
import { ownIdentity } from '../lib/process-identity.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { type Job, openJobLog } from './job-log.ts'

const job = (id: string, pid: number): Job => ({
  id,
  reason: 'write',
  pid,
  process: { ...ownIdentity(), pid },
  started: '2026-04-09T10:00:00Z',
  status: 'running',
  did: {},
  progress: { done: 5, total: 9, perSecond: 1 },
})

test.runIf(process.platform === 'linux')('what was ended from outside is not shown as running', () => {
  const log = openJobLog(temporaryDirectory())
  log.write(job('gone', 2 ** 30))
  log.write(job('here', process.pid))
  expect(log.read().map(({ id, status, progress }) => [id, status, progress?.done])).toEqual([
    ['gone', 'stopped', undefined],
    ['here', 'running', 5],
  ])
})
