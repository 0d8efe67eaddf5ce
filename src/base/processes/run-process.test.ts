import { describe, expect, it } from 'vitest'
import { type ProcessRequest, runProcess } from './run-process.ts'

const run = (command: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    timeoutMs: 10_000,
    maxOutputBytes: 100_000,
    ...more,
  })

describe('runProcess', () => {
  it('gives both streams and the exit code', async () => {
    expect(await run('echo out; echo err >&2; exit 3')).toEqual({
      end: 'exited',
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    })
  })

  it('passes input and no environment of ours', async () => {
    expect(await run('cat; env', { input: 'hello\n' })).toMatchObject({
      stdout: expect.stringMatching(/^hello\nP/),
    })
    expect(await run('true', { input: 'x'.repeat(1_000_000) })).toMatchObject({ end: 'exited', exitCode: 0 })
  })

  it('ends at the limits of time and output, and on abort', async () => {
    const started = Date.now()
    expect(await run('sleep 20 & sleep 20', { timeoutMs: 100 })).toMatchObject({ end: 'timed_out' })
    expect(await run('yes', { maxOutputBytes: 1_000 })).toMatchObject({ end: 'too_much_output' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    expect(await run('sleep 20', { signal: controller.signal })).toMatchObject({ end: 'aborted' })
    expect(await run('echo x', { signal: controller.signal })).toMatchObject({ end: 'aborted', stdout: '' })
    expect(Date.now() - started).toBeLessThan(6_000)
  })

  it('does not wait for what has left its group and holds the output', async () => {
    const started = Date.now()
    const { end, stdout } = await run('setsid sleep 5 & echo done')
    expect({ end, stdout }).toEqual({ end: 'exited', stdout: 'done\n' })
    expect(Date.now() - started).toBeLessThan(4_000)
  })

  it('ends also what ignores the request to end', async () => {
    const started = Date.now()
    expect(
      await run('trap "" TERM; for n in $(seq 600); do sleep 0.05; done', { timeoutMs: 100 }),
    ).toMatchObject({
      end: 'timed_out',
    })
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('reports when a program cannot be started', async () => {
    expect(await run('', { file: '/no/such/program' })).toMatchObject({
      end: 'not_started',
      problem: expect.stringMatching(/ENOENT/),
    })
    expect(await run('', { cwd: '/no/such/place' })).toMatchObject({ end: 'not_started' })
    expect(await run('', { env: { A: 'x\0y' } })).toMatchObject({ end: 'not_started' })
  })
})
