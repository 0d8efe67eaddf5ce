import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { text } from '../content.ts'
import { complete, type ModelRequest } from '../model.ts'
import { openModel } from '../model-config.ts'
import { createOwnAgentModel, type OwnAgent } from './own-agent.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'memdir-own-agent-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** A program that notes how it was called and then says what it is told to. */
function program(body: string): string {
  const path = join(place, 'agent')
  writeFileSync(
    path,
    `#!${process.execPath}
const fs = require('node:fs')
fs.writeFileSync(${JSON.stringify(join(place, 'call.json'))}, JSON.stringify({
  args: process.argv.slice(2), env: process.env, input: fs.readFileSync(0, 'utf8'), cwd: process.cwd() }))
${body}
`,
  )
  chmodSync(path, 0o755)
  return path
}
const called = () => JSON.parse(readFileSync(join(place, 'call.json'), 'utf8'))
const env = (more: Record<string, string> = {}) => ({ PATH: process.env.PATH ?? '', HOME: place, ...more })
const open = (
  agent: OwnAgent,
  body: string,
  more: { model?: string; env?: Record<string, string>; timeoutMs?: number } = {},
) =>
  createOwnAgentModel({
    agent,
    model: 'default',
    cwd: place,
    ...more,
    env: env(more.env),
    program: program(body),
  })
const request = (...said: string[]): ModelRequest => ({
  system: [{ text: 'You note things.' }],
  tools: [],
  messages: said.map((one, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: [text(one)] })),
})
const say = (value: unknown) => `console.log(${JSON.stringify(JSON.stringify(value))})`

const CLAUDE = {
  type: 'result',
  is_error: false,
  result: '{"statements": []}',
  usage: { input_tokens: 40, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 10 },
  modelUsage: { 'claude-haiku-5-5': {} },
}

describe('Claude Code as a model', () => {
  it('answers a question, and tells what it took', async () => {
    const response = await complete(open('claude-code', say(CLAUDE), { model: 'haiku' }), request('what?'))
    expect(response).toMatchObject({
      content: [{ type: 'text', text: '{"statements": []}' }],
      usage: { input: 40, output: 10, cacheRead: 2, cacheCreated: 3 },
      model: 'claude-haiku-5-5',
      stop: 'end',
    })
    const { args, input } = called()
    expect(input).toBe('what?')
    expect(args.slice(args.indexOf('--model'))).toEqual(['--model', 'haiku'])
  })

  it('has no tool, no hook, no server, no settings of a project, no memory, and no caller', async () => {
    const outer = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's', CLAUDE_CONFIG_DIR: '/c' }
    await complete(open('claude-code', say(CLAUDE), { env: outer }), request('what?'))
    const { args, env: inside } = called()
    const optionValue = (name: string) => args[args.indexOf(name) + 1]
    expect(optionValue('--tools')).toBe('')
    expect(optionValue('--setting-sources')).toBe('')
    expect(args).toContain('--strict-mcp-config')
    expect(args).toContain('--no-session-persistence')
    expect(JSON.parse(optionValue('--settings'))).toEqual({ disableAllHooks: true, autoMemoryEnabled: false })
    expect(inside).toMatchObject({ MEMDIR_DISABLE_AUTO_MEMORY: '1', CLAUDE_CONFIG_DIR: '/c' })
    expect(inside).not.toHaveProperty('CLAUDECODE')
    expect(inside).not.toHaveProperty('CLAUDE_CODE_SESSION_ID')
  })

  it('is given a second question with what came before it', async () => {
    await complete(open('claude-code', say(CLAUDE)), request('what?', 'this', 'again'))
    expect(called().input).toBe('Question:\nwhat?\n\nYour answer:\nthis\n\nQuestion:\nagain')
  })

  it.each([
    ['says that it failed', say({ ...CLAUDE, is_error: true, result: 'Invalid API key' }), /Invalid API key/],
    ['ends without an answer', "console.error('boom'); process.exit(3)", /boom/],
    ['says something else', "console.log('hello')", /0/],
  ])('is an error where it %s', async (_, body, reason) => {
    await expect(complete(open('claude-code', body), request('x'))).rejects.toThrow(reason)
  })

  it('is ended where it takes too long, and where nobody waits', async () => {
    const slow = 'setInterval(() => {}, 1000)'
    const late = open('claude-code', slow, { timeoutMs: 300 })
    await expect(complete(late, request('x'))).rejects.toMatchObject({ kind: 'network', retryable: false })
    const signal = AbortSignal.timeout(300)
    await expect(complete(open('claude-code', slow), request('x'), { signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('says what to do where it is not there', async () => {
    const model = createOwnAgentModel({
      ...{ agent: 'claude-code', model: 'default', cwd: place, env: env() },
      program: join(place, 'missing'),
    })
    await expect(complete(model, request('x'))).rejects.toMatchObject({ kind: 'network' })
  })

  it('leads no conversation', async () => {
    const tools = [{ name: 'Read', description: '', inputSchema: { type: 'object' as const } }]
    const asked = complete(open('claude-code', say(CLAUDE)), { ...request('x'), tools })
    await expect(asked).rejects.toMatchObject({ code: 'bad_settings' })
    expect(() => openModel({ provider: 'codex', model: 'default' })).toThrow(/single questions/)
  })
})

describe('Codex as a model', () => {
  const events = (...all: unknown[]) => all.map(say).join('\n')
  const said = { type: 'item.completed', item: { type: 'agent_message', text: 'OK.' } }
  const done = {
    type: 'turn.completed',
    usage: { input_tokens: 100, cached_input_tokens: 30, output_tokens: 5 },
  }

  it('answers a question, and tells what it took', async () => {
    const noise = { type: 'item.completed', item: { type: 'error', message: 'a warning' } }
    const response = await complete(
      open('codex', events(noise, said, done), { model: 'gpt-x' }),
      request('what?'),
    )
    expect(response).toMatchObject({
      content: [{ text: 'OK.' }],
      usage: { input: 70, cacheRead: 30, output: 5, cacheCreated: 0 },
    })
    const { args, input } = called()
    expect(input).toBe('You note things.\n\nwhat?')
    expect(args).toEqual(expect.arrayContaining(['--ephemeral', 'read-only', 'hooks', '-m', 'gpt-x', '-']))
  })

  it('starts none of the person’s servers', async () => {
    mkdirSync(join(place, '.codex'))
    writeFileSync(
      join(place, '.codex', 'config.toml'),
      'model = "x"\n[mcp_servers.memdir]\ncommand = "a"\n[mcp_servers.memdir.env]\nA = "b"\n  [ mcp_servers."my one" ]\ncommand = "b"\n',
    )
    await complete(open('codex', events(said, done)), request('x'))
    const off = called().args.filter((arg: string) => arg.startsWith('mcp_servers'))
    expect(off).toEqual(['mcp_servers.memdir.enabled=false', 'mcp_servers.my one.enabled=false'])
    writeFileSync(join(place, '.codex', 'config.toml'), '[mcp_servers."a.b"]\ncommand = "c"\n')
    await expect(complete(open('codex', events(said, done)), request('x'))).rejects.toThrow(/a\.b/)
  })

  it('is an error where its turn failed', async () => {
    const body = events({ type: 'turn.failed', error: { message: 'usage limit' } })
    await expect(complete(open('codex', body), request('x'))).rejects.toThrow(/usage limit/)
  })
})
