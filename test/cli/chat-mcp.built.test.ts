// MCP servers in `memdir chat`: real processes, seen from the provider's side.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { watchLoading } from '../loaded-files.ts'
import { replyWithTools } from '../support/published/reply.ts'
import { COMMAND } from './run-memdir.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()
const SERVER = fileURLToPath(new URL('../fixtures/mcp/server.mjs', import.meta.url))
const server = (...args: string[]) => ({ command: process.execPath, args: [SERVER, ...args] })
/** A hook that speaks for the person. */
const ALLOW = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'mcp__.*',
        hooks: [
          {
            type: 'command',
            command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
          },
        ],
      },
    ],
  },
}

interface Spec {
  function: { name: string; parameters: Record<string, unknown> }
}
const toolNames = (at: number) =>
  (talk.server.requests[at]!.body.tools as Spec[]).map((tool) => tool.function.name)
const echo = (value: string, name = 'docs') => ({ tool: `mcp__${name}__echo`, input: { value } })
const writeMcpJson = (mcpServers: unknown) =>
  writeFileSync(join(talk.cli.place.project, '.mcp.json'), JSON.stringify({ mcpServers }))

describe('MCP servers in a conversation', () => {
  it('come from the settings: tools behind the others, instructions in the prompt, calls under permission', async () => {
    await talk.serve([replyWithTools(echo('first')), 'Done.'], { mcpServers: { docs: server() }, ...ALLOW })
    const { data } = JSON.parse((await talk.chat(['-p', 'Say it.', '--json'])).out)
    expect(toolNames(0).slice(-11, -9)).toEqual(['Agent', 'mcp__docs__echo'])
    expect(talk.toldIn(0)).toContain('Call echo with a value.')
    expect(talk.toldIn(1)).toContain('echo: first')
    expect(data.tools).toEqual([{ name: 'mcp__docs__echo', ok: true, ms: expect.any(Number) }])
    const { out } = await talk.chat(['-p', 'Say it.', '--output-format', 'stream-json'])
    expect(JSON.parse(out.split('\n')[0]!)).toMatchObject({
      type: 'start',
      tools: expect.arrayContaining(['Read', 'mcp__docs__echo']),
      resumed: false,
    })
  })

  it('do not keep `-p` from ending by what they have let go', async () => {
    const file = talk.cli.below('escaped')
    await talk.serve(['Done.'], { mcpServers: { docs: server('--escape', file) } })
    const child = talk.start(['chat', '-p', 'Say it.'])
    try {
      const code = await new Promise((done) => {
        child.once('exit', done)
        setTimeout(done, 20_000, 'it goes on').unref()
      })
      expect(code).toBe(0)
    } finally {
      child.kill('SIGKILL')
      process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
    }
  })

  it('are asked about even where they say that they only read: nobody there, nothing called', async () => {
    await talk.serve([replyWithTools(echo('first')), 'Done.'], { mcpServers: { docs: server() } })
    await talk.chat(['-p', 'Say it.'])
    expect(talk.toldIn(1)).toContain("Denied: mcp__docs__echo needs the user's permission")
  })

  it('of the project count once exactly they are approved', async () => {
    await talk.serve(['One.', 'Two.', 'Three.'])
    writeMcpJson({ docs: server() })
    expect((await talk.chat(['-p', 'Hello.'])).err).toContain('.mcp.json')
    expect(toolNames(0)).not.toContain('mcp__docs__echo')
    const waiting = talk.cli.json(['trust']).data.waiting as { name: string; hash: string }[]
    expect(waiting.map(({ name }) => name)).toEqual(['.mcp.json'])
    talk.cli.run(['trust', '--accept', waiting[0]!.hash])
    await talk.chat(['-p', 'Hello.'])
    expect(toolNames(1)).toContain('mcp__docs__echo')
    writeMcpJson({ docs: server('--tools', '1') })
    await talk.chat(['-p', 'Hello.'])
    expect(toolNames(2)).not.toContain('mcp__docs__echo')
  })

  it('that fail cost their tools and one line each, and the conversation goes on', async () => {
    await talk.serve([replyWithTools({ tool: 'mcp__docs__die', input: {} }), 'It died.'], {
      mcpServers: {
        docs: server(),
        lost: { command: 'no-such-program-here' },
        odd: { type: 'sse', url: 'x' },
      },
      ...ALLOW,
    })
    const { out, err } = await talk.chat(['-p', 'Go.'])
    expect(out).toBe('It died.\n')
    const lines = err.split('\n')
    expect(lines.filter((line) => line.includes('MCP server lost is not used'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('MCP server odd is not used'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('MCP server docs has ended'))).toHaveLength(1)
    expect(talk.toldIn(1)).toContain('its process ended with exit 3')
  })

  it('are none with --bare, and nothing of the client is loaded where none is configured', async () => {
    const pid = join(talk.cli.place.root, 'pid')
    await talk.serve(['One.', 'Two.', 'Three.'], { mcpServers: { docs: server('--pid', pid) } })
    await talk.chat(['-p', 'Hello.', '--bare'])
    expect(existsSync(pid)).toBe(false)
    expect(toolNames(0)).not.toContain('mcp__docs__echo')
    const loadedWith = async (args: string[]) => {
      const watched = watchLoading(talk.cli.place.root)
      const child = talk.start(['chat', ...args], { command: [process.execPath, ...watched.argv, COMMAND] })
      child.stdin!.end()
      await new Promise((done) => child.on('close', done))
      return watched.loaded().own
    }
    expect(await loadedWith(['-p', 'Hello.'])).toEqual(
      expect.arrayContaining(['mcp-client.js', 'connect-server.js']),
    )
    writeFileSync(
      join(talk.cli.place.home, 'settings.json'),
      JSON.stringify({
        ...JSON.parse(readFileSync(join(talk.cli.place.home, 'settings.json'), 'utf8')),
        mcpServers: {},
      }),
    )
    const without = await loadedWith(['-p', 'Hello.'])
    expect(without).toContain('runtime.js')
    expect(without.filter((name) => /mcp|connect/.test(name))).toEqual([])
  })

  it('of a sub-agent are connected while it runs', async () => {
    const pid = join(talk.cli.place.root, 'pid')
    await talk.serve(
      [
        replyWithTools({ tool: 'Agent', input: { subagent_type: 'asker', prompt: 'Ask.' } }),
        replyWithTools(echo('inside', 'own')),
        'Asked.',
        'Done.',
      ],
      ALLOW,
    )
    const agents = join(talk.cli.place.home, 'agents')
    mkdirSync(agents, { recursive: true })
    const definition = { own: server('--pid', pid) }
    writeFileSync(
      join(agents, 'asker.md'),
      `---\nname: asker\ndescription: asks\ntools: Read\nmcpServers: [${JSON.stringify(definition)}]\n---\nAsk.\n`,
    )
    expect((await talk.chat(['-p', 'Go.'])).out).toBe('Done.\n')
    expect(toolNames(0)).not.toContain('mcp__own__echo')
    expect(toolNames(1)).toContain('mcp__own__echo')
    expect(talk.toldIn(2)).toContain('echo: inside')
    for (const one of readFileSync(pid, 'utf8').split(' ').map(Number)) expect(isAlive(one)).toBe(false)
  })

  it.skipIf(!hasTerminal)('are shown by /mcp, and one that was ended is started again', async () => {
    await talk.serve([replyWithTools(echo('asked')), 'Done.'], {
      mcpServers: { docs: server(), lost: { command: 'no-such-program-here' } },
    })
    const terminal = talk.terminal()
    await terminal.said('›')
    terminal.type('say it\r')
    await terminal.said('mcp__docs__echo')
    await terminal.said('always')
    terminal.type('y\r')
    await terminal.said('Done.')
    terminal.type('/mcp\r')
    await terminal.said('docs (stdio) ready, tools: 10')
    await terminal.said('mcp__docs__echo')
    await terminal.said('lost (stdio) not available')
    terminal.type('/mcp restart docs\r')
    await terminal.said('docs (stdio) ready')
    terminal.type('/exit\r')
    await terminal.end
    expect(talk.toldIn(1)).toContain('echo: asked')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('end with the process that is ended by %s', async (signal) => {
    const pid = join(talk.cli.place.root, 'pid')
    await talk.serve([{ drop: 'silence' }], {
      mcpServers: { docs: server('--stay', '--pid', pid) },
    })
    const child = talk.start(['chat', '-p', 'Hello.'])
    child.stdin!.end()
    while (!existsSync(pid) || !readFileSync(pid, 'utf8').includes(' '))
      await new Promise((wake) => setTimeout(wake, 20))
    const closed = new Promise((done) => child.on('close', (code, by) => done(by ?? code)))
    while (talk.server.requests.length === 0) await new Promise((wake) => setTimeout(wake, 20))
    child.kill(signal)
    expect(await closed).toBe(signal === 'SIGINT' ? 130 : 143)
    for (const one of readFileSync(pid, 'utf8').split(' ').map(Number)) {
      for (let tries = 0; tries < 100 && isAlive(one); tries++)
        await new Promise((wake) => setTimeout(wake, 20))
      expect(isAlive(one)).toBe(false)
    }
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
