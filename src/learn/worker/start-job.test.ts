// Jobs in processes of their own, for real: those that report, crash, hang and never end.
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { livenessOf, ownIdentity } from '../../base/processes/process-identity.ts'
import type { Job } from '../job.ts'
import { killGroup } from './kill-group.ts'
import { GRACE_MS, type JobResult } from './run-job.ts'
import { inOwnProcess, inThisProcess } from './start-job.ts'

const DAY_MS = 86_400_000
const job: Job = { name: 'test', limitMs: 1_000, isDue: () => true, run: async () => ({ status: 'done' }) }

/** Runs a script in place of the job's program. */
function start(script: string, { forMs = 20_000, graceMs = 300, cwd = temporaryDirectory() } = {}) {
  const seen: unknown[] = []
  const began = Date.now()
  const deadline = began + forMs
  const started = inOwnProcess({
    args: (name, at) => ['-e', script, name, String(at)],
    cwd,
    env: { ...process.env, MARK: 'set' },
    graceMs,
  })(job, {
    deadline,
    report: {
      did: (what, count) => void seen.push([what, count]),
      progress: (done, total) => void seen.push([done, total]),
      spent: (spent) => void seen.push(spent),
    },
  })
  const ended = started.result.then((result: JobResult) => ({ result, ms: Date.now() - began }))
  return { ...started, ended, seen, deadline, cwd }
}

const send = (signal: unknown) => `process.send(${JSON.stringify(signal)});`
const DONE = send({ type: 'result', result: { status: 'done' } })

test('what it reports arrives, and its result when it has ended', async () => {
  const {
    ended,
    seen,
    process: identity,
  } = start(
    `${send({ type: 'did', what: 'things', count: 2 })}${send({ type: 'progress', done: 1, total: 4 })}${send({ type: 'spent', spent: { calls: 1 } })}${DONE}process.disconnect()`,
  )
  expect(identity.pid).not.toBe(process.pid)
  expect((await ended).result).toEqual({ status: 'done' })
  expect(seen).toEqual([['things', 2], [1, 4], { calls: 1 }])
  expect(livenessOf(identity)).toBe('dead')
})

test('its program gets the name, the deadline, the directory and the environment', async () => {
  const { ended, deadline, cwd } = start(
    `require('fs').writeFileSync('seen', JSON.stringify([...process.argv.slice(1), process.env.MARK]));${DONE}process.disconnect()`,
  )
  await ended
  expect(JSON.parse(readFileSync(join(cwd, 'seen'), 'utf8'))).toEqual(['test', String(deadline), 'set'])
})

test('a loop without end is ended soon after the deadline, and with it what it started', {
  timeout: 20_000,
}, async () => {
  const {
    ended,
    process: identity,
    cwd,
  } = start(
    `const { spawn } = require('child_process');
     const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
     require('fs').writeFileSync('pid', String(child.pid));
     process.on('SIGTERM', () => {});
     for (const end = Date.now() + 30000; Date.now() < end; );`,
    { forMs: 1_500, graceMs: 200 },
  )
  const { result, ms } = await ended
  expect(result).toMatchObject({ status: 'failed', error: { key: 'jobs.job-timed-out' } })
  expect(ms).toBeGreaterThanOrEqual(1_700)
  expect(ms).toBeLessThan(8_000)
  expect(livenessOf(identity)).toBe('dead')
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  await expect.poll(() => livenessOf({ ...ownIdentity(), pid, start: '-' })).toBe('dead')
})

test('one that has given its result and stays is ended', async () => {
  const { ended } = start(`${DONE}setInterval(() => {}, 1000)`, { graceMs: 100 })
  const { result, ms } = await ended
  expect([result.status, ms < 15_000]).toEqual(['done', true])
})

test('one that crashes says how, without the secret that it printed', async () => {
  const key = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
  const { result } = await start(`process.stderr.write('no room for ${key}', () => process.exit(7))`).ended
  expect(result).toMatchObject({
    status: 'failed',
    error: {
      en: 'its process ended unexpectedly (exit code 7): no room for [redacted: github-pat]',
      zh: '其进程意外结束（exit code 7）: no room for [redacted: github-pat]',
    },
  })
})

test('one that is killed, and one that ends without a word, have failed', async () => {
  const killed = await start(`process.kill(process.pid, 'SIGKILL')`).ended
  expect(killed.result).toMatchObject({ error: { en: 'its process ended unexpectedly (SIGKILL)' } })
  const silent = await start('').ended
  expect(silent.result).toMatchObject({
    status: 'failed',
    error: { values: { how: 'exit code 0', output: '' } },
  })
})

test('of what it prints only the end is kept', async () => {
  const { result } = await start(`process.stderr.write('x'.repeat(5000) + 'the end', () => process.exit(1))`)
    .ended
  const output = result.status === 'failed' ? String(result.error?.values.output) : ''
  expect([output.length, output.endsWith('xthe end')]).toEqual([502, true])
})

test('one that cannot be started has failed', async () => {
  const missing = join(temporaryDirectory(), 'missing')
  const { result } = await start('', { cwd: missing }).ended
  expect(result).toMatchObject({ status: 'failed', error: { key: 'jobs.job-not-started' } })
  expect(existsSync(missing)).toBe(false)
})

test('in this process it runs with the same deadline and reports', async () => {
  const seen: unknown[] = []
  const deadline = Date.now() + 5_000
  const run: Job['run'] = async (context) => {
    context.log.did('things')
    seen.push(context.deadline)
    return { status: 'done' }
  }
  const started = inThisProcess({
    state: temporaryDirectory(),
    openSpend: () => {
      throw new Error('nobody spends here')
    },
  })(
    { ...job, run },
    { deadline, report: { did: (what) => void seen.push(what), progress: () => {}, spent: () => {} } },
  )
  expect(started.process).toEqual(ownIdentity())
  expect([await started.result, seen]).toEqual([{ status: 'done' }, ['things', deadline]])
})

test('what a job started ends with it', async () => {
  const { ended, cwd } = start(
    `const { spawn } = require('child_process');
     const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
     child.unref();
     require('fs').writeFileSync('pid', String(child.pid));
     ${DONE}process.disconnect()`,
  )
  expect((await ended).result.status).toBe('done')
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  await expect.poll(() => livenessOf({ ...ownIdentity(), pid, start: '-' })).toBe('dead')
})

test('what cannot even be tried to start has failed too', async () => {
  const { result } = await start('', { cwd: 'a\0b' }).ended
  expect(result).toMatchObject({
    status: 'failed',
    error: { values: { problem: expect.stringContaining('null') } },
  })
})

test.each([
  ['a result', `${DONE}process.disconnect()`, {}],
  ['no result', '', {}],
  ['no start', '', { cwd: join(tmpdir(), 'memdir-missing') }],
])('a job that ended with %s is over at once, and no timer is left', async (_, script, more) => {
  // No time passes here: what ended because of a timer would not end.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await start(script, more).ended
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('without another word a process has four seconds after its deadline, and one that is due next year its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const kill = vi.spyOn(process, 'kill')
  const killed = () => kill.mock.calls.filter(([, signal]) => signal === 'SIGKILL').length
  const begin = (forMs: number) =>
    inOwnProcess({
      args: () => ['-e', 'setInterval(() => {}, 1000)'],
      cwd: temporaryDirectory(),
      env: process.env,
    })(job, {
      deadline: Date.now() + forMs,
      report: { did: () => {}, progress: () => {}, spent: () => {} },
    })
  const [soon, late] = [begin(1_000), begin(400 * DAY_MS)]
  try {
    vi.advanceTimersByTime(1_000 + 2 * GRACE_MS - 1)
    expect(killed()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(killed()).toBe(1)
    expect(await soon.result).toMatchObject({ error: { key: 'jobs.job-timed-out' } })
    expect(livenessOf(late.process)).toBe('alive')
    vi.advanceTimersByTime(400 * DAY_MS)
    expect(await late.result).toMatchObject({ error: { key: 'jobs.job-timed-out' } })
  } finally {
    for (const { process: identity } of [soon, late]) killGroup(identity.pid)
    kill.mockRestore()
    vi.useRealTimers()
  }
})

test('what is printed by the time its pipes are closed still arrives', async () => {
  const late = `setTimeout(() => process.stderr.write('why'), 200)`
  const { ended } = start(
    `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: ['ignore', 'ignore', 2], detached: true }).unref();
     process.exit(3)`,
    { graceMs: 5_000 },
  )
  expect((await ended).result).toMatchObject({ error: { values: { how: 'exit code 3', output: ': why' } } })
})

test.runIf(process.platform === 'linux')(
  'a process that left the group and holds the pipes does not hold the result',
  async () => {
    const { ended, cwd } = start(
      `const { spawn } = require('child_process');
       const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: ['ignore', 'ignore', 2], detached: true });
       child.unref();
       require('fs').writeFileSync('pid', String(child.pid));
       process.exit(4)`,
    )
    const { result, ms } = await ended
    process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), 'SIGKILL')
    expect(result).toMatchObject({ status: 'failed', error: { values: { how: 'exit code 4' } } })
    expect(ms).toBeLessThan(10_000)
  },
)
