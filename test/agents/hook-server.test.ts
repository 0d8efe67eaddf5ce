// A hook next to a running server of the same project: the same answer, from the server where it can give one in time.
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
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { COMPARED_VARIABLES, checkoutOf, pickVariables, socketPath } from '../../src/clients/hook-exchange.ts'
import { attempt } from '../../src/lib/attempt.ts'
import { COMMAND } from '../cli/run-memdir.ts'
import { useCli } from '../cli/use-cli.ts'
import { watchLoading } from '../loaded-files.ts'
import { HOOK, prompt, startHookProgram } from './run-hook.ts'

const cli = useCli({ models: true })
const FACT =
  'Integration tests use a real database, never mocks, because a mocked suite hid a broken migration'
const FITS = 'write integration tests for the database migration'
const BUILD: string = JSON.parse(readFileSync(join(dirname(HOOK), 'package.json'), 'utf8')).build

const state = () => join(dirname(cli.memory), 'state')
const run = () => join(cli.place.home, 'run')
const socket = () => socketPath(run(), checkoutOf(cli.place.project))
const add = () => cli.add(FACT, '--type', 'feedback')
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const exited = (child: ChildProcess) => new Promise((done) => child.once('exit', done))

const servers: ChildProcess[] = []
afterEach(async () => {
  for (const child of servers.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await exited(child)
  }
})

function spawnServer(): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, 'mcp'], {
    cwd: cli.place.project,
    env: cli.place.env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  servers.push(child)
  return child
}

/** Resolves when its socket has the name and it answers. */
async function startServer(): Promise<ChildProcess> {
  const before = inode()
  const child = spawnServer()
  await expect.poll(inode, { timeout: 20_000 }).not.toBe(before)
  await isReady()
  return child
}

/** The first to ask is sent away: search data and models are opened then. */
const isReady = () => expect.poll(() => ask(request('ready')), { timeout: 20_000 }).toContain('never mocks')

function inode(): number | undefined {
  return existsSync(socket()) ? lstatSync(socket()).ino : undefined
}

/** Whether a server answered the last prompt; what it does after the output is waited for. */
async function byServer(agent = 'claude-code'): Promise<boolean> {
  await pause(200)
  return JSON.parse(readFileSync(join(state(), 'hooks', `${agent}.prompt.json`), 'utf8')).server === true
}

const records = () => (existsSync(join(state(), 'shown')) ? readdirSync(join(state(), 'shown')) : [])

/** A hook that runs while the test does other things. */
function startHook(session: string, slower = '20') {
  const child = spawn(process.execPath, [HOOK], {
    cwd: cli.place.project,
    env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: slower },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.end(JSON.stringify({ ...prompt(FITS, session), cwd: cli.place.project }))
  const started = Date.now()
  return new Promise<{ code: number | null; out: string; ms: number }>((done) => {
    child.on('close', (code) =>
      done({ code, out: Buffer.concat(chunks).toString('utf8'), ms: Date.now() - started }),
    )
  })
}

/** As a hook asks, without being one. Resolves with what came until the server hung up or `then` was sent. */
function ask(request: object | string, then?: string): Promise<string> {
  return new Promise((done) => {
    let text = ''
    const client = connect(socket())
    client.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      if (then === undefined) client.destroy()
      else client.end(then)
    })
    client.on('error', () => {})
    client.on('close', () => done(text))
    client.write(typeof request === 'string' ? request : `${JSON.stringify(request)}\n`)
  })
}

const request = (session: string, more: object = {}) => ({
  build: BUILD,
  hook: 1,
  directory: cli.place.project,
  raw: JSON.stringify({ ...prompt(FITS, session), cwd: cli.place.project }),
  env: { ...pickVariables(cli.place.env, COMPARED_VARIABLES), MEMDIR_HOOK_SLOWER: '20' },
  ...more,
})

describe('a hook next to a running server', () => {
  it('prints byte for byte what it prints alone, for every client, and counts it as shown', async () => {
    add()
    cli.add('发布前先在预发环境跑一遍回归测试', '--type', 'project')
    const asked = [FITS, '发布之前要在预发环境做回归测试吗？', 'choose a colour for the balloons']
    const answers = (session: string) =>
      ['claude-code', 'codex', 'gemini', 'opencode'].flatMap((agent) =>
        asked.map((text, n) => {
          const hook_event_name = agent === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit'
          const event = { ...prompt(text, `${session}-${agent}-${n}`), hook_event_name }
          return startHookProgram(cli.place, event, { agent })
        }),
      )
    const alone = answers('alone')
    expect(await byServer('opencode')).toBe(false)
    await startServer()
    const served = answers('served')
    for (const agent of ['claude-code', 'codex', 'gemini', 'opencode'])
      expect(await byServer(agent)).toBe(true)
    expect(served).toEqual(alone)
    expect(served.filter(({ out }) => out !== '')).toHaveLength(9)
    expect(startHookProgram(cli.place, prompt(FITS, 'served-codex-0'), { agent: 'codex' }).out).toBe('')
    expect(await byServer('codex')).toBe(true)
  })

  it('loads nothing but the program that asks', async () => {
    add()
    await startServer()
    const { argv, loaded } = watchLoading(cli.place.root)
    const child = spawn(process.execPath, [...argv, HOOK], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20' },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin!.end(JSON.stringify({ ...prompt(FITS), cwd: cli.place.project }))
    await exited(child)
    expect(await byServer()).toBe(true)
    const { own, packages, node } = loaded()
    expect([own, packages]).toEqual([['hook.js'], []])
    expect(node).toEqual(['diagnostics_channel', 'net', 'stream', 'stream/promises', 'string_decoder'])
  })

  it('leaves out what the agent has read, as a server was told', async () => {
    const { file } = add()
    await startServer()
    const read = { hook_event_name: 'PostToolUse', session_id: 's1', tool_name: 'Read' }
    startHookProgram(cli.place, { ...read, tool_input: { file_path: join(cli.memory, file) } })
    // The server notes it when the hook has its answer, and may not have got to it.
    const noted = () => attempt(() => readFileSync(join(state(), 'hooks', 'claude-code.tool.json'), 'utf8'))
    await expect.poll(noted).toBeDefined()
    expect(JSON.parse(noted()!)).toMatchObject({ server: true, outcome: '1 read' })
    expect(startHookProgram(cli.place, prompt(FITS)).out).toBe('')
  })

  it('waits for the agent to send its event, and counts the time from then on', async () => {
    add()
    await startServer()
    const child = spawn(process.execPath, [HOOK], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '2' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const out: Buffer[] = []
    child.stdout!.on('data', (chunk: Buffer) => out.push(chunk))
    await pause(2_500)
    child.stdin!.end(JSON.stringify({ ...prompt(FITS), cwd: cli.place.project }))
    await exited(child)
    expect(Buffer.concat(out).toString('utf8')).toContain('never mocks')
  })

  it('eight at once: each gets its answer, and each is recorded', async () => {
    add()
    await startServer()
    const done = await Promise.all(Array.from({ length: 8 }, (_, n) => startHook(`at-once-${n}`)))
    for (const { code, out } of done) {
      expect(code).toBe(0)
      expect(out).toContain('never mocks')
    }
    await expect.poll(() => records().length).toBe(8)
  })
})

describe('what is shown', () => {
  it('is recorded when the hook says that it printed it, and not before', async () => {
    add()
    await startServer()
    expect(await ask(request('never'))).toContain('never mocks')
    expect(await ask(request('other'), 'printed\n')).toContain('never mocks')
    await pause(300)
    expect(records()).toEqual([])
    expect(await ask(request('said'), 'shown\n')).toContain('never mocks')
    await expect.poll(() => records().length).toBe(1)
  })

  it('is not recorded where the reader has gone away', async () => {
    add()
    await startServer()
    const child = spawn(process.execPath, [HOOK], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20' },
    })
    child.stdout.destroy()
    child.stdin.end(JSON.stringify({ ...prompt(FITS, 'gone'), cwd: cli.place.project }))
    expect(await exited(child)).toBe(0)
    await pause(300)
    expect(records()).toEqual([])
  })
})

describe('a server that cannot answer', () => {
  it('yet, because nothing is open: the hook goes alone at once, and the next is answered', async () => {
    add()
    spawnServer()
    await expect.poll(inode, { timeout: 20_000 }).toBeDefined()
    expect((await startHook('first')).out).toContain('never mocks')
    expect(await byServer()).toBe(false)
    await isReady()
    expect((await startHook('next')).out).toContain('never mocks')
    expect(await byServer()).toBe(true)
  })

  it('stopped: the hook goes alone after its wait, and the late answer does not count', async () => {
    add()
    const server = await startServer()
    // 50 ms × 4: with time for a busy machine to do the rest.
    server.kill('SIGSTOP')
    const alone = await startHook('stopped', '4')
    expect(alone.code).toBe(0)
    server.kill('SIGCONT')
    expect(await byServer()).toBe(false)
    const [record] = records()
    const lines = readFileSync(join(state(), 'shown', record!), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const bytes = lines.reduce((sum, line) => sum + JSON.parse(line).bytes, 0)
    const { additionalContext } = JSON.parse(alone.out).hookSpecificOutput
    expect(bytes).toBeLessThan(2 * Buffer.byteLength(additionalContext))
    startHookProgram(cli.place, prompt(FITS, 'again'))
    expect(await byServer()).toBe(true)
  })

  it('killed while the hook waits: the hook goes alone, and the next server takes the name', async () => {
    add()
    const server = await startServer()
    server.kill('SIGSTOP')
    const waiting = startHook('killed', '40')
    await pause(1_000)
    server.kill('SIGKILL')
    const { code, out, ms } = await waiting
    expect([code, out]).toEqual([0, expect.stringContaining('never mocks')])
    expect(ms).toBeGreaterThan(900)
    expect(lstatSync(socket()).isSocket()).toBe(true)
    expect(startHookProgram(cli.place, prompt(FITS, 'stale')).text).toContain('never mocks')
    expect(await byServer()).toBe(false)
    await startServer()
    expect(startHookProgram(cli.place, prompt(FITS, 'new')).text).toContain('never mocks')
    expect(await byServer()).toBe(true)
  })

  it('that ends takes its socket along', async () => {
    add()
    const server = await startServer()
    server.stdin!.end()
    await exited(server)
    expect(readdirSync(run())).toEqual([])
    expect(startHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
  })

  it('of another build is not asked, and does not answer', async () => {
    add()
    await startServer()
    expect(await ask(request('s1', { build: 'other' }))).toBe('')
    const other = createServer((client) => {
      client.on('error', () => {})
      client.on('data', () => client.write(`${JSON.stringify({ build: 'other', output: 'wrong' })}\n`))
    })
    rmSync(socket())
    await new Promise<void>((done) => void other.listen(socket(), done))
    const { out } = await startHook('s2')
    other.close()
    expect(out).toContain('never mocks')
  })

  it('is one of two: the last to start answers, and when it ends the other one', async () => {
    add()
    const first = await startServer()
    const second = await startServer()
    first.kill('SIGSTOP')
    startHookProgram(cli.place, prompt(FITS, 'second'))
    expect(await byServer()).toBe(true)
    first.kill('SIGCONT')
    second.stdin!.end()
    await exited(second)
    expect(existsSync(socket())).toBe(false)
    await expect.poll(() => existsSync(socket()), { timeout: 20_000 }).toBe(true)
    await isReady()
    startHookProgram(cli.place, prompt(FITS, 'first'))
    expect(await byServer()).toBe(true)
  }, 60_000)
})

describe('the same setup', () => {
  it('another environment, project or provider: the hook decides alone', async () => {
    add()
    await startServer()
    const off = { MEMDIR_DISABLE_AUTO_MEMORY: '1' }
    expect(startHookProgram(cli.place, prompt(FITS), { env: off }).out).toBe('')
    const elsewhere = cli.below('elsewhere')
    mkdirSync(elsewhere)
    expect(startHookProgram(cli.place, { ...prompt(FITS), cwd: elsewhere }).out).toBe('')
    expect(await ask(request('s1', { directory: elsewhere }))).toBe('')
    const settings = { storage: { embeddingUrl: 'http://127.0.0.1:9/v1', embeddingModel: 'x' } }
    writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify(settings))
    expect(await ask(request('s1'))).toBe('')
    rmSync(join(cli.place.home, 'settings.json'))
    await isReady()
  })

  it('settings that changed since the server started count', async () => {
    add()
    await startServer()
    startHookProgram(cli.place, prompt(FITS, 's1'))
    expect(await byServer()).toBe(true)
    mkdirSync(join(cli.place.home, 'config'), { recursive: true })
    writeFileSync(join(cli.place.home, 'config', 'memory.yaml'), 'recall:\n  enabled: false\n')
    // A new engine: once alone, then by the server again.
    for (const session of ['s2', 's3']) {
      expect(startHookProgram(cli.place, prompt(FITS, session)).out).toBe('')
      await pause(1_500)
    }
    expect(await byServer()).toBe(true)
    rmSync(join(cli.place.home, 'config', 'memory.yaml'))
    await isReady()
    expect(startHookProgram(cli.place, prompt(FITS, 's4')).text).toContain('never mocks')
    expect(await byServer()).toBe(true)
  })
})

describe('the socket', () => {
  it('and its directory are for this user alone', async () => {
    add()
    await startServer()
    expect(lstatSync(run()).mode & 0o777).toBe(0o700)
    expect(lstatSync(socket()).mode & 0o777).toBe(0o600)
    expect(readdirSync(run())).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    ['is open to others', () => chmodSync(run(), 0o750)],
    [
      'is a link',
      () => {
        renameSync(run(), cli.below('moved'))
        symlinkSync(cli.below('moved'), run())
      },
    ],
    ...(process.getuid?.() === 0
      ? [['belongs to another user', () => chownSync(run(), 65_534, 65_534)] as [string, () => void]]
      : []),
  ])('is not used where its directory %s', async (_, change) => {
    add()
    await startServer()
    change()
    expect(startHookProgram(cli.place, prompt(FITS)).text).toContain('never mocks')
    expect(await byServer()).toBe(false)
    const before = inode()
    spawnServer()
    await pause(1_500)
    expect(inode()).toBe(before)
  })

  it('takes no more than it has to, and stays open for others', async () => {
    add()
    await startServer()
    expect(await ask('nonsense\n')).toBe('')
    expect(await ask('{"build":1}\n')).toBe('')
    expect(await ask('x'.repeat(3_000_000))).toBe('')
    expect(await ask(request('s1', { raw: '{}' }))).toBe('')
    const silent = Array.from({ length: 20 }, () => connect(socket()).on('error', () => {}))
    await pause(300)
    expect(startHookProgram(cli.place, prompt(FITS, 'crowd')).text).toContain('never mocks')
    for (const client of silent) client.destroy()
    await pause(300)
    expect(await ask(request('s1'))).toContain('never mocks')
  })
})
