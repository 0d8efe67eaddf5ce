import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readLock, tryLock } from '../../base/files/lock.ts'
import { verbatim } from '../../base/messages/message.ts'
import { identityOf, livenessOf } from '../../base/processes/process-identity.ts'
import type { Job, JobContext, JobRun, Outcome } from '../job.ts'
import { openJobLog } from './job-log.ts'
import { nextJob, overduePids, runWorker } from './run-worker.ts'
import { inOwnProcess, inThisProcess } from './start-job.ts'

const DONE: Outcome = { status: 'done' }
const never = () => new Promise<never>(() => {})

function worker(jobs: Job[], more: object = {}) {
  const state = temporaryDirectory()
  const openSpend = () => {
    throw new Error('nobody spends here')
  }
  const log = openJobLog(join(state, 'jobs'))
  const options = {
    state,
    reason: 'test',
    jobs,
    start: inThisProcess({ state, openSpend, graceMs: 20 }),
    deadline: Date.now() + 20_000,
    patienceMs: 50,
    ...more,
  }
  return { state, log, options, run: () => runWorker(options) }
}

const job = (name: string, run: (context: JobContext) => Promise<Outcome>, more: Partial<Job> = {}): Job => ({
  name,
  limitMs: 10_000,
  isDue: () => true,
  run,
  ...more,
})

const names = (runs: readonly JobRun[]) => runs.map(({ job: name, status }) => `${name} ${status}`)

test('each due job runs once, is logged with its own result, and the lock is free again', async () => {
  const order: string[] = []
  const note = (name: string) => async () => {
    order.push(name)
    return DONE
  }
  const { run, log, state } = worker([
    job('a', note('a')),
    job('not-due', note('not-due'), { isDue: () => false }),
    job('b', async () => {
      throw new Error('no disk')
    }),
    job('c', async ({ log: report }) => {
      report.did('things', 2)
      report.did('things')
      return note('c')()
    }),
  ])
  const outcome = await run()
  expect(order).toEqual(['a', 'c'])
  const runs = outcome.status === 'ended' ? outcome.runs : []
  expect(names(runs)).toEqual(['a done', 'b failed', 'c done'])
  expect(log.read()).toEqual(runs)
  expect(runs[1]).toMatchObject({ reason: 'test', pid: process.pid, error: { en: 'no disk' } })
  expect(runs[2]?.did).toEqual({ things: 3 })
  expect(readLock(join(state, 'locks'), 'worker').takeable).toBe(true)
})

test('one that hangs holds no other, and is ended at its own limit', async () => {
  const { run } = worker([job('hangs', never, { limitMs: 700 }), job('quick', async () => DONE)])
  const outcome = await run()
  const runs = outcome.status === 'ended' ? outcome.runs : []
  expect(names(runs)).toEqual(['quick done', 'hangs failed'])
  const ended = (at: number) => Date.parse(runs[at]?.ended ?? '')
  expect(ended(0)).toBeLessThan(ended(1) - 300)
})

test('the next one waits for a quick one', async () => {
  let isOver = false
  const { run } = worker(
    [
      job('first', async () => {
        await wait(60)
        isOver = true
        return DONE
      }),
      job('second', async () => (isOver ? DONE : Promise.reject(new Error('too early')))),
    ],
    { patienceMs: 5_000 },
  )
  const outcome = await run()
  expect(outcome.status === 'ended' && names(outcome.runs)).toEqual(['first done', 'second done'])
})

test('two at a time are one too many', async () => {
  const { run, state } = worker([job('a', async () => wait(50, DONE))])
  const [first, second] = await Promise.all([run(), run()])
  expect([first.status, second.status]).toEqual(['ended', 'busy'])
  tryLock(join(state, 'locks'), 'worker')
  expect(await run()).toEqual({ status: 'busy' })
})

test('a job that another process runs is left to it, and not logged', async () => {
  const { run, log, state } = worker([job('a', async () => DONE), job('b', async () => DONE)], {
    deadline: Date.now() + 600,
  })
  mkdirSync(join(state, 'locks'), { recursive: true })
  tryLock(join(state, 'locks'), 'job-a')
  const outcome = await run()
  expect(outcome.status === 'ended' && names(outcome.runs)).toEqual(['b done'])
  expect(names(log.read())).toEqual(['b done'])
})

test('when that process has ended, what was asked for in the meantime is done', async () => {
  const { run, state } = worker([job('a', async () => DONE), job('b', async () => DONE)])
  mkdirSync(join(state, 'locks'), { recursive: true })
  const lock = tryLock(join(state, 'locks'), 'job-a')
  setTimeout(() => lock?.release(), 400)
  const outcome = await run()
  expect(outcome.status === 'ended' && names(outcome.runs)).toEqual(['b done', 'a done'])
})

test('whether something is due is asked again when a job has ended, not all the while', async () => {
  let looks = 0
  const idle = {
    isDue() {
      looks++
      return false
    },
  }
  const { run } = worker([job('idle', never, idle), job('long', async () => wait(1_100, DONE))])
  await run()
  expect(looks).toBe(3)
})

test('what stops in time is begun again while it gets further', async () => {
  let left = 3
  const { run } = worker([
    job('a', async ({ log: report }) => {
      report.did('things', left > 0 ? 1 : 0)
      left--
      return { status: 'stopped' }
    }),
  ])
  const outcome = await run()
  expect(outcome.status === 'ended' && outcome.runs.map(({ did }) => did.things)).toEqual([1, 1, 1, 0])
})

test('what fails or asks for a pause is not begun with the next request', async () => {
  let times = 0
  const { run, log } = worker([
    job('fails', async () => {
      times++
      throw new Error('x')
    }),
    job('pauses', async () => {
      times++
      return { status: 'later', until: Date.now() + 60_000, reason: verbatim('down') }
    }),
  ])
  const first = await run()
  expect(first.status === 'ended' && names(first.runs)).toEqual(['fails failed', 'pauses later'])
  expect(log.runsOf('pauses')[0]).toMatchObject({ until: expect.any(Number), error: { en: 'down' } })
  log.request()
  expect(await run()).toEqual({ status: 'ended', runs: [] })
  expect(times).toBe(2)
})

test('whoever asks while it works is not forgotten', async () => {
  let times = 0
  const { run, log } = worker([
    job('a', async () => {
      times++
      if (times === 1) log.request()
      return wait(5, DONE)
    }),
  ])
  await run()
  expect(times).toBe(2)
})

test('a clock that is set back starts nothing again, and no request of the same millisecond is lost', async () => {
  let times = 0
  const { run, log } = worker([
    job('a', async () => {
      times++
      if (times === 1) log.request()
      if (times === 2) vi.setSystemTime(Date.now() - 3_600_000)
      return DONE
    }),
  ])
  log.request()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await run()
  } finally {
    vi.useRealTimers()
  }
  expect(times).toBe(2)
})

test('a request while another job runs long is met in parallel', async () => {
  const begun: string[] = []
  const { run, log } = worker([
    job('quick', async () => {
      begun.push('quick')
      return DONE
    }),
    job('long', async () => {
      begun.push('long')
      if (begun.length > 2) return DONE
      await wait(100)
      log.request()
      await wait(900)
      begun.push('end')
      return DONE
    }),
  ])
  await run()
  expect(begun).toEqual(['quick', 'long', 'quick', 'end', 'long'])
})

test('after its deadline nothing begins, and what runs ends by itself', async () => {
  const late = worker([job('a', async () => DONE)], { deadline: Date.now() - 1 })
  expect(await late.run()).toEqual({ status: 'ended', runs: [] })
  const stopping = async ({ log: report }: JobContext): Promise<Outcome> => {
    await wait(300)
    report.did('things')
    return { status: 'stopped' }
  }
  const short = worker([job('a', stopping)], { deadline: Date.now() + 100 })
  const outcome = await short.run()
  expect(outcome.status === 'ended' && names(outcome.runs)).toEqual(['a stopped'])
})

test('the one that began longest ago is next, and none again before somebody asks', () => {
  const jobs = ['a', 'b', 'c'].map((name) => job(name, never))
  const asked = { token: 'new', read: () => [] }
  const next = (begun: Record<string, string>) =>
    nextJob(jobs, new Map(Object.entries(begun)), asked, 1_000)?.name
  expect(next({})).toBe('a')
  expect(next({ a: 'old' })).toBe('b')
  expect(next({ c: 'old', b: 'old', a: 'old' })).toBe('c')
  expect(next({ b: 'new', c: 'new', a: 'old' })).toBe('a')
  expect(next({ a: 'new', b: 'new', c: 'new' })).toBeUndefined()
})

test('where no job is asked for, no log is read', () => {
  const read = () => {
    throw new Error('it was read')
  }
  const jobs = [job('a', never)]
  expect(nextJob(jobs, new Map([['a', 'now']]), { token: 'now', read }, 1_000)).toBeUndefined()
  expect(nextJob([], new Map(), { token: 'now', read }, 1_000)).toBeUndefined()
})

test('one that is asked for again and again leaves the others their turn', async () => {
  const begun: string[] = []
  const { run, log } = worker([
    job('a', async () => {
      begun.push('a')
      if (begun.length < 5) log.request()
      return DONE
    }),
    job('b', async () => {
      begun.push('b')
      return DONE
    }),
  ])
  await run()
  expect(begun).toEqual(['a', 'b', 'a', 'b', 'a'])
})

test('a job is overdue eight seconds after its deadline, where its process is alive and another', () => {
  const deadline = 1_000_000
  const parent = identityOf(process.ppid)
  const run = (more: Partial<JobRun> = {}) =>
    ({ status: 'running', deadline, process: parent, ...more }) as JobRun
  const pids = (runs: JobRun[], now = deadline + 8_001) => overduePids(runs, now)
  expect(pids([run(), run({ process: identityOf(process.pid) })])).toEqual([parent.pid])
  expect(pids([run()], deadline + 8_000)).toEqual([])
  const { deadline: _, ...unlimited } = run()
  expect(pids([run({ status: 'stopped' }), unlimited as JobRun])).toEqual([])
  // The same number on another machine.
  const other = { ...parent, world: 'host/boot/space' }
  expect(livenessOf(other)).toBe('unknown')
  expect(pids([run({ process: other })])).toEqual([])
})

test('a job is asked with the time and all runs that are known', () => {
  const seen: unknown[] = []
  const runs = [{ job: 'x' } as JobRun]
  const asked = job('a', never, { isDue: (state, now) => void seen.push(state.runs, now) as never })
  nextJob([asked], new Map(), { read: () => runs, token: '' }, 77)
  expect(seen).toEqual([runs, 77])
})

test('a loop without end is ended and the others have run', { timeout: 20_000 }, async () => {
  const script =
    "if (process.argv[1] === 'loops') for (const end = Date.now() + 30000; Date.now() < end; ); process.send({ type: 'result', result: { status: 'done' } }); process.disconnect()"
  const { run } = worker([job('loops', never, { limitMs: 1_000 }), job('quick', never)], {
    start: inOwnProcess({
      args: (name) => ['-e', script, name],
      cwd: temporaryDirectory(),
      env: process.env,
      graceMs: 300,
    }),
  })
  const outcome = await run()
  const runs = outcome.status === 'ended' ? outcome.runs : []
  expect(names(runs)).toEqual(['quick done', 'loops failed'])
  expect(runs[1]?.error?.key).toBe('jobs.job-timed-out')
  expect(runs.map(({ pid }) => pid === process.pid)).toEqual([false, false])
})

test.runIf(process.platform === 'linux')(
  'what a killed worker left running after its time is ended by the next',
  async () => {
    const { run, log } = worker([])
    const start = () =>
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore', detached: true })
    const [overdue, inTime] = [start(), start()]
    const left = (pid: number, deadline: number): JobRun => ({
      id: `000000000-${pid}`,
      job: 'a',
      reason: 'test',
      pid,
      process: identityOf(pid),
      started: '2026-04-09T10:00:00Z',
      deadline,
      status: 'running',
      did: {},
    })
    log.write(left(overdue.pid ?? 0, Date.now() - 9_000))
    log.write(left(inTime.pid ?? 0, Date.now() - 1_000))
    await run()
    await expect.poll(() => livenessOf(identityOf(overdue.pid ?? 0))).toBe('dead')
    expect(livenessOf(identityOf(inTime.pid ?? 0))).toBe('alive')
    inTime.kill('SIGKILL')
  },
)

test('a start that was claimed counts as made', async () => {
  const { run, state } = worker([])
  mkdirSync(join(state, 'jobs'))
  writeFileSync(join(state, 'jobs', 'starting'), '{}')
  await run()
  expect(() => writeFileSync(join(state, 'jobs', 'starting'), '', { flag: 'wx' })).not.toThrow()
})

test('who asks between the last look and the end is not forgotten, unless time is over', async () => {
  const trial = async (forMs: number) => {
    let looks = 0
    const made = worker(
      [
        job('a', async () => DONE, {
          isDue() {
            looks++
            if (looks > 1) return true
            const until = Date.now() + forMs + 3
            while (Date.now() < until);
            made.log.request()
            return false
          },
        }),
      ],
      { deadline: Date.now() + (forMs === 0 ? 20_000 : forMs) },
    )
    const outcome = await made.run()
    return outcome.status === 'ended' ? [...new Set(names(outcome.runs))] : []
  }
  expect(await trial(0)).toEqual(['a done'])
  expect(await trial(100)).toEqual([])
})
