// What every background job must do, as checks that any test runner can run: give each a job that has something to do.
import assert from 'node:assert/strict'
import type { Job, JobContext } from '../../../src/learn/job.ts'
import type { Spend } from '../../../src/models/spend.ts'

export interface JobCheck {
  title: string
  check(job: Job): Promise<void>
}

const NO_RUNS = { runs: [] }
/** Milliseconds that a job may take to notice that it is aborted. */
const NOTICE_MS = 5_000

function contextFor(signal: AbortSignal, deadline: number): JobContext & { did: Record<string, number> } {
  const did: Record<string, number> = {}
  return {
    signal,
    deadline,
    did,
    log: {
      did(what, count = 1) {
        did[what] = (did[what] ?? 0) + count
      },
      progress(done, total) {
        assert.ok(done <= total, 'more is done than there is')
      },
    },
    get spend(): Spend {
      throw new Error('this context has no models')
    },
  }
}

export const jobContract: readonly JobCheck[] = [
  {
    title: 'has a name for its lock, and a limit',
    async check(job) {
      assert.match(job.name, /^[a-z][a-z-]*$/)
      assert.ok(job.limitMs > 0 && job.limitMs <= 3_600_000)
    },
  },
  {
    title: 'says quickly whether it is due, however often it is asked',
    async check(job) {
      const began = Date.now()
      const answers = Array.from({ length: 10 }, () => job.isDue(NO_RUNS, Date.now()))
      assert.equal(typeof answers[0], 'boolean')
      assert.equal(new Set(answers).size, 1, 'asking changes something')
      assert.ok(Date.now() - began < 2_000)
    },
  },
  {
    title: 'does its work, counts in whole numbers, and can be repeated',
    async check(job) {
      for (let times = 0; times < 2; times++) {
        const context = contextFor(new AbortController().signal, Date.now() + job.limitMs)
        const outcome = await job.run(context)
        assert.equal(outcome.status, 'done')
        for (const count of Object.values(context.did)) assert.ok(Number.isInteger(count) && count >= 0)
      }
    },
  },
  {
    title: 'ends soon when it is aborted, and continues from there the next time',
    async check(job) {
      const aborted = contextFor(AbortSignal.abort(), Date.now() - 1)
      const late = new Promise<never>((_, fail) => {
        setTimeout(fail, NOTICE_MS, new Error('it did not end')).unref()
      })
      const ended = job.run(aborted).then(
        () => {},
        () => {},
      )
      await Promise.race([ended, late])
      const next = contextFor(new AbortController().signal, Date.now() + job.limitMs)
      assert.equal((await job.run(next)).status, 'done')
    },
  },
]
