// Background jobs through the built command: killed in the middle, failing, shown.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { JobRun } from '../../src/learn/job.ts'
import type { SpoolReport } from '../../src/learn/worker/drain-spool.ts'
import { COMMAND } from '../built.ts'
import { startEmbeddingServer } from '../support/published/embedding-server.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
type Shown = { jobs: (Omit<JobRun, 'error'> & { error?: string })[]; spool: SpoolReport }
const shown = () => cli.json(['jobs']).data as Shown
const embedding = () => shown().jobs.find(({ job }) => job === 'embedding')

function memoryDirectory(files = 1): string {
  const memory = cli.run(['path']).out.trim()
  mkdirSync(memory, { recursive: true, mode: 0o700 })
  for (let n = 0; n < files; n++)
    writeFileSync(join(memory, `boat_${n}.md`), `The boat number ${n} is painted viridian in the harbour.\n`)
  return memory
}

/** Processes of jobs that carry this test's home in their environment. */
function jobProcesses(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`MEMDIR_HOME=${cli.place.home}`) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--job')
      )
    } catch {
      return false
    }
  })
}

it.runIf(process.platform === 'linux')(
  'a worker that is killed takes its jobs with it, says so, and the next one completes them',
  { timeout: 120_000 },
  async () => {
    memoryDirectory(150)
    cli.takeModels()
    const args = [COMMAND, 'jobs', 'run', '--project', cli.place.project]
    const worker = spawn(process.execPath, args, { env: cli.place.env, stdio: 'ignore' })
    await expect.poll(() => embedding()?.status, { timeout: 30_000, interval: 100 }).toBe('running')
    const other = cli.json(['jobs', 'run']).data as { status: string }
    expect(other.status).toBe('busy')
    worker.kill('SIGKILL')
    await expect.poll(jobProcesses, { timeout: 30_000, interval: 200 }).toEqual([])
    expect(embedding()?.status).toBe('stopped')
    const { status, runs } = cli.json(['jobs', 'run']).data as { status: string; runs: JobRun[] }
    expect(status).toBe('ended')
    expect(runs.find(({ job }) => job === 'embedding')).toMatchObject({ status: 'done', reason: 'command' })
    expect(jobProcesses()).toEqual([])
  },
)

it.runIf(process.platform === 'linux')('what failed is shown with its reason, in both languages', () => {
  const state = join(dirname(memoryDirectory()), 'state')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  symlinkSync('/sys/kernel', join(state, 'cache'))
  cli.takeModels()
  const ran = cli.run(['jobs', 'run', '--job', 'embedding'])
  expect(ran.code).toBe(1)
  rmSync(join(state, 'cache'))
  expect(embedding()).toMatchObject({ status: 'failed', error: expect.stringMatching(/./) })
  const reason = embedding()?.error
  expect(cli.run(['jobs']).out).toContain(reason?.slice(0, 30))
  const chinese = cli.run(['jobs', '--lang', 'zh']).out
  expect(chinese).toMatch(/搜索数据.*失败/)
  expect(cli.run(['jobs']).out).toMatch(/embedding waits until \S+ \S+ \(failures in a row: 1\)/)
  const held = cli.json(['jobs', 'run']).data as { runs: JobRun[] }
  expect(held.runs.map(({ job }) => job)).not.toContain('embedding')
  expect(cli.run(['jobs', 'run', '--job', 'embedding']).code).toBe(0)
  expect(cli.run(['jobs']).out).not.toContain('waits until')
})

it('turns that wait, that were kept aside and that were dropped are shown', () => {
  const spool = join(dirname(memoryDirectory()), 'state', 'spool')
  mkdirSync(join(spool, 'failed'), { recursive: true, mode: 0o700 })
  const turn = { v: 1, agent: 'codex', event: 'turn-end', conversation: 't1', raw: '{}' }
  const error = { key: 'x', values: {}, en: 'no disk', zh: '没有磁盘' }
  writeFileSync(join(spool, '000000001-a.json'), JSON.stringify(turn))
  writeFileSync(join(spool, 'failed', '000000000-b.json'), JSON.stringify({ ...turn, attempts: 3, error }))
  writeFileSync(join(spool, 'dropped'), '..')
  expect(shown().spool).toMatchObject({
    waiting: 1,
    dropped: 2,
    failed: [{ agent: 'codex', attempts: 3, error: 'no disk' }],
  })
  expect(cli.run(['jobs']).out).toContain(
    'A turn could not be handled and is kept in state/spool/failed (codex t1): no disk',
  )
  expect(cli.run(['jobs', '--lang', 'zh']).out).toMatch(
    /等待处理的轮次：1[\s\S]*丢弃的最早轮次：2[\s\S]*没有磁盘/,
  )
  expect(cli.run(['jobs', 'run', '--job', 'turns']).code).toBe(0)
  expect(cli.run(['jobs']).out).toContain('2 of the oldest turns were dropped because more than 500 waited')
  expect(shown().spool).toMatchObject({ waiting: 0, dropped: 0 })
})

it('a job that does not exist is a mistake in the command', () => {
  const { code, err } = cli.run(['jobs', 'run', '--job', 'dreaming'])
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('there is no job "dreaming"; known are turns, clean-up'),
  ])
})

it('an embedding provider that is down is named by search, which answers by words, and by jobs', async () => {
  memoryDirectory()
  const server = await startEmbeddingServer()
  await server.close()
  const { host } = new URL(server.url)
  const storage = { embeddingModel: 'org/my-model', embeddingUrl: server.url }
  mkdirSync(cli.place.home, { recursive: true })
  writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify({ storage }))
  const { out, err } = cli.run(['search', 'viridian'])
  expect(out).toContain('boat_0.md')
  expect(err).toContain(`by words only: The embedding provider at ${host} failed: ECONNREFUSED. `)
  expect(err).not.toContain('no vectors yet')
  expect(cli.run(['search', 'viridian', '--lang', 'zh']).err).toContain(`仅按词搜索：${host} 的嵌入服务失败`)
  expect(cli.json(['search', 'viridian']).data).toMatchObject({ problem: { code: 'provider' } })
  cli.run(['jobs', 'run', '--job', 'embedding'])
  expect(embedding()?.status).toBe('failed')
  expect(cli.run(['jobs']).out).toContain(`${host} failed: ECONNREFUSED`)
})
