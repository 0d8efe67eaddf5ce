import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { ownIdentity } from '../../base/processes/process-identity.ts'
import type { Job, JobRun } from '../job.ts'
import { openJobLog } from './job-log.ts'
import type { JobResult } from './run-job.ts'
import type { StartOptions } from './start-job.ts'
import { rate, trackRun } from './track-run.ts'

const job: Job = { name: 'a', limitMs: 5_000, isDue: () => true, run: async () => ({ status: 'done' }) }

/** A log that also keeps every state that was written. */
function watched(fails = false) {
  const log = openJobLog(temporaryDirectory())
  const states: JobRun[] = []
  return {
    states,
    read: log.read,
    log: {
      ...log,
      write(run: JobRun) {
        if (fails) throw new Error('no disk')
        states.push(structuredClone(run))
        log.write(run)
      },
    },
  }
}

function track(
  act: (options: StartOptions) => Promise<JobResult>,
  { unlimited = false, fails = false } = {},
) {
  const made = watched(fails)
  const progress: number[][] = []
  const ended = trackRun(job, {
    log: made.log,
    reason: 'write',
    unlimited,
    onProgress: (...now) => void progress.push(now),
    start: (_, options) => ({ process: ownIdentity(), result: act(options) }),
  })
  return { ...made, ended, progress }
}

test('the line is there while it runs, and says how it ended', async () => {
  const { ended, states, read } = track(async ({ report }) => {
    await wait(5)
    report.did('things')
    report.did('things', 3)
    return {
      status: 'failed',
      error: { key: 'x', values: {}, en: 'x', zh: 'x' },
    }
  })
  expect(states).toMatchObject([{ job: 'a', reason: 'write', pid: process.pid, status: 'running', did: {} }])
  expect(states[0]).not.toHaveProperty('ended')
  const run = await ended
  expect(run).toMatchObject({
    status: 'failed',
    did: { things: 4 },
    error: { en: 'x' },
    ended: expect.stringMatching(/Z$/),
  })
  expect(read()).toEqual([run])
  expect(states).toHaveLength(2)
})

test('what its calls took is written with each, and stays where its process is killed', async () => {
  const first = { calls: 1, tokens: 2, cost: 3 }
  const { ended, states } = track(async ({ report }) => {
    await wait(5)
    report.spent(first)
    report.spent({ ...first, calls: 2 })
    return { status: 'failed' }
  })
  expect(await ended).toMatchObject({ status: 'failed', spent: { ...first, calls: 2 } })
  expect(states.map(({ status, spent }) => [status, spent?.calls])).toEqual([
    ['running', undefined],
    ['running', 1],
    ['running', 2],
    ['failed', 2],
  ])
})

/** The clock of the test, set forward by hand. */
async function withClock(act: (forward: (ms: number) => void) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await act((ms) => vi.setSystemTime(Date.now() + ms))
  } finally {
    vi.useRealTimers()
  }
}

test('progress is passed on at once and written at most once a second', () =>
  withClock(async (forward) => {
    const { ended, states, progress } = track(async ({ report }) => {
      await wait(1)
      report.progress(10, 100)
      forward(1_100)
      report.progress(32, 100)
      report.did('embedded', 32)
      forward(1_100)
      report.did('embedded', 1)
      return { status: 'done' }
    })
    const run = await ended
    expect(progress).toEqual([
      [10, 100],
      [32, 100],
    ])
    expect(states.map(({ status }) => status)).toEqual(['running', 'running', 'running', 'done'])
    expect(states.map(({ did }) => did.embedded)).toEqual([undefined, undefined, 33, 33])
    expect(states[1]?.progress).toEqual({ done: 32, total: 100, perSecond: 20 })
    expect(run).not.toHaveProperty('progress')
  }))

test('a change is written a second after the last one, and not before', () =>
  withClock(async (forward) => {
    const { ended, states } = track(async ({ report }) => {
      await wait(1)
      for (const ms of [999, 1, 999, 1]) {
        forward(ms)
        report.did('embedded')
      }
      return { status: 'done' }
    })
    await ended
    expect(states.map(({ did }) => did.embedded)).toEqual([undefined, 2, 4, 4])
  }))

test('the deadline is the job’s own; a person who waits sets none', async () => {
  const deadlines: number[] = []
  const act = async ({ deadline }: StartOptions): Promise<JobResult> => {
    deadlines.push(deadline)
    return { status: 'done' }
  }
  const began = Date.now()
  const run = await track(act).ended
  const waited = await track(act, { unlimited: true }).ended
  expect(deadlines[0]).toBeGreaterThanOrEqual(began + 5_000)
  expect(deadlines[0]).toBeLessThan(began + 6_000)
  expect([run?.deadline, deadlines[1]]).toEqual([deadlines[0], Number.POSITIVE_INFINITY])
  expect(waited).not.toHaveProperty('deadline')
})

test('one that another process runs leaves no line', async () => {
  const { ended, read } = track(async () => ({ status: 'busy' }))
  expect([await ended, read()]).toEqual([undefined, []])
})

test('a log that cannot be written stops no job', async () => {
  const { ended } = track(async () => ({ status: 'done' }), { fails: true })
  expect(await ended).toMatchObject({ status: 'done' })
})

test('the rate is per second, and not made up from a moment', () => {
  expect([rate(30, 2_000), rate(10, 0), rate(10, 100), rate(10, 99), rate(10, 200), rate(5, 2_004)]).toEqual([
    15, 100, 100, 100, 50, 2,
  ])
  expect([rate(999_000, 1_000), rate(999_999, 1_001)]).toEqual([999_000, 999_000])
})
