import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { anthropicProtocol } from '../support/published/anthropic-protocol.ts'
import { startProviderServer } from '../support/published/provider-server.ts'

const cli = useCli()

/** Answers the requests in turn, as JSON. */
async function fakeServer(answers: ((body: string) => object)[]) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[Math.min(bodies.length, answers.length) - 1]!(body)))
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: () => server.close(),
  }
}

function example(name: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const file = fileURLToPath(new URL(`../../examples/${name}.mjs`, import.meta.url))
    const child = spawn(process.execPath, [file], {
      cwd: cli.place.project,
      env: { ...cli.place.env, ...env },
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      out += chunk
    })
    child.on('exit', (code) => (code === 0 ? done(out) : fail(new Error(out))))
  })
}

it('Anthropic’s memory tool writes memories', async () => {
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const use = { type: 'tool_use', id: 't1', name: 'memory' }
  const input = {
    command: 'create',
    path: '/memories/releases.md',
    file_text: '# Releases\n\nThey leave on Tuesdays.\n',
  }
  const server = await fakeServer([
    () => ({ ...message, content: [{ ...use, input }], stop_reason: 'tool_use' }),
    () => ({ ...message, content: [{ type: 'text', text: 'Noted.' }], stop_reason: 'end_turn' }),
  ])
  const out = await example('anthropic-memory-tool', {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'x',
  })
  server.close()
  expect(JSON.parse(server.bodies[0]!).tools[0].type).toBe('memory_20250818')
  expect(server.bodies[1]).toContain('File created successfully at: /memories/releases.md')
  expect(out).toBe('Noted.\nreleases.md: Releases\n')
})

it('OpenAI’s functions write memories', async () => {
  const message = { role: 'assistant', content: null }
  const call = {
    id: 'c1',
    type: 'function',
    function: {
      name: 'memory_remember',
      arguments: '{"content":"Releases leave on Tuesdays","said_by_user":true}',
    },
  }
  const chat = (extra: object) => ({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, finish_reason: 'stop', message: { ...message, ...extra } }],
  })
  const server = await fakeServer([() => chat({ tool_calls: [call] }), () => chat({ content: 'Noted.' })])
  const out = await example('openai-functions', { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'x' })
  server.close()
  expect(server.bodies[1]).toContain('Remembered as')
  expect(out).toContain('Noted.')
  expect(cli.json(['list']).data.memories[0].source).toEqual({
    origin: 'reported',
    conversation: expect.stringMatching(/^process-/),
  })
})

it('a conversation of one’s own is compacted, on messages of Anthropic and of OpenAI', async () => {
  const long = 'word '.repeat(30_000)
  const said = (body: string) => (body.includes('Write the record') ? 'It was about windows.' : long)
  const claude = await fakeServer([
    (body) => ({
      ...{
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'fake',
        stop_sequence: null,
        stop_reason: 'end_turn',
      },
      content: [{ type: 'text', text: said(body) }],
      usage: { input_tokens: 40_000, output_tokens: 40_000 },
    }),
  ])
  const env = { WINDOW: '100000', ANTHROPIC_BASE_URL: claude.url, ANTHROPIC_API_KEY: 'x' }
  expect(await example('compact-anthropic', env)).toMatch(/full: \d+ → \d+ tokens/)
  claude.close()
  expect(claude.bodies).toHaveLength(3)
  expect(claude.bodies[2]).toContain('It was about windows.')
  const openai = await fakeServer([
    (body) => ({
      ...{ id: 'x', object: 'chat.completion', created: 1, model: 'fake' },
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: said(body) } }],
      usage: { prompt_tokens: 40_000, completion_tokens: 40_000, total_tokens: 80_000 },
    }),
  ])
  const other = { WINDOW: '100000', OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: 'x' }
  expect(await example('compact-openai', other)).toMatch(/full: \d+ → \d+ tokens/)
  openai.close()
  expect(openai.bodies[2]).toContain('It was about windows.')
})

it('an agent of one’s own uses the loop, a tool, a hook, a log that it continues, and what was remembered', async () => {
  cli.add('Releases leave from Lisbon on Tuesdays.', '--type', 'project')
  mkdirSync(join(cli.place.project, 'dist'))
  const server = await startProviderServer(anthropicProtocol, [
    { say: [{ tool: 'Weather', input: { place: 'Lisbon' } }] },
    {
      say: [{ tool: 'Write', input: { file_path: join(cli.place.project, 'dist/x.js'), content: 'x' } }],
    },
    'On Tuesdays; it rains.',
    'As I said.',
  ])
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'x' }
  const out = await example('agent', env)
  expect(out).toBe('[Weather]\n[Write]\nOn Tuesdays; it rains.\ndone after 3 requests\n')
  const [first, second, third] = server.requests.map(({ body }) => JSON.stringify(body))
  expect(first).toContain('Releases leave from Lisbon')
  expect(second).toContain('It rains in Lisbon.')
  expect(third).toContain('dist/ is made')
  expect(existsSync(join(cli.place.project, 'dist/x.js'))).toBe(false)
  expect(await example('agent', env)).toContain('As I said.')
  expect(JSON.stringify(server.requests[3]!.body)).toContain('It rains in Lisbon.')
  await server.close()
})

it('and is tested without a provider', async () => {
  expect(await example('agent-test')).toBe('A command was run: it says ready. (3 requests)\n')
})

it('the AI SDK’s middleware attaches what its tool remembered', async () => {
  expect(await example('ai-sdk')).toContain('> Releases leave on Tuesdays')
})

it('the Claude Agent SDK’s callbacks attach memories', async () => {
  // Again and again: each run is a conversation of its own.
  for (let run = 0; run < 2; run++)
    expect(await example('claude-agent-sdk')).toContain('> Releases leave on Tuesdays')
})

it('says which key is missing instead of a stack trace', async () => {
  const reported = (name: string, key: string) =>
    expect(example(name, { [key]: '' })).rejects.toThrow(
      new RegExp(`^This example talks to a model: set ${key} and run it again\\.\\n$`),
    )
  await reported('anthropic-memory-tool', 'ANTHROPIC_API_KEY')
  await reported('openai-functions', 'OPENAI_API_KEY')
  await reported('compact-anthropic', 'ANTHROPIC_API_KEY')
  await reported('compact-openai', 'OPENAI_API_KEY')
})
