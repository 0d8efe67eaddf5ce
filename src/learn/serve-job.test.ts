import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import type { Spend, Spent } from '../models/spend.ts'
import type { Job } from './job.ts'
import { serveJob } from './serve-job.ts'

const options = () => ({
  state: temporaryDirectory(),
  deadline: Date.now() + 10_000,
  graceMs: 20,
  openSpend: () => {
    throw new Error('nobody spends here')
  },
})

function channel(fails = false) {
  const sent: unknown[] = []
  const made = Object.assign(new EventEmitter(), {
    sent,
    send(signal: unknown, done: (error: Error | null) => void) {
      sent.push(signal)
      setImmediate(done, fails ? new Error('closed') : null)
      return true
    },
  })
  return made
}

const job: Job = {
  name: 'test',
  limitMs: 1_000,
  isDue: () => true,
  async run({ log }) {
    log.did('one')
    log.did('more', 4)
    log.progress(2, 3)
    return { status: 'done' }
  },
}

test('what the job reports goes to the worker, the result last', async () => {
  const to = channel()
  expect(await serveJob(job, options(), to)).toEqual({ status: 'done' })
  expect(to.sent).toEqual([
    { type: 'did', what: 'one', count: 1 },
    { type: 'did', what: 'more', count: 4 },
    { type: 'progress', done: 2, total: 3 },
    { type: 'result', result: { status: 'done' } },
  ])
})

test('what it spends is sent with each call', async () => {
  const to = channel()
  const spent = { calls: 1, tokens: 2, cost: 3 }
  const spends: Job = {
    ...job,
    async run({ spend }) {
      spend.spent()
      return { status: 'done' }
    },
  }
  const openSpend = (onSpent: (spent: Spent) => void) => ({ spent: () => onSpent(spent) }) as unknown as Spend
  await serveJob(spends, { ...options(), openSpend }, to)
  expect(to.sent[0]).toEqual({ type: 'spent', spent })
})

test('a worker that is gone takes the job with it', async () => {
  const to = channel()
  const hanging = { ...job, run: () => new Promise<never>(() => {}) }
  setTimeout(() => to.emit('disconnect'), 10)
  expect(await serveJob(hanging, options(), to)).toEqual({ status: 'stopped' })
})

test('one whose worker was gone before it began stops', async () => {
  const hanging = { ...job, run: () => new Promise<never>(() => {}) }
  const gone = Object.assign(channel(), { connected: false })
  expect(await serveJob(hanging, options(), gone)).toEqual({ status: 'stopped' })
  const there = Object.assign(channel(), { connected: true })
  expect(await serveJob(job, options(), there)).toEqual({ status: 'done' })
})

test('without a worker, or with one that does not listen any more, it runs all the same', async () => {
  expect(await serveJob(job, options(), new EventEmitter())).toEqual({ status: 'done' })
  expect(await serveJob(job, options(), channel(true))).toEqual({ status: 'done' })
})
