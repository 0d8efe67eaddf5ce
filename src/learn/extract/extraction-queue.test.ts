import { describe, expect, it } from 'vitest'
import { createExtractionQueue, type QueuedRun } from './extraction-queue.ts'

/** A run that ends when it is told to. */
function started() {
  const runs: { request: string; how: QueuedRun; end: () => void; fail: (error: Error) => void }[] = []
  const errors: unknown[] = []
  const queue = createExtractionQueue<string>(
    (request, how) =>
      new Promise<void>((end, fail) => {
        runs.push({ request, how, end, fail })
      }),
    (error) => errors.push(error),
  )
  return { runs, errors, queue, requests: () => runs.map(({ request, how }) => [request, how.trailing]) }
}
const settle = () => new Promise((done) => setImmediate(done))

describe('extraction within a process', () => {
  it('runs one at a time; of those that come meanwhile the newest takes one trailing run', async () => {
    const { queue, runs, requests } = started()
    queue.request('one')
    queue.request('two')
    queue.request('three')
    await settle()
    expect(requests()).toEqual([['one', false]])
    runs[0]?.end()
    await settle()
    expect(requests()).toEqual([
      ['one', false],
      ['three', true],
    ])
    runs[1]?.end()
    await settle()
    expect([queue.isRunning, runs.length]).toEqual([false, 2])
    queue.request('four')
    await settle()
    expect(requests().at(-1)).toEqual(['four', false])
  })

  it('goes on after a run that failed, and says so', async () => {
    const { queue, runs, errors, requests } = started()
    queue.request('one')
    queue.request('two')
    await settle()
    runs[0]?.fail(new Error('no'))
    await settle()
    expect([errors.length, requests().at(-1)]).toEqual([1, ['two', true]])
  })

  it('is waited for with its trailing run, and ended where it takes too long', async () => {
    const { queue, runs } = started()
    expect(await queue.drain(0)).toBe(true)
    queue.request('one')
    queue.request('two')
    const drained = queue.drain(10_000)
    await settle()
    runs[0]?.end()
    await settle()
    runs[1]?.end()
    expect(await drained).toBe(true)
    queue.request('three')
    await settle()
    queue.request('four')
    expect(await queue.drain(20)).toBe(false)
    expect(runs[2]?.how.signal.aborted).toBe(true)
    runs[2]?.end()
    await settle()
    queue.request('five')
    await settle()
    expect(runs).toHaveLength(3)
  })
})
