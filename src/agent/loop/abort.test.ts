// Whenever a turn is stopped, the history can be continued. 500 points, sent to a server that refuses what a provider would.
import { expect, test } from 'vitest'
import { anthropicProtocol } from '../../../test/support/published/anthropic-protocol.ts'
import { NO_RETRY } from '../../../test/support/published/fake-model.ts'
import { fakeTool, pauseFor } from '../../../test/support/published/fake-tools.ts'
import { ollamaProtocol } from '../../../test/support/published/ollama-protocol.ts'
import { openaiProtocol } from '../../../test/support/published/openai-protocol.ts'
import type { Protocol } from '../../../test/support/published/protocol.ts'
import { startProviderServer } from '../../../test/support/published/provider-server.ts'
import { type ReplyLike, replyWithTools } from '../../../test/support/published/reply.ts'
import type { Model } from '../../models/model.ts'
import { createAnthropicModel } from '../../models/providers/anthropic.ts'
import { createOllamaModel } from '../../models/providers/ollama.ts'
import { createOpenAIModel } from '../../models/providers/openai.ts'
import { createPermissionGate } from '../permission.ts'
import { staticSection } from './prompt-section.ts'
import { QueryEngine } from './query-engine.ts'
import { createSystemPrompt } from './system-prompt.ts'

/** A generator of its own, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function reply(random: () => number): ReplyLike {
  const value = () => ({ value: String(Math.floor(random() * 9)) })
  const slow = random() < 0.2 ? { bytes: 150 + Math.floor(random() * 600), pauseMs: 0 } : undefined
  const choice = random()
  if (choice < 0.35) return { say: [{ text: 'Some words of an answer. '.repeat(4) }], slow }
  if (choice < 0.6) return replyWithTools({ tool: 'Look', input: value() }, { tool: 'Look', input: value() })
  if (choice < 0.85) {
    const thinking = { thinking: 'Let me think about it.' }
    const calls = [
      { tool: 'Look', input: value() },
      { tool: 'Change', input: value() },
    ]
    return { say: [thinking, { text: 'Looking.' }, ...calls], slow }
  }
  if (choice < 0.92) return { fail: 'overloaded' }
  return { say: [{ tool: 'Look', json: '{}' }], stop: 'max_tokens' }
}

async function stopAndGoOn(protocol: Protocol, create: (url: string) => Model, points: number, seed: number) {
  const random = numbers(seed)
  const server = await startProviderServer(protocol, () => reply(random))
  const model = create(server.url)
  const wait = async (signal: AbortSignal) => {
    if (random() < 0.5) await pauseFor(random() * 2, signal)
    return { content: 'seen' }
  }
  const tools = [
    fakeTool({ name: 'Look', run: (_, signal) => wait(signal) }),
    fakeTool({ name: 'Change', readOnly: false, run: (_, signal) => wait(signal) }),
  ]
  const open = () =>
    new QueryEngine({
      model,
      tools,
      cwd: '/p',
      maxTurns: 3,
      system: createSystemPrompt({ sections: [staticSection('s', 'Be good.')] }),
      permission: createPermissionGate('ask', async () => (random() < 0.3 ? { refused: 'no' } : 'once')),
    })
  let engine = open()
  const ends = new Map<string, number>()
  for (let point = 0; point < points; point++) {
    // Long conversations are tested too, but not only.
    if (point % 15 === 0) engine = open()
    const how = await stopSomewhere(engine, random)
    ends.set(how, (ends.get(how) ?? 0) + 1)
    expect(server.refused, `point ${point}`).toEqual([])
  }
  await server.close()
  return ends
}

async function stopSomewhere(engine: QueryEngine, random: () => number): Promise<string> {
  const after = Math.floor(random() * 14)
  const leave = random() < 0.2
  const byTime = random() < 0.3
  const controller = new AbortController()
  const timer = byTime ? setTimeout(() => controller.abort(), random() * 8) : undefined
  let seen = 0
  try {
    for await (const event of engine.submit('go on', { signal: controller.signal })) {
      if (event.type === 'end') return event.reason
      if (!byTime && seen++ >= after) {
        if (leave) return 'left'
        controller.abort()
      }
    }
  } finally {
    clearTimeout(timer)
  }
  return 'none'
}

const options = { model: 'm', retry: NO_RETRY }
const providers: [string, Protocol, (url: string) => Model, number][] = [
  [
    'anthropic',
    anthropicProtocol,
    (baseUrl) => createAnthropicModel({ ...options, apiKey: 'none', baseUrl }),
    200,
  ],
  ['openai', openaiProtocol, (url) => createOpenAIModel({ ...options, baseUrl: `${url}/v1` }), 180],
  ['ollama', ollamaProtocol, (baseUrl) => createOllamaModel({ ...options, baseUrl }), 120],
]

for (const [name, protocol, create, points] of providers) {
  test(`any abort leaves a history that the provider accepts: ${name}`, { timeout: 60_000 }, async () => {
    const ends = await stopAndGoOn(protocol, create, points, 7)
    // The points are spread: some turns were stopped, some left, some came to their end.
    expect(ends.get('aborted')).toBeGreaterThan(points / 10)
    expect(ends.get('left')).toBeGreaterThan(2)
    expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(points)
  })
}
