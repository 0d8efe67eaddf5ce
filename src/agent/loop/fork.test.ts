import { expect, test } from 'vitest'
import { FakeModel, type FakeScript } from '../../../test/support/published/fake-model.ts'
import { fakeTool } from '../../../test/support/published/fake-tools.ts'
import { PromptCache } from '../../../test/support/published/prompt-cache.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { textOf } from '../../models/content.ts'
import { runFork } from './fork.ts'
import { dynamicSection, staticSection } from './prompt-section.ts'
import { QueryEngine } from './query-engine.ts'
import { createSystemPrompt } from './system-prompt.ts'

const LONG = 'A rule that takes some room in the prompt. '.repeat(200)

function open(script: FakeScript, cache?: PromptCache) {
  const model = new FakeModel(script, { cache })
  const tools = [fakeTool({ name: 'Look' }), fakeTool({ name: 'Change', readOnly: false })]
  const system = createSystemPrompt({
    sections: [staticSection('s', LONG), dynamicSection('d', () => `now ${Math.random()}`)],
  })
  return { model, engine: new QueryEngine({ model, system, tools, cwd: '/p' }) }
}

async function run(engine: QueryEngine, prompt: string): Promise<void> {
  for await (const event of engine.submit(prompt)) void event
}

/** Up to the end of the messages: what a provider caches. */
function prefixOf(body: string): string {
  return body.slice(0, body.lastIndexOf(']}],"max_tokens"'))
}

test("a fork's request begins with the parent's last one, byte for byte", async () => {
  const { engine, model } = open([
    {
      say: [
        { thinking: 'hm', signature: 's1' },
        { tool: 'Look', json: '{"value":"x","2":1.0,"1":[1.50]}' },
      ],
    },
    'Found.',
    'Saved nothing.',
  ])
  await run(engine, 'look')
  const parent = model.requests.at(-1)!.body
  const result = await runFork({
    ...(await engine.forkPoint()),
    task: 'Extract memories.',
    label: 'extraction',
  })
  const fork = model.requests.at(-1)!.body
  expect(fork.startsWith(prefixOf(parent))).toBe(true)
  expect(fork.slice(prefixOf(parent).length)).toBe(
    `]},{"role":"assistant","content":[{"type":"text","text":"Found."}]},{"role":"user","content":[{"type":"text","text":"Extract memories."}]}],"max_tokens"${parent.split('"max_tokens"')[1]}`,
  )
  expect(result).toMatchObject({ reason: 'done', text: 'Saved nothing.', requests: 1, toolCalls: 0 })
  expect(engine.messages.map(textOf)).not.toContain('Extract memories.')
})

test('the cache counter of a provider rewards it', async () => {
  const cache = new PromptCache()
  const { engine, model } = open(() => 'A long answer. '.repeat(50), cache)
  await run(engine, LONG)
  const point = await engine.forkPoint()
  const shared = await runFork({ ...point, task: 'Summarise.', label: 'notes' })
  expect(shared.cacheHitRatio).toBeGreaterThan(0.85)
  // The same task with the system prompt rebuilt, as it would be without a fork.
  const rebuilt = point.system.map((part) => ({ ...part, text: part.text.replace(/now .*/, 'now another') }))
  const apart = await runFork({ ...point, system: rebuilt, task: 'Summarise.', label: 'notes' })
  expect(apart.cacheHitRatio).toBeLessThan(0.6)
  expect(apart.usage.cacheCreated).toBeGreaterThan(shared.usage.cacheCreated * 5)
  expect(model.requests).toHaveLength(3)
})

test('the conversation itself stays in the cache from turn to turn', async () => {
  const { engine } = open(() => 'Short.')
  await run(engine, LONG)
  const before = engine.usage
  await run(engine, 'go on')
  expect(engine.usage.cacheRead - before.cacheRead).toBeGreaterThan(4_000)
  expect(engine.usage.cacheCreated - before.cacheCreated).toBeLessThan(100)
})

test('more than twenty blocks in one step do not lose the cache', async () => {
  const calls = Array.from({ length: 15 }, (_, at) => ({ tool: 'Look', input: { value: String(at) } }))
  const { engine, model } = open([replyWithTools(...calls), 'Done.'])
  await run(engine, LONG)
  const [first, second] = model.requests
  expect(second!.body.split('"cache_control"').length - 1).toBe(4)
  expect(second!.request.earlierEnd).toBe(first!.request.messages.length - 1)
  expect(engine.usage.cacheRead).toBeGreaterThan(4_000)
})

test('a sandbox denies, reports and counts; turns are limited; nothing is recorded unless asked for', async () => {
  const { engine } = open(({ messages }) =>
    textOf(messages.at(-1)!) === 'hello'
      ? 'Hi.'
      : replyWithTools({ tool: 'Change', input: { value: 'a' } }, { tool: 'Look', input: { value: 'b' } }),
  )
  await run(engine, 'hello')
  const recorded: string[] = []
  const fork = { ...(await engine.forkPoint()), task: 'Work.', label: 'dream', maxTurns: 2 }
  const result = await runFork({
    ...fork,
    canUseTool: ({ tool }) => ({ allowed: tool === 'Look', reason: 'only reading here' }),
    recordTranscript: { appendMessages: (messages) => void recorded.push(...messages.map(({ id }) => id)) },
  })
  expect(result.reason).toBe('max_turns')
  expect(result.toolCalls).toBe(4)
  expect([...result.denials]).toEqual([['Change', 2]])
  expect(recorded).toEqual(result.messages.map(({ id }) => id))
  expect(result.messages.every(({ sidechain }) => sidechain)).toBe(true)
})

test('an abort or a failure of a fork is a result', async () => {
  const { engine } = open(['Hi.', { fail: 'overloaded' }])
  await run(engine, 'hello')
  const point = await engine.forkPoint()
  expect(await runFork({ ...point, task: 'x', label: 'notes' })).toMatchObject({
    reason: 'error',
    error: { kind: 'overloaded' },
  })
  const controller = new AbortController()
  controller.abort()
  expect((await runFork({ ...point, task: 'x', label: 'n', signal: controller.signal })).reason).toBe(
    'aborted',
  )
})
