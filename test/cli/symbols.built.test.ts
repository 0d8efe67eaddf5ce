// The symbol list with real processes: made by the worker, looked up by a prompt, whole after a kill.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { symbolListDirectory, symbolListPath } from '../../src/search/verify/symbols/list-path.ts'
import { openSymbolList } from '../../src/search/verify/symbols/symbol-list.ts'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { run, json } = cli
const RUN = ['jobs', 'run', '--job', 'symbols']
const ASK = ['recall', '-p', 'which function verifies the session token in the gateway?']

const state = () => join(dirname(cli.memory), 'state')
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(cli.place.project, file)), { recursive: true })
  writeFileSync(join(cli.place.project, file), text)
}
const git = (...args: string[]) => cli.git(cli.place.project, ...args)

beforeEach(() => {
  git('init', '-q')
  put('src/auth.ts', 'export function verifyToken() {}\nparse("--dry-run")\n')
  put('package.json', JSON.stringify({ scripts: { 'check-auth': 'x' } }))
  git('add', '.')
  git('commit', '-qm', 'first')
})

describe('a prompt', () => {
  it('is told what is there and what is gone, in English and Chinese, once there is a list', () => {
    cli.add(
      'The gateway verifies the session token with the function verifyToken(), never checkLegacyToken(); npm run check-auth',
    )
    cli.add('网关先用verifyToken()校验会话令牌，旧的verifyOldToken()不再使用')
    expect(run(ASK).out).not.toMatch(/still there: .*verifyToken|NOT in/)
    expect(json(RUN).data.runs[0]).toMatchObject({
      job: 'symbols',
      status: 'done',
      did: { 'files listed': 2, 'files read': 2 },
    })
    const { out } = run(ASK)
    expect(out).toContain(
      'still there: verifyToken, npm run check-auth; NOT in the working tree: checkLegacyToken',
    )
    expect(run(['recall', '-p', '网关怎么校验会话令牌？']).out).toContain(
      'still there: verifyToken; NOT in the working tree: verifyOldToken',
    )
  })

  it('is listed for by whatever starts the worker, and not where nothing has changed', () => {
    cli.takeModels()
    cli.add('verifyToken() is the one')
    const jobs = () => json(['jobs', 'run']).data.runs.map(({ job }: { job: string }) => job)
    expect(jobs()).toContain('symbols')
    expect(jobs()).not.toContain('symbols')
    put('src/more.ts', 'x')
    expect(jobs()).toContain('symbols')
  })

  it('nothing is written into the project', () => {
    cli.add('verifyToken() is the one')
    run(RUN)
    expect(git('status', '--porcelain', '--ignored').toString()).toBe('')
    expect(readdirSync(symbolListDirectory(state()))).toHaveLength(1)
  })
})

describe('where there is no list', () => {
  it('doctor, jobs and explain say so, and nothing when there is one', () => {
    cli.add('verifyToken() is the one', '--file', 'a.md')
    const said = /no list of the names in the working tree/
    for (const args of [['doctor'], ['jobs'], ['explain', 'a.md']]) expect(run(args).out).toMatch(said)
    expect(run(['doctor', '--lang', 'zh']).out).toContain('还没有工作区的符号列表')
    run(RUN)
    for (const args of [['doctor'], ['jobs'], ['explain', 'a.md']]) expect(run(args).out).not.toMatch(said)
    expect(run(['explain', 'a.md']).out).toContain('still there: verifyToken')
  })
})

it('a process that is killed while it lists leaves the old list', { timeout: 60_000 }, async () => {
  cli.add('verifyToken() is the one')
  run(RUN)
  const path = symbolListPath(state(), cli.place.project)
  const begin = (times: number) => {
    for (let n = 0; n < 60; n++) put(`src/many/f${n}.ts`, `thing${times}x${n}()\n`.repeat(200))
    const child = spawn(process.execPath, [COMMAND, ...RUN], {
      cwd: cli.place.project,
      env: cli.place.env,
      stdio: 'ignore',
    })
    const ended = new Promise<NodeJS.Signals | null>((tell) =>
      child.once('exit', (_, signal) => tell(signal)),
    )
    return { child, ended }
  }
  const started = performance.now()
  await begin(-1).ended
  const whole = performance.now() - started
  let killed = 0
  for (let times = 0; times < 6; times++) {
    const { child, ended } = begin(times)
    await wait(whole * (0.3 + times * 0.12))
    child.kill('SIGKILL')
    if ((await ended) === 'SIGKILL') killed++
    const list = openSymbolList(path, cli.place.project)
    expect(list?.uses(['verifyToken'])).toBe(true)
    list?.close()
  }
  expect(killed).toBeGreaterThan(1)
  run(RUN)
  expect(readdirSync(symbolListDirectory(state()))).toHaveLength(1)
})
