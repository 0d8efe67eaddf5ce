import { expect, test } from 'vitest'
import { runProcess } from './run-process.ts'

const LIMITS = { timeoutMs: 20_000, maxOutputBytes: 1_000 }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const start = () =>
  runProcess({
    ...{ file: '/bin/sh', args: ['-c', 'trap "" TERM; sleep 15'], cwd: '/', env: { PATH: '/usr/bin:/bin' } },
    ...LIMITS,
  })

/** What is called at the end of this process, and was not before. */
const exitListeners = (before: readonly unknown[]) =>
  process.listeners('exit').filter((listener) => !before.includes(listener))

test('a process that runs ends with this one, even if it listens to nobody', async () => {
  const before = process.listeners('exit')
  const counts = SIGNALS.map((signal) => process.listenerCount(signal))
  const outcome = start()
  expect(SIGNALS.map((signal) => process.listenerCount(signal))).toEqual(counts.map((count) => count + 1))
  const started = performance.now()
  for (const listener of exitListeners(before)) listener.call(process, 0)
  expect(await outcome).toMatchObject({ end: 'exited', exitCode: null })
  expect(performance.now() - started).toBeLessThan(10_000)
  // Nothing is left to listen for.
  await expect.poll(() => exitListeners(before)).toEqual([])
  expect(SIGNALS.map((signal) => process.listenerCount(signal))).toEqual(counts)
})

test('git is left to finish', async () => {
  const before = process.listeners('exit')
  const ending = new AbortController()
  const outcome = runProcess({
    ...{ file: '/bin/sleep', args: ['15'], cwd: '/', env: {}, ...LIMITS },
    ...{ outlivesUs: true, signal: ending.signal },
  })
  expect(exitListeners(before)).toEqual([])
  ending.abort()
  expect((await outcome).end).toBe('aborted')
})
