// Hooks next to a running server of the same project, each a process: the same answer, from the server where it can give
// one in time. What a server does with a request: src/connect/mcp/serve-hooks.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { projectName } from '../../src/base/projects/slug.ts'
import { attempt } from '../../src/base/values/attempt.ts'
import { checkoutOf, socketPath } from '../../src/connect/hook-exchange.ts'
import { COMMAND, ended, runJson } from '../cli/run-memdir.ts'
import { watchLoading } from '../loaded-files.ts'
import { keepModels, takeModels } from '../shared-models.ts'
import { type TemporaryHome, temporaryHome } from '../support/published/temporary-home.ts'
import { HOOK, prompt, runHookProgram, startHookProgram } from './run-hook.ts'

const FACT =
  'Integration tests use a real database, never mocks, because a mocked suite hid a broken migration'
const FITS = 'write integration tests for the database migration'

let place: TemporaryHome
const servers: ChildProcess[] = []

function begin(): void {
  place = temporaryHome()
  takeModels(join(place.home, 'models'))
  add(FACT, 'feedback')
}
async function end(): Promise<void> {
  for (const child of servers.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await exited(child)
  }
  keepModels(join(place.home, 'models'))
  place.remove()
}

const state = () => join(place.home, 'projects', projectName(place.project), 'state')
const run = () => join(place.home, 'run')
const socket = () => socketPath(run(), checkoutOf(place.project))
const inode = () => (existsSync(socket()) ? lstatSync(socket()).ino : undefined)
const add = (text: string, type: string) =>
  runJson(place, ['add', text, '--type', type]).data.memory as { file: string }
const exited = (child: ChildProcess) => new Promise((done) => child.once('exit', done))

async function startServer(): Promise<ChildProcess> {
  const before = inode()
  const child = spawn(process.execPath, [COMMAND, 'mcp'], {
    cwd: place.project,
    env: place.env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  servers.push(child)
  await vi.waitUntil(() => inode() !== before, { timeout: 20_000 })
  return child
}

/** The first to ask is sent away: search data and models are opened then. */
let asked = 0
async function isReady(): Promise<void> {
  const isAnswered = () => {
    startHookProgram(place, prompt(FITS, `ready-${asked++}`))
    return byServer()
  }
  await vi.waitUntil(isAnswered, { timeout: 20_000, interval: 100 })
}

interface Noted {
  server?: boolean
  outcome: string
}
const noted = (event = 'claude-code.prompt') =>
  attempt(() => JSON.parse(readFileSync(join(state(), 'hooks', `${event}.json`), 'utf8')) as Noted)

/** Whether a server answered the last prompt; it notes so after the output. */
async function byServer(agent = 'claude-code'): Promise<boolean> {
  await vi.waitUntil(() => noted(`${agent}.prompt`) !== undefined)
  await new Promise((done) => setTimeout(done, 30))
  return noted(`${agent}.prompt`)?.server === true
}

const records = () => (existsSync(join(state(), 'shown')) ? readdirSync(join(state(), 'shown')) : [])

const hookEnv = (slower = '20') => ({ ...place.env, MEMDIR_HOOK_SLOWER: slower })
const eventOf = (session: string) => JSON.stringify({ ...prompt(FITS, session), cwd: place.project })

/** A hook that runs while the test does other things. */
async function startHook(session: string, slower = '20') {
  const started = Date.now()
  const child = spawn(process.execPath, [HOOK], { cwd: place.project, env: hookEnv(slower) })
  child.stdin.end(eventOf(session))
  return { ...(await ended(child)), ms: Date.now() - started }
}

describe('a hook next to a running server', () => {
  beforeAll(async () => {
    begin()
    add('发布前先在预发环境跑一遍回归测试', 'project')
    await startServer()
    await isReady()
  })
  afterAll(end)

  it('prints byte for byte what it prints alone, for every client, and counts it as shown', async () => {
    const texts = [FITS, '发布之前要在预发环境做回归测试吗？', 'choose a colour for the balloons']
    const agents = ['claude-code', 'codex', 'gemini', 'opencode']
    const answers = (session: string, run: typeof runHookProgram) =>
      agents.flatMap((agent) =>
        texts.map((text, n) => {
          const hook_event_name = agent === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit'
          const event = { ...prompt(text, `${session}-${agent}-${n}`), hook_event_name }
          return run(place, event, { agent })
        }),
      )
    const alone = answers('alone', runHookProgram)
    expect(await byServer('opencode')).toBe(false)
    const served = answers('served', startHookProgram)
    for (const agent of agents) expect(await byServer(agent)).toBe(true)
    expect(served).toEqual(alone)
    expect(served.filter(({ out }) => out !== '')).toHaveLength(9)
    expect(startHookProgram(place, prompt(FITS, 'served-codex-0'), { agent: 'codex' }).out).toBe('')
    expect(await byServer('codex')).toBe(true)
  })

  it('loads nothing but the program that asks', async () => {
    const { argv, loaded } = watchLoading(place.root)
    const child = spawn(process.execPath, [...argv, HOOK], {
      cwd: place.project,
      env: hookEnv(),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin!.end(eventOf('loads'))
    await exited(child)
    expect(await byServer()).toBe(true)
    const { own, packages, node } = loaded()
    expect([own, packages]).toEqual([['hook.js'], []])
    expect(node).toEqual(['diagnostics_channel', 'net', 'stream', 'stream/promises', 'string_decoder'])
  })

  it('leaves out what the agent has read, as a server was told', async () => {
    const { file } = add('The tide tables are kept in the blue binder', 'project')
    const asks = prompt('where are the tide tables kept, in the blue binder?', 'reads')
    const file_path = join(dirname(state()), 'memory', file)
    const read = { hook_event_name: 'PostToolUse', session_id: 'reads', tool_name: 'Read' }
    startHookProgram(place, { ...read, tool_input: { file_path } })
    // The server notes it when the hook has its answer, and may not have got to it.
    await expect.poll(() => noted('claude-code.tool')).toMatchObject({ server: true, outcome: '1 read' })
    expect(startHookProgram(place, asks).out).toBe('')
    expect(startHookProgram(place, { ...asks, session_id: 'other' }).text).toContain('blue binder')
  })

  it('waits for the agent to send its event, and counts the time from then on', async () => {
    const child = spawn(process.execPath, [HOOK], { cwd: place.project, env: hookEnv('2') })
    // Longer than it takes at most.
    await new Promise((done) => setTimeout(done, 2_200))
    child.stdin.end(eventOf('waits'))
    expect((await ended(child)).out).toContain('never mocks')
  })

  it('eight at once: each gets its answer, and each is recorded', async () => {
    const before = records().length
    const done = await Promise.all(Array.from({ length: 8 }, (_, n) => startHook(`at-once-${n}`)))
    for (const { code, out } of done) {
      expect(code).toBe(0)
      expect(out).toContain('never mocks')
    }
    await expect.poll(() => records().length).toBe(before + 8)
  })

  it('counts nothing as shown where its reader has gone away', async () => {
    const child = spawn(process.execPath, [HOOK], { cwd: place.project, env: hookEnv() })
    child.stdout.destroy()
    child.stdin.end(eventOf('gone'))
    expect(await exited(child)).toBe(0)
    expect(startHookProgram(place, prompt(FITS, 'gone')).text).toContain('never mocks')
  })

  it('decides alone in another environment and in another project', () => {
    const off = { MEMDIR_DISABLE_AUTO_MEMORY: '1' }
    expect(startHookProgram(place, prompt(FITS), { env: off }).out).toBe('')
    const elsewhere = join(place.root, 'elsewhere')
    mkdirSync(elsewhere)
    expect(startHookProgram(place, { ...prompt(FITS), cwd: elsewhere }).out).toBe('')
  })

  it('asks no socket in a directory that is open to others, a link or another user’s', async () => {
    const moved = join(place.root, 'moved')
    const changes: [change: () => void, back: () => void][] = [
      [() => chmodSync(run(), 0o750), () => chmodSync(run(), 0o700)],
      [
        () => {
          renameSync(run(), moved)
          symlinkSync(moved, run())
        },
        () => {
          rmSync(run())
          renameSync(moved, run())
        },
      ],
    ]
    if (process.getuid?.() === 0)
      changes.push([() => chownSync(run(), 65_534, 65_534), () => chownSync(run(), 0, 0)])
    for (const [at, [change, back]] of changes.entries()) {
      change()
      expect(startHookProgram(place, prompt(FITS, `directory-${at}`)).text).toContain('never mocks')
      expect(await byServer()).toBe(false)
      back()
      startHookProgram(place, prompt(FITS, `back-${at}`))
      expect(await byServer()).toBe(true)
    }
  })
})

describe('a server that cannot answer', () => {
  beforeEach(begin)
  afterEach(end)

  it('yet, because nothing is open: the hook goes alone at once; one that ends takes its socket along', async () => {
    const server = await startServer()
    expect((await startHook('first')).out).toContain('never mocks')
    expect(await byServer()).toBe(false)
    await isReady()
    server.stdin!.end()
    await exited(server)
    expect(readdirSync(run())).toEqual([])
    expect(startHookProgram(place, prompt(FITS, 'ended')).text).toContain('never mocks')
    expect(await byServer()).toBe(false)
  })

  it('stopped: the hook goes alone after its wait, and the late answer does not count', async () => {
    const server = await startServer()
    await isReady()
    const before = new Set(records())
    // 50 ms × 4: with time for a busy machine to do the rest.
    server.kill('SIGSTOP')
    const alone = await startHook('stopped', '4')
    expect(alone.code).toBe(0)
    server.kill('SIGCONT')
    expect(await byServer()).toBe(false)
    const record = records().find((name) => !before.has(name))
    const lines = readFileSync(join(state(), 'shown', record!), 'utf8').split('\n')
    const bytes = lines.filter(Boolean).reduce((sum, line) => sum + JSON.parse(line).bytes, 0)
    const { additionalContext } = JSON.parse(alone.out).hookSpecificOutput
    expect(bytes).toBeLessThan(2 * Buffer.byteLength(additionalContext))
    startHookProgram(place, prompt(FITS, 'again'))
    expect(await byServer()).toBe(true)
  })

  it('killed while the hook waits: the hook goes alone, and the next server takes the name', async () => {
    const server = await startServer()
    await isReady()
    server.kill('SIGSTOP')
    const waiting = startHook('killed', '40')
    await new Promise((done) => setTimeout(done, 600))
    server.kill('SIGKILL')
    const { code, out, ms } = await waiting
    expect([code, out]).toEqual([0, expect.stringContaining('never mocks')])
    expect(ms).toBeGreaterThan(500)
    expect(lstatSync(socket()).isSocket()).toBe(true)
    expect(startHookProgram(place, prompt(FITS, 'stale')).text).toContain('never mocks')
    expect(await byServer()).toBe(false)
    await startServer()
    await isReady()
  })

  it('because it is of another build is not believed', async () => {
    mkdirSync(run(), { recursive: true, mode: 0o700 })
    const other = createServer((client) => {
      client.on('error', () => {})
      client.on('data', () => client.write(`${JSON.stringify({ build: 'other', output: 'wrong' })}\n`))
    })
    await new Promise<void>((done) => void other.listen(socket(), done))
    const { out } = await startHook('s2')
    other.close()
    expect(out).toContain('never mocks')
    expect(out).not.toContain('wrong')
  })
})
