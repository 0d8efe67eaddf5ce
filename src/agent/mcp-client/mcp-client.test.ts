import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { createReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'
import { LOAD_TOOL } from './deferred-tools.ts'
import { type McpServers, type OpenServersOptions, openServers } from './open-servers.ts'

const SERVER = fileURLToPath(new URL('../../../test/fixtures/mcp/server.mjs', import.meta.url))
const stdio = (...args: string[]) => ({ command: process.execPath, args: [SERVER, ...args] })
const variable = (name: string) => `\${${name}}`
const PATH = process.env.PATH ?? ''

const opened: McpServers[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.close()))
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function open(written: Record<string, unknown>, more: Partial<OpenServersOptions> = {}): McpServers {
  const servers = openServers({
    written,
    env: {},
    environment: { PATH },
    cwd: temporaryDirectory(),
    version: '1.0.0',
    window: 200_000,
    startTimeoutMs: 20_000,
    callTimeoutMs: 20_000,
    ...more,
  })
  opened.push(servers)
  return servers
}

async function ready(written: Record<string, unknown>, more: Partial<OpenServersOptions> = {}) {
  const servers = open(written, more)
  await servers.beginTurn(30_000)
  return servers
}

const named = (servers: McpServers, name: string): Tool => {
  const tool = servers.tools().find((one) => one.name === name)
  if (!tool) throw new Error(`no ${name}`)
  return tool
}
const call = (
  servers: McpServers,
  name: string,
  input: Record<string, unknown> = {},
  signal = new AbortController().signal,
) => named(servers, name).run(input, { cwd: '/', signal, readState: createReadState() })

const said = (servers: McpServers) => servers.takeNotices().map(({ key, en }) => ({ key, en }))

/** While no test has started a process yet. */
const before = openPipes()

describe('a server that is a process', () => {
  it('gives its tools with schema, hint and instructions, and answers calls', async () => {
    const servers = await ready({ docs: stdio('--noise') })
    const echo = named(servers, 'mcp__docs__echo')
    expect(echo.inputSchema).toMatchObject({ type: 'object', properties: { value: { type: 'string' } } })
    expect([echo.isReadOnly({}), echo.isConcurrent({}), echo.reaches?.({})]).toEqual([true, true, echo.name])
    expect(named(servers, 'mcp__docs__change').isConcurrent({})).toBe(false)
    expect(servers.instructions()).toContain('## docs\n> Call echo with a value.')
    expect(await call(servers, 'mcp__docs__echo', { value: '你好' })).toEqual({ content: 'echo: 你好' })
    expect(await call(servers, 'mcp__docs__fail')).toEqual({ content: 'it did not work', isError: true })
    expect((await call(servers, 'mcp__docs__picture')).content).toBe('[image image/png, 3 KB: not shown]')
    const { content } = await call(servers, 'mcp__docs__large')
    expect(content.length).toBeLessThan(31_000)
    expect(content).toContain('characters left out')
    expect(said(servers)).toEqual([])
  })

  it('gets the variables that its configuration names, and no value of them is shown', async () => {
    const config = {
      ...stdio(),
      env: { FIXTURE_TOKEN: variable('TOKEN'), OTHER: variable('NONE:-by default') },
    }
    const servers = await ready({ docs: config }, { env: { TOKEN: 'abc-very-secret' } })
    expect((await call(servers, 'mcp__docs__environment', { value: 'FIXTURE_TOKEN' })).content).toBe(
      'abc-very-secret',
    )
    expect((await call(servers, 'mcp__docs__environment', { value: 'OTHER' })).content).toBe('by default')
    await call(servers, 'mcp__docs__die')
    expect(servers.states()[0]!.stderr).toContain('started with […]')
    expect(JSON.stringify(servers.states())).not.toContain('very-secret')
  })

  it('that dies in a call costs its tools, says so once, and can be started again', async () => {
    const servers = await ready({ docs: stdio(), other: stdio() })
    const tools = servers.tools()
    const died = await call(servers, 'mcp__docs__die')
    expect(died).toMatchObject({ isError: true, content: expect.stringContaining('exit 3') })
    // The list of this turn stays as it is; a call gets an answer.
    expect(servers.tools()).toBe(tools)
    expect(await call(servers, 'mcp__docs__echo', { value: 'x' })).toMatchObject({ isError: true })
    expect(await call(servers, 'mcp__other__echo', { value: 'x' })).toEqual({ content: 'echo: x' })
    expect(said(servers)).toEqual([
      { key: 'mcp-client.ended', en: expect.stringMatching(/docs has ended .*exit 3/) },
    ])
    await servers.beginTurn(0)
    expect(servers.tools().map(({ name }) => name.split('__')[1])).not.toContain('docs')
    expect(said(servers)).toEqual([])
    expect(await servers.restart('docs')).toBe(true)
    await servers.beginTurn(0)
    expect(await call(servers, 'mcp__docs__echo', { value: 'again' })).toEqual({ content: 'echo: again' })
    expect(await servers.restart('nobody')).toBe(false)
  })

  it('that is killed from outside is gone at once', async () => {
    const file = join(temporaryDirectory(), 'pid')
    const servers = await ready({ docs: stdio('--pid', file) })
    const [pid, child] = readFileSync(file, 'utf8').split(' ').map(Number)
    const hanging = call(servers, 'mcp__docs__hang')
    process.kill(pid!, 'SIGKILL')
    expect(await hanging).toMatchObject({ isError: true, content: expect.stringContaining('SIGKILL') })
    await gone(child!)
  })

  it('that hangs when it starts, or prints something else, is not waited for', async () => {
    const started = performance.now()
    const servers = open(
      { hanging: stdio('--hang'), garbage: stdio('--garbage'), missing: { command: 'no-such-program-here' } },
      { startTimeoutMs: 3_000 },
    )
    await servers.beginTurn(100)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(servers.tools()).toEqual([])
    const late = said(servers).filter(({ key }) => key === 'mcp-client.late')
    expect(late.map(({ en }) => en).join()).toContain('hanging')
    await servers.beginTurn(10_000)
    const problems = Object.fromEntries(servers.states().map(({ name, problem }) => [name, problem?.key]))
    expect(problems).toEqual({
      hanging: 'mcp-client.no-answer',
      garbage: 'mcp-client.speaks-no-mcp',
      missing: 'mcp-client.cannot-start',
    })
    expect(servers.states().every(({ status }) => status === 'failed')).toBe(true)
    await servers.beginTurn(10)
    // Each was said once.
    expect(said(servers).filter(({ key }) => key === 'mcp-client.not-started').length).toBeLessThanOrEqual(3)
    expect(said(servers)).toEqual([])
  })

  it('that does not answer a call in time gets an error, and the next call works', async () => {
    const servers = await ready({ docs: { ...stdio(), timeout: 500 } })
    const answer = await call(servers, 'mcp__docs__hang')
    expect(answer).toMatchObject({ isError: true, content: expect.stringContaining('0.5 s') })
    expect(await call(servers, 'mcp__docs__echo', { value: 'x' })).toEqual({ content: 'echo: x' })
  })

  it('lets a call be cancelled', async () => {
    const servers = await ready({ docs: stdio() })
    const controller = new AbortController()
    const hanging = call(servers, 'mcp__docs__hang', {}, controller.signal)
    controller.abort()
    expect(await hanging).toMatchObject({ isError: true, details: { cancelled: true } })
  })

  it('ends with everything that it started, also when it ignores signals or never became ready', async () => {
    const directory = temporaryDirectory()
    const files = ['a', 'b'].map((name) => join(directory, name))
    const servers = open({
      a: stdio('--stay', '--pid', files[0]!),
      b: stdio('--hang', '--stay', '--pid', files[1]!),
    })
    await Promise.all(files.map(written))
    await servers.close()
    const pids = files.flatMap((file) => readFileSync(file, 'utf8').split(' ').map(Number))
    expect(pids).toHaveLength(4)
    for (const pid of pids) await gone(pid)
  })

  it.each(['close', 'die'])('holds nothing of ours by what it let go (%s)', async (how) => {
    const file = join(temporaryDirectory(), 'escaped')
    // What the tests before this one have closed may still be on its way out.
    await until(() => openPipes() === before)
    const servers = await ready({ docs: stdio('--escape', file) })
    const escaped = Number(readFileSync(file, 'utf8'))
    try {
      expect(openPipes()).toBeGreaterThan(before)
      if (how === 'die')
        expect(await call(servers, 'mcp__docs__die')).toMatchObject({
          content: expect.stringContaining('exit 3'),
        })
      else await servers.close()
      await until(() => openPipes() === before)
    } finally {
      process.kill(escaped, 'SIGKILL')
      await until(() => openPipes() === before)
    }
  })

  it('is used without the tools that are none, and each of them is said once', async () => {
    const servers = await ready({ docs: stdio('--odd') })
    expect(await call(servers, 'mcp__docs__echo', { value: 'x' })).toEqual({ content: 'echo: x' })
    expect(servers.tools().filter(({ name }) => name.includes('listed_twice'))).toHaveLength(1)
    const notices = said(servers)
    expect(notices.every(({ key }) => key === 'mcp-client.tool-left-out')).toBe(true)
    expect(notices.map(({ en }) => en.split('docs: its tool ')[1])).toEqual([
      '#1 is left out: "name" is not of the right form',
      '#2 is left out: "name" is not of the right form',
      'no_schema [31m is left out: "inputSchema" is not of the right form',
      '#6 is left out: "tool" is not of the right form',
      'listed_twice is left out: it is listed more than once; the first one counts',
    ])
    // Listed again, when a tool is added.
    await call(servers, 'mcp__docs__grow')
    await until(async () => {
      await servers.beginTurn(0)
      return servers.tools().some(({ name }) => name === 'mcp__docs__added')
    })
    expect(said(servers)).toEqual([])
  })

  it('may add a tool, which is there from the next turn on; the others stay the same objects', async () => {
    const servers = await ready({ docs: stdio() })
    const before = servers.tools()
    await call(servers, 'mcp__docs__grow')
    expect(servers.tools()).toBe(before)
    await until(async () => {
      await servers.beginTurn(0)
      return servers.tools().some(({ name }) => name === 'mcp__docs__added')
    })
    expect(servers.tools().slice(0, before.length)).toEqual(before)
    expect(servers.tools()[0]).toBe(before[0])
  })
})

describe('a server of another year', () => {
  const PLAIN = fileURLToPath(new URL('../../../test/fixtures/mcp/plain-server.mjs', import.meta.url))
  async function connected(speaks: string) {
    const asked = join(temporaryDirectory(), 'asked')
    const config = { command: process.execPath, args: [PLAIN, speaks], env: { ASKED: asked } }
    const servers = await ready({ plain: config }, { startTimeoutMs: 10_000 })
    return { servers, asked: () => readFileSync(asked, 'utf8').trim().split('\n') }
  }

  it.each(['2025-06-18', '2025-03-26', '2024-11-05'])(
    'is spoken with in its version: %s',
    async (version) => {
      const { servers, asked } = await connected(version)
      expect(servers.states()).toMatchObject([{ status: 'ready' }])
      expect(servers.instructions()).toContain('Call echo.')
      expect(await call(servers, 'mcp__plain__echo', { value: '旧' })).toEqual({ content: 'echo: 旧' })
      // One handshake, and no other is tried.
      expect(asked().slice(0, 3)).toEqual(['initialize', 'notifications/initialized', 'tools/list'])
    },
  )

  it('that knows only the newer handshake is asked once more, in that', async () => {
    const { servers, asked } = await connected('modern')
    expect(servers.states()).toMatchObject([{ status: 'ready' }])
    expect(await call(servers, 'mcp__plain__echo', { value: '新' })).toEqual({ content: 'echo: 新' })
    expect(asked().slice(0, 2)).toEqual(['initialize', 'server/discover'])
  })

  it.each(['none', '1999-01-01'])('that speaks nothing that is known costs its tools: %s', async (speaks) => {
    const { servers } = await connected(speaks)
    expect(servers.states()).toMatchObject([
      { status: 'failed', problem: { key: 'mcp-client.connect-failed' } },
    ])
    expect(servers.tools()).toEqual([])
  })
})

describe('a server over HTTP', () => {
  async function serve(): Promise<string> {
    const child = spawn(process.execPath, [SERVER, '--http'], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child)
    const port = await new Promise<string>((resolve) =>
      child.stdout!.once('data', (data) => resolve(String(data))),
    )
    return `http://127.0.0.1:${port.trim()}`
  }
  const headers = { Authorization: `Bearer ${variable('WORD')}` }
  const env = { WORD: 'open sesame' }
  const counts = async (url: string) => (await fetch(`${url}/counts`)).json()

  it('is used in a session, which is made again when the server has forgotten it, and ended', async () => {
    const url = await serve()
    const servers = await ready({ remote: { type: 'http', url: `${url}/mcp`, headers } }, { env })
    expect(await call(servers, 'mcp__remote__echo', { value: 'x' })).toEqual({ content: 'echo: x' })
    await fetch(`${url}/forget`)
    expect(await call(servers, 'mcp__remote__echo', { value: 'y' })).toEqual({ content: 'echo: y' })
    await servers.close()
    // The first one had been forgotten by the server, which was told all the same.
    expect(await counts(url)).toEqual({ sessions: 2, ended: 1 })
  })

  it('that asks for a sign-in or is not there says so, and its address stays unsaid', async () => {
    const url = await serve()
    const servers = await ready({
      closed: { url: `${url}/mcp?key=hidden-key` },
      nowhere: { type: 'http', url: 'http://127.0.0.1:1/mcp?key=hidden-key' },
    })
    const problems = Object.fromEntries(servers.states().map(({ name, problem }) => [name, problem?.key]))
    expect(problems).toEqual({ closed: 'mcp-client.needs-sign-in', nowhere: 'mcp-client.connect-failed' })
    expect(JSON.stringify([servers.states(), said(servers)])).not.toContain('hidden-key')
  })
})

describe('tools that would fill the window', () => {
  it('are listed by name, found by words, loaded, and stay loaded in a resumed conversation', async () => {
    const servers = await ready({ docs: stdio('--tools', '60') }, { window: 100_000 })
    expect(servers.tools().map(({ name }) => name)).toEqual([LOAD_TOOL])
    const listing = servers.listing()!
    expect(listing.match(/mcp__docs__numbered_\d+/g)).toHaveLength(60)
    const found = await call(servers, LOAD_TOOL, { query: 'tickets' })
    expect(found.content).toContain('mcp__docs__numbered_7: Does thing 7')
    expect(found.content).toContain('"properties":{"value"')
    await call(servers, LOAD_TOOL, { names: ['mcp__docs__echo', 'mcp__docs__no'] })
    expect(servers.tools().map(({ name }) => name)).toEqual([
      LOAD_TOOL,
      'mcp__docs__numbered_7',
      'mcp__docs__echo',
    ])
    expect(await call(servers, 'mcp__docs__echo', { value: 'x' })).toEqual({ content: 'echo: x' })
    expect(await call(servers, LOAD_TOOL, { names: ['mcp__docs__no'] })).toMatchObject({ isError: true })
    // The list stays the same to the byte while nothing is loaded.
    const same = servers.tools()
    await servers.beginTurn(0)
    expect(servers.tools()).toBe(same)
    expect(servers.toolsFor().map(({ name }) => name)).toEqual(['mcp__docs__numbered_7', 'mcp__docs__echo'])
    expect(servers.toolsFor(['mcp__docs']).length).toBeGreaterThan(60)
    expect(servers.toolsFor(['Read', 'mcp__docs__numbered_3']).map(({ name }) => name)).toEqual([
      'mcp__docs__numbered_3',
    ])
    const resumed = await ready(
      { docs: stdio('--tools', '60') },
      { window: 100_000, used: ['Read', 'mcp__docs__echo'] },
    )
    expect(resumed.tools().map(({ name }) => name)).toEqual([LOAD_TOOL, 'mcp__docs__echo'])
  })

  it('are all there where the window is large', async () => {
    const servers = await ready({ docs: stdio('--tools', '60') }, { window: 1_000_000 })
    expect(servers.tools().length).toBeGreaterThan(60)
    expect(servers.listing()).toBeUndefined()
  })
})

function openPipes(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length
}

async function written(file: string): Promise<void> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(' '))
}

async function gone(pid: number): Promise<void> {
  await until(() => {
    try {
      process.kill(pid, 0)
      return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    } catch {
      return true
    }
  })
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await holds()) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error('it does not become so')
}
