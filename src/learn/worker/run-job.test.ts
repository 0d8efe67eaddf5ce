import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readLock, tryLock } from '../../base/files/lock.ts'
import { message, verbatim } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Spend } from '../../models/spend.ts'
import type { Job, JobContext, Outcome } from '../job.ts'
import { GRACE_MS, reasonOf, runJob } from './run-job.ts'

const DONE: Outcome = { status: 'done' }

const never = () => new Promise<never>(() => {})
const job = (run: (context: JobContext) => Promise<Outcome>): Job => ({
  name: 'test',
  limitMs: 1_000,
  isDue: () => true,
  run,
})

function options(more: object = {}) {
  const state = temporaryDirectory()
  const did: unknown[] = []
  return {
    state,
    did,
    lock: () => readLock(join(state, 'locks'), 'job-test').takeable,
    deadline: Date.now() + 10_000,
    graceMs: 50,
    report: {
      did: (what: string, count?: number) => void did.push([what, count]),
      progress: (done: number, total: number) => void did.push([done, total]),
      spent: (spent: object) => void did.push(spent),
    },
    openSpend: (): Spend => {
      throw new Error('nobody spends here')
    },
    ...more,
  }
}

test('a job gets its deadline, a signal and where to report, under its own lock', async () => {
  const how = options()
  let seen: unknown
  const result = await runJob(
    job(async ({ signal, deadline, log }) => {
      seen = [signal.aborted, deadline, how.lock()]
      log.did('things', 3)
      log.progress(1, 2)
      return { status: 'done' }
    }),
    how,
  )
  expect([result, seen]).toEqual([{ status: 'done' }, [false, how.deadline, false]])
  expect(how.did).toEqual([
    ['things', 3],
    [1, 2],
  ])
  expect(how.lock()).toBe(true)
})

test('one at a time: another holder makes it busy, and it is not run', async () => {
  const how = options()
  const result = runJob(job(never), how)
  const second = await runJob(
    job(() => Promise.reject(new Error('it was run'))),
    how,
  )
  expect(second).toEqual({ status: 'busy' })
  void result
  const other = options()
  await runJob(
    job(async () => ({ status: 'done' })),
    other,
  )
  tryLock(join(other.state, 'locks'), 'job-test')
  expect(await runJob(job(never), other)).toEqual({ status: 'busy' })
})

test('what it throws is its reason, and the lock is free again', async () => {
  const how = options()
  const result = await runJob(
    job(async () => {
      throw new Error('no disk')
    }),
    how,
  )
  expect(result).toEqual({
    status: 'failed',
    error: { key: 'jobs.job-failed', values: { problem: 'no disk' }, en: 'no disk', zh: 'no disk' },
  })
  expect(how.lock()).toBe(true)
  const thrown = await runJob(
    {
      ...job(never),
      run: () => {
        throw new Error('at once')
      },
    },
    options(),
  )
  expect(thrown).toMatchObject({ status: 'failed', error: { en: 'at once' } })
})

test('a reason keeps its own languages, and loses the secret that it quotes', async () => {
  const known = message({ key: 'x', en: 'no {what}', zh: '没有 {what}' }, { what: 'disk' })
  expect(await reasonOf(new MemdirError('io', known))).toEqual(known)
  expect((await reasonOf(new MemdirError('io', verbatim('plain')))).zh).toBe('plain')
  expect((await reasonOf('text')).en).toBe('text')
  const key = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
  const error = await reasonOf(new Error(`401 from the provider for ${key}`))
  expect(error.en).toBe('401 from the provider for [redacted: github-pat]')
  expect(JSON.stringify(error)).not.toContain(key)
})

test('at the deadline it is aborted and may stop in order', async () => {
  const how = options({ deadline: Date.now() + 40 })
  const result = await runJob(
    job(async ({ signal }) => {
      await new Promise((done) => signal.addEventListener('abort', done))
      return { status: 'stopped', reason: message({ key: 'x', en: 'later', zh: '以后' }) }
    }),
    how,
  )
  expect(result).toMatchObject({ status: 'stopped', error: { en: 'later', zh: '以后' } })
})

test('one that ignores the abort has failed, and keeps its lock until it is over', async () => {
  const how = options({ deadline: Date.now() + 20 })
  let end: (outcome: Outcome) => void = () => {}
  const began = Date.now()
  const result = await runJob(
    job(() => new Promise((done) => (end = done))),
    how,
  )
  expect(result).toMatchObject({ status: 'failed', error: { key: 'jobs.job-timed-out' } })
  expect(Date.now() - began).toBeGreaterThanOrEqual(60)
  expect(how.lock()).toBe(false)
  end({ status: 'done' })
  await wait(5)
  expect(how.lock()).toBe(true)
})

test('one that is cancelled by the deadline has timed out; other errors stay what they are', async () => {
  const aborted = (error: () => unknown) =>
    runJob(
      job(async ({ signal }) => {
        await new Promise((done) => signal.addEventListener('abort', done))
        throw error()
      }),
      options({ deadline: Date.now() + 10 }),
    )
  const timedOut = { status: 'failed', error: { key: 'jobs.job-timed-out' } }
  expect(await aborted(() => new MemdirError('cancelled', verbatim('x')))).toMatchObject(timedOut)
  expect(await aborted(() => new DOMException('x', 'AbortError'))).toMatchObject(timedOut)
  expect(await aborted(() => new Error('disk'))).toMatchObject({ status: 'failed', error: { en: 'disk' } })
  expect(await aborted(() => new MemdirError('io', verbatim('disk')))).toMatchObject({
    error: { en: 'disk' },
  })
  const early = await runJob(
    job(() => Promise.reject(new MemdirError('cancelled', verbatim('by the person')))),
    options(),
  )
  expect(early).toMatchObject({ status: 'failed', error: { en: 'by the person' } })
})

test.each([
  ['before it begins', () => AbortSignal.abort()],
  ['while it runs', () => AbortSignal.timeout(20)],
])('whoever runs it can end it %s', async (_, signal) => {
  const ignoring = await runJob(job(never), options({ signal: signal() }))
  expect(ignoring).toEqual({ status: 'stopped' })
  const heeding = await runJob(
    job(async (context) => {
      if (!context.signal.aborted) await new Promise((done) => context.signal.addEventListener('abort', done))
      throw new MemdirError('cancelled', verbatim('x'))
    }),
    options({ signal: signal() }),
  )
  expect(heeding).toEqual({ status: 'stopped' })
})

test('what it spends is opened once, where it is used, and reported', async () => {
  const opened: unknown[] = []
  const how = options({
    openSpend(onSpent: (spent: object) => void) {
      opened.push(onSpent)
      return { spent: () => onSpent({ calls: opened.length }) } as unknown as Spend
    },
  })
  await runJob(
    job(async () => DONE),
    how,
  )
  expect(opened).toEqual([])
  await runJob(
    job(async ({ spend }) => {
      spend.spent()
      return DONE
    }),
    how,
  )
  expect([opened.length, how.did]).toEqual([1, [{ calls: 1 }]])
})

test('nothing of it is left when it is over', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await runJob(
    job(async () => DONE),
    options(),
  )
  await runJob(
    job(() => Promise.reject(new Error('x'))),
    options(),
  )
  const aborted = AbortSignal.abort()
  await runJob(
    job(async () => DONE),
    options({ signal: aborted, graceMs: 10_000 }),
  )
  expect(timers()).toBeLessThanOrEqual(before)
  expect(GRACE_MS).toBe(2_000)
})

test('whoever ends a job that is over by then leaves nothing behind either', async () => {
  const caller = new AbortController()
  await runJob(
    job(async () => DONE),
    options({ signal: caller.signal }),
  )
  vi.useFakeTimers()
  try {
    caller.abort()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('one that was ended from outside has stopped, also where its deadline passes before it is given up', async () => {
  const caller = new AbortController()
  const result = runJob(
    job(never),
    options({ signal: caller.signal, deadline: Date.now() + 30, graceMs: 90 }),
  )
  caller.abort()
  expect(await result).toEqual({ status: 'stopped' })
})

test('a deadline in a month does not end it now', async () => {
  const month = 30 * 86_400_000
  const result = await runJob(
    job(async ({ signal }) => {
      await wait(30)
      return signal.aborted ? { status: 'stopped' } : DONE
    }),
    options({ deadline: Date.now() + month }),
  )
  expect(result).toEqual(DONE)
})

test('a full disk and a read-only one are said as everywhere, in both languages', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(await reasonOf(full)).toMatchObject({
    en: 'This failed: no space left on the disk. Free some disk space (`df -h`, `df -i`) and try again.',
    zh: expect.stringContaining('磁盘空间不足'),
  })
  const lock = {
    code: 'EROFS',
    syscall: 'symlink',
    path: '1:2:token:vm',
    dest: '/home/ada/locks/job-dream.5',
  }
  const { en } = await reasonOf(Object.assign(new Error('EROFS: read-only file system'), lock))
  expect(en).toMatch(/^This failed: the file system of \/home\/ada\/locks is read-only\. /)
})

test('without a place for its lock it has failed, as a value', async () => {
  const file = join(temporaryDirectory(), 'file')
  writeFileSync(file, '')
  expect(await runJob(job(never), options({ state: file }))).toMatchObject({
    status: 'failed',
    error: { en: expect.stringMatching(/./) },
  })
})

test('without a deadline it has no end, and a pause that it asks for is its result', async () => {
  const reason = verbatim('down')
  const result = await runJob(
    job(async ({ signal }) => {
      await wait(30)
      return { status: 'later', until: signal.aborted ? 0 : 99, reason }
    }),
    options({ deadline: Number.POSITIVE_INFINITY }),
  )
  expect(result).toEqual({ status: 'later', until: 99, error: reason })
})
