import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'vitest'
import { anthropicProtocol } from '../../test/support/published/anthropic-protocol.ts'
import { FakeModel } from '../../test/support/published/fake-model.ts'
import { modelContract } from '../../test/support/published/model-contract.ts'
import {
  ask,
  collect,
  type DocumentedAnswer,
  type ModelHarness,
} from '../../test/support/published/model-harness.ts'
import { ollamaProtocol } from '../../test/support/published/ollama-protocol.ts'
import { openaiProtocol } from '../../test/support/published/openai-protocol.ts'
import type { Protocol } from '../../test/support/published/protocol.ts'
import { type ReceivedRequest, startProviderServer } from '../../test/support/published/provider-server.ts'
import type { Model } from './model.ts'
import { createModelChooser, type ModelConfig, openModel, openModels, readModelName } from './model-config.ts'
import { createAnthropicModel } from './providers/anthropic.ts'
import { createOllamaModel } from './providers/ollama.ts'
import { createOpenAIModel } from './providers/openai.ts'
import type { RetryPolicy } from './providers/plan-retry.ts'

const key = `sk-${'contract'.repeat(4)}`

interface Made {
  baseUrl: string
  retry: RetryPolicy
  silenceMs?: number
}

const SAME_TEXT = '好的，let me look.'
const USAGE = { input: 502, output: 41, cacheRead: 1200, cacheCreated: 0 }
const UNKNOWN = { error: 'invalid', key: 'models.unknown-model' } as const

/** A file of test/fixtures/streams: it says itself which page describes the form, and when it was written. */
function documented(
  name: string,
  file: string,
  create: (made: Made) => Model,
  expected: DocumentedAnswer['expected'],
): DocumentedAnswer {
  const written = readFileSync(new URL(`../../test/fixtures/streams/${file}`, import.meta.url), 'utf8')
  const [, page = ''] = /^[:#] form: (\S+)$/m.exec(written) ?? []
  const [, date = ''] = /^[:#] written: ([\d-]+),/m.exec(written) ?? []
  // Comments are part of an event stream, but not of JSON.
  const body = written.replace(/^#.*\n/gm, '')
  return {
    ...{ name, page, date, expected },
    async open() {
      const isError = file.endsWith('.json')
      const type = file.endsWith('.sse') ? 'text/event-stream' : 'application/json'
      const server = createServer((incoming, outgoing) => {
        incoming.resume()
        outgoing.writeHead(isError ? 404 : 200, { 'content-type': type }).end(body)
      })
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      const { port } = server.address() as AddressInfo
      const retry = { retries: 0, firstDelayMs: 1, maxDelayMs: 1 }
      return {
        model: create({ baseUrl: `http://127.0.0.1:${port}`, retry }),
        bodies: () => [],
        close: () => new Promise((done) => server.close(() => done())),
      }
    },
  }
}

function onServer(
  protocol: Protocol,
  create: (made: Made) => Model,
  can: ModelHarness['can'],
  answers: (create: (made: Made) => Model) => DocumentedAnswer[] = () => [],
): ModelHarness {
  return {
    key,
    can,
    documented: answers(create),
    async open(script, options) {
      const server = await startProviderServer(protocol, script)
      return {
        model: create({ baseUrl: server.url, ...options }),
        bodies: () => server.requests.map((request) => request.raw),
        close: () => server.close(),
      }
    },
  }
}

const can = { cache: true, signatures: false, rawInput: true, refuse: true }
const chat = (config: Partial<ModelConfig>) => (made: Made) =>
  createOpenAIModel({
    model: 'm',
    apiKey: key,
    dialect: config.provider === 'gemini' ? 'gemini' : config.provider === 'openai' ? 'openai' : 'compatible',
    ...made,
    baseUrl: `${made.baseUrl}/v1`,
  })

const harnesses: Record<string, ModelHarness> = {
  anthropic: onServer(
    anthropicProtocol,
    (made) => createAnthropicModel({ model: 'm', apiKey: key, ...made }),
    { ...can, signatures: true },
    (create) => [
      documented('thinking, text and a tool call', 'anthropic.sse', create, {
        text: SAME_TEXT,
        thinking: 'Two files to read.',
        tools: [{ path: 'a.ts' }],
        stop: 'tool_use',
        usage: { input: 472, output: 89, cacheRead: 1200, cacheCreated: 30, cacheCreatedHour: 0 },
      }),
      documented('an error inside the stream', 'anthropic-error.sse', create, { error: 'overloaded' }),
      documented('an unknown model', 'anthropic-unknown-model.json', create, UNKNOWN),
    ],
  ),
  openai: onServer(openaiProtocol, chat({ provider: 'openai' }), can, (create) => [
    documented('text and parallel tool calls', 'openai.sse', create, {
      ...{ text: SAME_TEXT, tools: [{ path: 'a.ts' }, { path: 'b.ts' }], stop: 'tool_use', usage: USAGE },
    }),
    documented('a refusal', 'openai-refusal.sse', create, { error: 'refused' }),
    documented('an unknown model', 'openai-unknown-model.json', create, UNKNOWN),
  ]),
  // Its compatible endpoint: the native API is not spoken.
  gemini: onServer(openaiProtocol, chat({ provider: 'gemini' }), can, (create) => [
    documented('text and tool calls with a signature', 'gemini.sse', create, {
      ...{ text: SAME_TEXT, tools: [{ path: 'a.ts' }, { path: 'b.ts' }], stop: 'tool_use' },
      usage: { ...USAGE, input: 1702, cacheRead: 0 },
    }),
    documented('an unknown model', 'gemini-unknown-model.json', create, UNKNOWN),
  ]),
  'compatible server': onServer(openaiProtocol, chat({ provider: 'openai-compatible' }), can),
  ollama: onServer(
    ollamaProtocol,
    (made) => createOllamaModel({ model: 'm', apiKey: key, ...made }),
    {
      cache: false,
      signatures: false,
      rawInput: false,
      refuse: false,
    },
    (create) => [
      documented('thinking, text and tool calls', 'ollama.ndjson', create, {
        ...{ text: SAME_TEXT, thinking: 'Two files to read.', tools: [{ path: 'a.ts' }, { path: 'b.ts' }] },
        ...{ stop: 'tool_use', usage: { ...USAGE, input: 1702, cacheRead: 0 } },
      }),
      documented('an unknown model', 'ollama-unknown-model.json', create, UNKNOWN),
    ],
  ),
  'fake model': {
    key: '',
    can: { ...can, signatures: true },
    async open(script, options) {
      const model = new FakeModel(script, options)
      return { model, bodies: () => model.requests.map(({ body }) => body), close: async () => undefined }
    },
  },
}

for (const [name, harness] of Object.entries(harnesses)) {
  describe(name, () => {
    for (const { name: title, run } of modelContract(harness)) test.concurrent(title, run)
  })
}

/** memdir does not load the packages' clients: what those would say in addition to the body, it says itself. */
describe('next to the body', () => {
  const SAME = ['authorization', 'anthropic-version', 'content-type'] as const
  const said = ({ path, headers }: ReceivedRequest) => [path, ...SAME.map((name) => headers[name])]

  test('anthropic: what the package’s own client would say', async ({ expect }) => {
    const server = await startProviderServer(anthropicProtocol, ['Yes.', 'Yes.'])
    const { Anthropic } = await import('@anthropic-ai/sdk')
    await collect(createAnthropicModel({ model: 'm', apiKey: key, baseUrl: server.url }), ask('Well?'))
    const client = new Anthropic({ apiKey: key, baseURL: server.url, maxRetries: 0 })
    await client.post('/v1/messages', { body: JSON.parse(server.requests[0]!.raw), stream: true })
    expect(said(server.requests[0]!)).toEqual(said(server.requests[1]!))
    await server.close()
  })

  test('openai: what the package’s own client would say', async ({ expect }) => {
    const server = await startProviderServer(openaiProtocol, ['Yes.', 'Yes.'])
    const { OpenAI } = await import('openai')
    const baseUrl = `${server.url}/v1/`
    await collect(createOpenAIModel({ model: 'm', apiKey: key, baseUrl }), ask('Well?'))
    const client = new OpenAI({ apiKey: key, baseURL: baseUrl, maxRetries: 0 })
    await client.post('/chat/completions', { body: JSON.parse(server.requests[0]!.raw), stream: true })
    expect(said(server.requests[0]!)).toEqual(said(server.requests[1]!))
    await server.close()
  })
})

describe('openModel', () => {
  test('asks for a key where one is needed', ({ expect }) => {
    expect(() => openModel({ provider: 'anthropic', model: 'm' })).toThrow(/No API key/)
    expect(openModel({ provider: 'ollama', model: 'm' }).provider).toBe('ollama')
  })

  test('reads provider/model', ({ expect }) => {
    expect(readModelName('openai-compatible/org/model:7b')).toEqual({
      provider: 'openai-compatible',
      model: 'org/model:7b',
    })
    for (const wrong of ['claude', 'nobody/model', 'ollama/', ''])
      expect(() => readModelName(wrong)).toThrow(/is not a model name/)
  })

  test('main and small are set apart; one does for both; others by name', ({ expect }) => {
    const main = { provider: 'ollama', model: 'large' } as const
    expect(openModels({ main }).small?.name).toBe('large')
    expect(openModels({}).main).toBeUndefined()
    const choose = createModelChooser({ main, small: { ...main, model: 'tiny' } })
    expect([undefined, 'inherit', 'small', 'other'].map((name) => choose(name).name)).toEqual([
      'large',
      'large',
      'tiny',
      'other',
    ])
    expect(choose('other')).toBe(choose('other'))
    expect(() => createModelChooser({})()).toThrow(/No model is configured/)
  })
})
