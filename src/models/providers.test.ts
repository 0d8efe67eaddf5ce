import { describe, test } from 'vitest'
import { anthropicProtocol } from '../testing/anthropic-protocol.ts'
import { FakeModel } from '../testing/fake-model.ts'
import { modelContract } from '../testing/model-contract.ts'
import { ask, collect, type ModelHarness } from '../testing/model-harness.ts'
import { ollamaProtocol } from '../testing/ollama-protocol.ts'
import { openaiProtocol } from '../testing/openai-protocol.ts'
import type { Protocol } from '../testing/protocol.ts'
import { type ReceivedRequest, startProviderServer } from '../testing/provider-server.ts'
import { createAnthropicModel } from './anthropic.ts'
import type { Model } from './model.ts'
import { createModelChooser, type ModelConfig, openModel, openModels, readModelName } from './model-config.ts'
import { createOllamaModel } from './ollama.ts'
import { createOpenAIModel } from './openai.ts'
import type { RetryPolicy } from './plan-retry.ts'

const key = `sk-${'contract'.repeat(4)}`

interface Made {
  baseUrl: string
  retry: RetryPolicy
  silenceMs?: number
}

function onServer(protocol: Protocol, create: (made: Made) => Model, can: ModelHarness['can']): ModelHarness {
  return {
    key,
    can,
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
  ),
  openai: onServer(openaiProtocol, chat({ provider: 'openai' }), can),
  gemini: onServer(openaiProtocol, chat({ provider: 'gemini' }), can),
  'compatible server': onServer(openaiProtocol, chat({ provider: 'openai-compatible' }), can),
  ollama: onServer(ollamaProtocol, (made) => createOllamaModel({ model: 'm', apiKey: key, ...made }), {
    cache: false,
    signatures: false,
    rawInput: false,
    refuse: false,
  }),
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
