// Nothing that a test starts outlives the run: runs of their own that leave something behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { ended } from '../cli/run-memdir.ts'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'
import { endOutlived, outlived } from './outlived.ts'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const CONFIG = fileURLToPath(new URL('leaving/vitest.config.ts', import.meta.url))

function startRun(leaves: string) {
  const directory = temporaryDirectory()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TMPDIR: directory, MEMDIR_LEAVES: leaves }
  const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], { env })
  return { child, directory }
}

const hangs = (run: ChildProcess) =>
  new Promise<void>((done) => run.stderr?.on('data', (text) => String(text).includes('hangs') && done()))

describe.skipIf(process.platform !== 'linux').concurrent('a run of tests', () => {
  it('that leaves a process fails, names it and ends it', async () => {
    const { child, directory } = startRun('a process')
    const { code, out, err } = await ended(child)
    expect([code, out]).toEqual([1, expect.stringContaining('1 passed')])
    expect(err).toMatch(/outlived the tests, and were ended: 1\n {2}\d+ sleep 1000\n/)
    expect(outlived(directory)).toEqual([])
  })

  it('that is interrupted ends a worker that does not answer, and the command host of it', async () => {
    const { child, directory } = startRun('a test that hangs')
    const over = ended(child)
    await hangs(child)
    child.kill('SIGINT')
    const { code, err } = await over
    expect(code).not.toBe(0)
    expect(err).toMatch(/were ended: 2\n {2}\d+ .*vitest.*\n {2}\d+ .*command-host\.mjs/)
    expect(outlived(directory)).toEqual([])
  })

  it('that is killed takes its workers and what they started with it', async () => {
    const { child, directory } = startRun('a test that hangs')
    await hangs(child)
    expect(outlived(directory)).toHaveLength(3)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(outlived(directory)).toEqual([]), { timeout: 20_000 })
  })
})

describe.skipIf(process.platform !== 'linux')('what outlived a run', () => {
  it.each<[string, { env?: Record<string, string>; directory?: true; args?: true }]>([
    ['environment', { env: { SOME: 'of root/below' } }],
    ['directory', { directory: true }],
    ['command line', { args: true }],
  ])('is known by its %s', async (_, { env = {}, directory, args }) => {
    const root = temporaryDirectory()
    const child = spawn('sh', ['-c', 'exec 1>&-; read line', args ? root : 'none'], {
      cwd: directory ? root : '/',
      env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text.replace('root', root)])),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    await new Promise((done) => child.stdout?.once('close', done))
    const found = { pid: child.pid, command: expect.stringContaining('read line') }
    expect(outlived(root)).toEqual([found])
    const exited = new Promise((done) => child.once('exit', (_code, signal) => done(signal)))
    expect(endOutlived(root, 0)).toEqual([found])
    expect(await exited).toBe('SIGKILL')
    expect(outlived(root)).toEqual([])
  })
})
