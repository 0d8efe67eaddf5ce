// A prompt in a large directory without search data: it comes back in time, and the worker is started once.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { identityOf } from '../../src/base/processes/process-identity.ts'
import { loadSettings } from '../../src/base/settings/settings.ts'
import { startOnce } from '../../src/learn/worker/start-once.ts'
import { embeddingBasis } from '../../src/search/embedding-basis.ts'
import { useCli } from '../cli/use-cli.ts'
import { HOOK, prompt, runHookProgram } from './run-hook.ts'

const cli = useCli()
const ASK = 'what colour is boat number 1217 in the harbour?'

function fill(files: number): string {
  const memory = cli.memory
  mkdirSync(memory, { recursive: true, mode: 0o700 })
  for (let n = 0; n < files; n++)
    writeFileSync(join(memory, `boat_${n}.md`), `The boat number ${n} is painted viridian in the harbour.\n`)
  return memory
}

const jobs = () =>
  cli.json(['jobs']).data.jobs as { status: string; reason: string; job: string; pid: number }[]

function endEmbedding(): void {
  for (const { job, status, pid } of jobs())
    if (job === 'embedding' && status === 'running') process.kill(pid)
}

function hook(session: string): Promise<{ code: number | null; out: string; ms: number }> {
  const started = performance.now()
  const env = { ...cli.place.env, MEMDIR_BACKGROUND: '1', MEMDIR_HOOK_SLOWER: '5' }
  const child = spawn(process.execPath, [HOOK], { cwd: cli.place.project, env })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stdin.end(JSON.stringify({ ...prompt(ASK, session), cwd: cli.place.project }))
  return new Promise((done) => {
    child.on('close', (code) => done({ code, out, ms: performance.now() - started }))
  })
}

it('hands the reading of many files to one worker, says so once, and finds them when it is done', async () => {
  fill(2_500)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(hook))
  answers.push(await hook('e'))
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  const reported = answers.filter(({ out }) => out.includes('2500 memory files is being made'))
  expect(reported).toHaveLength(1)
  expect(JSON.parse(reported[0]!.out).systemMessage).toMatch(/^memdir: /)
  await expect.poll(() => jobs().at(-1)?.reason, { timeout: 25_000, interval: 200 }).toBe('catalog')
  const answer = () => runHookProgram(cli.place, prompt(ASK, 'z')).text
  await expect.poll(answer, { timeout: 30_000, interval: 500 }).toContain('number 1217')
  expect(jobs().filter(({ job, reason }) => job === 'embedding' && reason === 'catalog')).toHaveLength(1)
  endEmbedding()
}, 90_000)

it('reads as far as it has time where there is no worker, and continues with the next prompt', () => {
  fill(1_500)
  const answer = () => runHookProgram(cli.place, prompt(ASK), { env: { MEMDIR_HOOK_SLOWER: '2' } }).text
  return expect.poll(answer, { timeout: 40_000, interval: 100 }).toContain('number 1217')
}, 60_000)

it('says it in Chinese where the person reads that', async () => {
  fill(1_100)
  const env = { MEMDIR_BACKGROUND: '1', LANG: 'zh_CN.UTF-8' }
  const { out } = runHookProgram(cli.place, prompt(ASK), { env })
  expect(JSON.parse(out).systemMessage).toBe(
    'memdir: 正在后台为 1100 个记忆文件生成搜索数据；完成之前不会召回这些记忆',
  )
  await expect.poll(() => jobs().some(({ job }) => job === 'embedding'), { timeout: 25_000 }).toBe(true)
  endEmbedding()
})

it('does not start a worker again that has just failed', () => {
  const memory = fill(1_100)
  const state = join(dirname(memory), 'state')
  mkdirSync(join(state, 'jobs'), { recursive: true })
  const now = new Date().toISOString()
  const run = {
    job: 'embedding',
    reason: 'catalog',
    basis: embeddingBasis(loadSettings({ env: cli.place.env, directory: cli.place.project })),
    process: { pid: 1, start: '-', world: 'w' },
    started: now,
    ended: now,
    status: 'failed',
    did: {},
  }
  writeFileSync(join(state, 'jobs', 'embedding.000000000-j.json'), JSON.stringify({ v: 3, id: 'j', ...run }))
  const { out } = runHookProgram(cli.place, prompt(ASK), { env: { MEMDIR_BACKGROUND: '1' } })
  expect(out).toBe('')
  expect(readdirSync(join(state, 'jobs'))).toEqual(['embedding.000000000-j.json'])
  rmSync(join(state, 'jobs'), { recursive: true })
})

it('starts one process for many that ask, and another when that one is gone', () => {
  const directory = cli.below('jobs')
  mkdirSync(directory)
  let starts = 0
  const living = () => {
    starts++
    return process.pid
  }
  expect([startOnce(directory, living), startOnce(directory, living)]).toEqual(['started', 'running'])
  expect(starts).toBe(1)
  // A process that has ended: its claim counts no more.
  const ended = { ...identityOf(process.pid), pid: 2 ** 22 + 1 }
  writeFileSync(join(directory, 'starting'), JSON.stringify(ended))
  expect(startOnce(directory, living)).toBe('started')
  rmSync(join(directory, 'starting'))
  expect(startOnce(directory, () => undefined)).toBe('failed')
  expect(startOnce(directory, living)).toBe('started')
})
