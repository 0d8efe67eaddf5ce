// The detached worker for real: started by a write, one at a time, ending by itself.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryLock } from '../src/base/files/lock.ts'
import { openEngine } from '../src/connect/engine.ts'
import type { JobRun } from '../src/learn/job.ts'
import { COMMAND } from './built.ts'
import { keepModels, takeModels } from './shared-models.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
  takeModels(join(place.home, 'models'))
})
afterEach(() => {
  keepModels(join(place.home, 'models'))
  place.remove()
})

const memdir = (...args: string[]) =>
  spawnSync(process.execPath, [COMMAND, ...args, '--project', place.project], {
    env: { ...place.env, MEMDIR_BACKGROUND: '1' },
    encoding: 'utf8',
  })

/** Processes that carry this test's home in their environment. */
function left(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(join('/proc', pid, 'environ'), 'utf8').includes(`MEMDIR_HOME=${place.home}`)
    } catch {
      return false
    }
  })
}

async function until(holds: () => boolean, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !holds(); ) {
    if (Date.now() > end) throw new Error('it did not happen in time')
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

test.skipIf(process.platform !== 'linux')(
  'a write starts one worker, which embeds, is logged, and leaves no process',
  { timeout: 120_000 },
  async () => {
    for (const text of [
      'Deploys go out on Tuesdays.',
      '回答要简短，先给结论。',
      'The cache is warmed at night.',
    ]) {
      const added = memdir('add', text)
      expect([added.status, added.stderr]).toEqual([0, ''])
    }
    const jobs = () => JSON.parse(memdir('jobs', '--json').stdout).data.jobs as JobRun[]
    await until(() => jobs().some(({ job, status }) => job === 'embedding' && status === 'done'), 90)
    await until(() => left().length === 0, 30)
    expect(jobs().filter(({ status }) => status !== 'done')).toEqual([])
    const found = JSON.parse(memdir('search', 'when do we release?', '--json').stdout).data
    expect(found).toMatchObject({ mode: 'hybrid', total: 3 })
    await remakesInTurn()
  },
)

/** `reindex --all` takes nothing away from under a worker: it waits, and then makes everything again. */
async function remakesInTurn(): Promise<void> {
  const { location } = openEngine({ directory: place.project, env: place.env })
  const vectors = () => readdirSync(join(location.state, 'cache')).filter((name) => name.endsWith('.bin'))
  const before = vectors()
  const lock = tryLock(join(location.state, 'locks'), 'job-embedding')
  const args = [COMMAND, 'reindex', '--all', '--project', place.project]
  const reindex = spawn(process.execPath, args, { env: place.env, stdio: 'ignore' })
  const ended = new Promise<number | null>((tell) => reindex.once('exit', tell))
  await new Promise((wake) => setTimeout(wake, 500))
  expect([before.length > 0, vectors()]).toEqual([true, before])
  lock?.release()
  expect([await ended, vectors()]).toEqual([0, before])
}

test('it can be switched off', () => {
  const engine = openEngine({ directory: place.project, env: { ...place.env, MEMDIR_BACKGROUND: '0' } })
  expect(engine.startWorker('test')).toBe('off')
  expect(existsSync(engine.location.state)).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'a worker, or the process of a job, that loops is ended though nobody looks',
  { timeout: 60_000 },
  async () => {
    const loop = join(place.root, 'loop.mjs')
    const looping =
      "import { isMainThread } from 'node:worker_threads'\nif (isMainThread) setTimeout(() => { for (;;); }, 1)\n"
    writeFileSync(loop, looping)
    const MINUTE_MS = 60_000
    for (const [room, ...job] of [[20 * MINUTE_MS], [MINUTE_MS, '--job', 'clean-up']] as [
      number,
      ...string[],
    ][]) {
      const deadline = String(Date.now() - room + 1_500)
      const args = [COMMAND, 'jobs', 'run', ...job, '--deadline', deadline, '--project', place.project]
      const env = { ...place.env, NODE_OPTIONS: `--import=${loop}` }
      const worker = spawn(process.execPath, args, { env, stdio: 'ignore', timeout: 15_000 })
      const signal = await new Promise((tell) => worker.once('exit', (_, how) => tell(how)))
      expect([job, signal]).toEqual([job, 'SIGKILL'])
    }
  },
)
