// Every face records memories as shown after they went out: what nobody was given is given again.

import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { handleOf } from '../src/connect/memdir-handle.ts'
import { memoryMiddleware } from '../src/connect/sdk/ai-sdk.ts'
import { memoryHooks } from '../src/connect/sdk/claude-agent-sdk.ts'
import { readShown } from '../src/search/shown-record.ts'
import { connectMcp } from './agents/mcp-client.ts'
import { COMMAND } from './cli/run-memdir.ts'
import { useCli } from './cli/use-cli.ts'
import { openaiProtocol } from './support/published/openai-protocol.ts'
import { type ProviderServer, type Script, startProviderServer } from './support/published/provider-server.ts'

const cli = useCli()
const FACT = 'The harbour lights are painted viridian at night'
const ASK = 'how are the harbour lights painted at night?'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function engineHere(): Engine {
  const engine = openEngine({ directory: cli.place.project, env: cli.place.env })
  open.push(engine)
  return engine
}

const shown = (engine: Engine, conversation: string) => readShown(engine.location.state, conversation)
const later = () => new Promise((done) => setTimeout(done, 50))

describe('memdir recall --record', () => {
  const args = ['recall', '-p', ASK, '--session', 's1', '--record']

  it('records what was printed, and nothing where nobody read it', async () => {
    const { file } = cli.add(FACT)
    const child = spawn(process.execPath, [COMMAND, ...args], { cwd: cli.place.project, env: cli.place.env })
    child.stdout.destroy()
    await new Promise((done) => child.on('exit', done))
    const engine = engineHere()
    expect(shown(engine, 's1').shown).toEqual([])
    expect(cli.run(args).out).toContain('viridian')
    expect(shown(engine, 's1').shown).toEqual([file])
    expect(cli.run(args).out).toBe('')
  })

  it('prints where the record cannot be written', () => {
    cli.add(FACT)
    writeFileSync(join(engineHere().location.state, 'shown'), 'in the way')
    expect(cli.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('viridian') })
  })
})

describe('the MCP server', () => {
  const event = { hook_event_name: 'UserPromptSubmit', session_id: 's1', prompt: ASK }

  it('records what it has sent', async () => {
    const { file } = cli.add(FACT)
    const client = await connectMcp(cli.place)
    expect((await client.call('hook', event)).text).toContain('viridian')
    await later()
    expect(shown(engineHere(), 's1').shown).toEqual([file])
    await client.close()
  })

  it('records nothing that its client did not take', async () => {
    cli.add(FACT)
    const client = await connectMcp(cli.place)
    // Loads what a call needs, so that the answer is not late.
    await client.call('hook', { ...event, session_id: 'warm' })
    await later()
    client.child.stdout!.destroy()
    void client.request('tools/call', { name: 'hook', arguments: event })
    void client.request('tools/call', { name: 'recall', arguments: { query: ASK } })
    await new Promise((done) => setTimeout(done, 1_500))
    const engine = engineHere()
    expect(shown(engine, 'warm').shown).toHaveLength(1)
    expect(shown(engine, 's1')).toEqual({ shown: [], read: [], bytes: 0 })
    client.child.kill()
  })

  it('answers where the record cannot be written', async () => {
    cli.add(FACT)
    writeFileSync(join(engineHere().location.state, 'shown'), 'in the way')
    const client = await connectMcp(cli.place)
    await client.call('hook', event)
    expect((await client.call('hook', event)).text).toContain('viridian')
    expect(await client.call('recall', { query: ASK })).toMatchObject({ failed: false })
    await client.close()
  })
})

describe('a conversation of memdir’s own', () => {
  async function converse(script: Script, hooks: Record<string, unknown> = {}) {
    const server: ProviderServer = await startProviderServer(openaiProtocol, script)
    open.push(server)
    mkdirSync(cli.place.home, { recursive: true })
    const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
    writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify({ models, hooks }))
    const engine = engineHere()
    const conversation = await (await engine.runtime()).openConversation({ mode: 'deny' })
    const say = async (text: string) => {
      for await (const event of conversation.submit(text)) if (event.type === 'end') return event.reason
      return undefined
    }
    return { engine, server, conversation, say, record: () => shown(engine, conversation.id).shown }
  }

  it('counts as shown what a model has received', async () => {
    const { file } = cli.add(FACT)
    const { say, server, record } = await converse(['viridian, at night'])
    await say(ASK)
    expect(server.requests[0]!.raw).toContain('viridian')
    expect(record()).toEqual([file])
  })

  it('counts nothing for a prompt that a hook refused', async () => {
    cli.add(FACT)
    const refuse = { type: 'command', command: 'echo no >&2; exit 2' }
    const { say, server, record } = await converse(['?'], { UserPromptSubmit: [{ hooks: [refuse] }] })
    expect(await say(ASK)).toBe('blocked')
    expect([server.requests.length, record()]).toEqual([0, []])
  })

  it('counts nothing while requests fail, attaches it once all the same, and counts it when one arrives', async () => {
    const { file } = cli.add(`${FACT}\n\nThe pigment comes from Lisbon.`)
    const { say, server, record } = await converse((_, number) =>
      number === 1 ? { fail: 'invalid' } : 'viridian, at night',
    )
    expect(await say(ASK)).toBe('error')
    expect(record()).toEqual([])
    await say(`${ASK} please say it again`)
    const { raw } = server.requests.at(-1)!
    expect(raw.split('> The pigment comes')).toHaveLength(2)
    expect(record()).toEqual([file])
  })
})

describe('SDK adapters', () => {
  const prompt = [{ role: 'user', content: [{ type: 'text', text: ASK }] }]

  it('AI SDK: counts as shown when the model has taken the request', async () => {
    const { file } = cli.add(FACT)
    const engine = engineHere()
    const middleware = memoryMiddleware(handleOf(engine), { conversation: 'c1', deadlineMs: 20_000 })
    const first = await middleware.transformParams({ params: { prompt } })
    expect(first.prompt[0].content[1].text).toContain('viridian')
    const failing = () => Promise.reject(new Error('no network'))
    await expect(middleware.wrapGenerate({ doGenerate: failing, params: first })).rejects.toThrow(
      'no network',
    )
    await later()
    expect(shown(engine, 'c1').shown).toEqual([])
    const again = await middleware.transformParams({ params: { prompt } })
    expect(again).toEqual(first)
    expect(await middleware.wrapStream({ doStream: async () => 'stream', params: again })).toBe('stream')
    await later()
    expect(shown(engine, 'c1').shown).toEqual([file])
  })

  it('Claude Agent SDK: an aborted callback counts nothing', async () => {
    const { file } = cli.add(FACT)
    const engine = engineHere()
    const [matcher] = memoryHooks(handleOf(engine)).UserPromptSubmit
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 'c1', prompt: ASK }
    await engine.recall({ prompt: ASK })
    const aborted = await matcher!.hooks[0]!(event, undefined, { signal: AbortSignal.abort() })
    await later()
    expect([aborted, shown(engine, 'c1').shown]).toEqual([{}, []])
    const answer = await matcher!.hooks[0]!(event, undefined, { signal: new AbortController().signal })
    expect(answer.hookSpecificOutput?.additionalContext).toContain('viridian')
    await later()
    expect(shown(engine, 'c1').shown).toEqual([file])
  })
})
