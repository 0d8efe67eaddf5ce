import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeModel, type FakeScript } from '../../../test/support/published/fake-model.ts'
import { fakeTool, pauseFor } from '../../../test/support/published/fake-tools.ts'
import { type ReplyLike, replyWithTools } from '../../../test/support/published/reply.ts'
import { inputTokens } from '../../base/values/usage.ts'
import { type ModelMessage, text, textOf, toolResultsOf, toolResultText } from '../../models/content.ts'
import { readTranscript } from '../../models/read-transcript.ts'
import { openTranscriptLog } from '../../models/transcript-log.ts'
import { createMessage } from '../../models/transcript-message.ts'
import type { AgentEvent, TurnEnd } from '../agent-event.ts'
import { createPermissionGate } from '../permission.ts'
import type { FireHooks } from './loop-hooks.ts'
import { staticSection } from './prompt-section.ts'
import { QueryEngine } from './query-engine.ts'
import type { QueryEngineOptions } from './query-options.ts'
import { createSystemPrompt } from './system-prompt.ts'

function open(script: FakeScript, options: Partial<QueryEngineOptions> = {}) {
  const model = new FakeModel(script)
  const engine = new QueryEngine({
    model,
    system: createSystemPrompt({ sections: [staticSection('s', 'Be good.')] }),
    tools: [fakeTool({ name: 'Look' }), fakeTool({ name: 'Change', readOnly: false })],
    cwd: '/p',
    ...options,
  })
  return { engine, model }
}

async function run(engine: QueryEngine, prompt = 'go'): Promise<{ events: AgentEvent[]; end: TurnEnd }> {
  const events: AgentEvent[] = []
  for await (const event of engine.submit(prompt)) events.push(event)
  return { events, end: events.at(-1) as TurnEnd }
}

const resultsOf = (messages: readonly ModelMessage[]) =>
  messages.flatMap(toolResultsOf).map((result) => `${result.isError ? '! ' : ''}${toolResultText(result)}`)
const look = (value: string) => ({ tool: 'Look', input: { value } })
const change = (value: string) => ({ tool: 'Change', input: { value } })

test('a conversation of two turns', async () => {
  const { engine, model } = open([{ say: [{ text: 'Let me see.' }, look('a')] }, 'It is a.', 'Again a.'])
  const { end, events } = await run(engine)
  expect(end).toMatchObject({ reason: 'done', requests: 2 })
  expect(events.map(({ type }) => type)).toEqual([
    'message',
    'request',
    'text',
    'message',
    'tool_start',
    'tool_end',
    'message',
    'request',
    'text',
    'message',
    'end',
  ])
  await run(engine, 'and now?')
  expect(engine.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ])
  expect(resultsOf(engine.messages)).toEqual(['Look a'])
  expect(engine.usage.output).toBeGreaterThan(0)
  expect(model.requests).toHaveLength(3)
  expect(engine.messages.map(({ parent }) => parent)).toEqual([
    null,
    ...engine.messages.slice(0, -1).map(({ id }) => id),
  ])
})

test('what a request took before it broke off counts as well', async () => {
  const broken: ReplyLike = { drop: 'midway' }
  const { engine } = open([broken, 'Done.'])
  const { end } = await run(engine)
  expect(end.reason).toBe('error')
  expect(inputTokens(end.usage)).toBeGreaterThan(10)
  const first = inputTokens(engine.usage)
  expect(first).toBe(inputTokens(end.usage))
  await run(engine, 'again')
  expect(inputTokens(engine.usage)).toBeGreaterThan(2 * first)
})

test('many reading calls at once, whose tools listen for the end, are no leak to Node', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  const tool = fakeTool({
    name: 'Look',
    run: async (_, signal) => {
      await Promise.all([pauseFor(5, signal), pauseFor(5, signal)])
      return { content: 'seen' }
    },
  })
  const many = replyWithTools(...Array.from({ length: 22 }, (_, at) => look(String(at))))
  const { engine } = open([many, 'Done.'], { tools: [tool] })
  const { end } = await run(engine)
  await new Promise((done) => setImmediate(done))
  process.off('warning', note)
  expect(end.reason).toBe('done')
  expect(warnings).toEqual([])
})

test('reading calls run together, at most ten; others alone; results in call order', async () => {
  let now = 0
  let most = 0
  const log: string[] = []
  const counted = (name: string, readOnly: boolean) =>
    fakeTool({
      name,
      readOnly,
      async run({ value }) {
        most = Math.max(most, ++now)
        log.push(`${name} ${value} with ${now}`)
        await pauseFor(Number(value) % 3)
        now--
        return { content: value }
      },
    })
  const calls = [
    ...Array.from({ length: 12 }, (_, at) => look(String(at))),
    change('12'),
    look('13'),
    change('14'),
  ]
  const { engine } = open([replyWithTools(...calls), 'ok'], {
    tools: [counted('Look', true), counted('Change', false)],
    permission: createPermissionGate('ask', async () => 'once'),
  })
  await run(engine)
  expect(most).toBe(10)
  expect(log).toContain('Change 12 with 1')
  expect(log).toContain('Change 14 with 1')
  expect(resultsOf(engine.messages)).toEqual(Array.from({ length: 15 }, (_, at) => String(at)))
})

test('what a model gets wrong is reported to it', async () => {
  const thrown = fakeTool({ name: 'Break', run: () => Promise.reject(new Error('out of paper')) })
  const { engine } = open(
    [
      {
        say: [
          { tool: 'Nothing', input: {} },
          { tool: 'Look', json: '{"value": "cut o' },
          { tool: 'Look', input: { value: 1 } },
          { tool: 'Break' },
          change('x'),
        ],
      },
      'I see.',
    ],
    { tools: [fakeTool({ name: 'Look' }), fakeTool({ name: 'Change', readOnly: false }), thrown] },
  )
  const { end } = await run(engine)
  expect(end.reason).toBe('done')
  expect(resultsOf(engine.messages)).toEqual([
    '! There is no tool Nothing. There are: Look, Change, Break.',
    '! The input of this call was not a JSON object. Write it again, whole.',
    expect.stringMatching(/^! The input of Look is not valid/),
    '! out of paper',
    "! Denied: Change needs the user's permission, and nobody is there to give it.",
  ])
})

test('hooks deny, change input, add context, and send the agent on', async () => {
  const seen: string[] = []
  let stops = 0
  const hooks: FireHooks = async (event, data) => {
    seen.push(event)
    const value = (data.tool_input as { value?: string } | undefined)?.value
    if (event === 'PreToolUse' && value === 'secret') return { denied: 'not that one' }
    if (event === 'PreToolUse') return { input: { value: `${value}!` }, notices: ['careful'] }
    if (event === 'PostToolUse') return { context: ['The linter is happy.'] }
    if (event === 'UserPromptSubmit') return { context: ['It rains.'] }
    if (event === 'Stop' && stops++ === 0) return { denied: 'Run the tests first.' }
    return {}
  }
  const { engine, model } = open([replyWithTools(look('secret'), look('a')), 'Done.', 'Tests pass.'], {
    hooks,
  })
  const { events, end } = await run(engine)
  expect(end).toMatchObject({ reason: 'done', requests: 3 })
  expect(resultsOf(engine.messages)).toEqual(['! A hook denied this call: not that one', 'Look a!'])
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1)
  expect(engine.messages.filter(({ meta }) => meta === 'hook').map(textOf)).toEqual([
    '<system-reminder>\nIt rains.\n</system-reminder>',
    '<system-reminder>\nThe linter is happy.\n</system-reminder>',
    '<system-reminder>\nRun the tests first.\n</system-reminder>',
  ])
  expect(seen.filter((event) => event === 'Stop')).toHaveLength(2)
  expect(model.requests).toHaveLength(3)
})

test('a stop hook that never agrees is asked a few times only', async () => {
  const { engine } = open(() => 'Done.', {
    hooks: async (event) => (event === 'Stop' ? { denied: 'more' } : {}),
  })
  const { end } = await run(engine)
  expect(end).toMatchObject({ reason: 'done', requests: 6 })
})

test('a hook may refuse the prompt, allow a call, or end the turn', async () => {
  const refuse = open(['x'], { hooks: async () => ({ denied: 'no secrets here' }) })
  expect((await run(refuse.engine)).end).toMatchObject({ reason: 'blocked', detail: 'no secrets here' })
  expect(refuse.engine.messages).toEqual([])
  const allow = open([replyWithTools(change('a')), 'ok'], {
    hooks: async (event) => (event === 'PreToolUse' ? { permission: 'allow' } : {}),
  })
  await run(allow.engine)
  expect(resultsOf(allow.engine.messages)).toEqual(['Change a'])
  const plan = open([replyWithTools(change('a')), 'ok'], {
    permission: createPermissionGate('plan'),
    hooks: async (event) => (event === 'PreToolUse' ? { permission: 'allow' } : {}),
  })
  await run(plan.engine)
  expect(resultsOf(plan.engine.messages)[0]).toMatch(/^! Denied: only reading/)
  const stop = open([replyWithTools(look('a')), 'never'], {
    hooks: async (event) => (event === 'PostToolUse' ? { stop: 'enough' } : {}),
  })
  expect((await run(stop.engine)).end).toMatchObject({ reason: 'stopped', detail: 'enough', requests: 1 })
})

test('the person is asked, and what they say reaches the model', async () => {
  const permission = createPermissionGate('ask', async ({ input }) =>
    input.value === 'b' ? { refused: 'rather not' } : 'once',
  )
  const { engine } = open([replyWithTools(change('a'), change('b')), 'ok'], { permission })
  await run(engine)
  expect(resultsOf(engine.messages)).toEqual(['Change a', '! Denied: rather not.'])
})

test('turns are limited; the history can be continued', async () => {
  const { engine } = open(
    ({ messages }) => (textOf(messages.at(-1)!) === 'stop' ? 'Fine.' : replyWithTools(look('a'))),
    {
      maxTurns: 3,
    },
  )
  expect((await run(engine)).end).toMatchObject({ reason: 'max_turns', requests: 3 })
  expect((await run(engine, 'stop')).end.reason).toBe('done')
})

test('a prompt that is too long is withheld, shortened, and tried once more', async () => {
  let recovered = 0
  const { engine } = open([{ fail: 'too_long' }, 'Fits now.'], {
    recover: async () => ++recovered === 1,
  })
  expect((await run(engine)).end.reason).toBe('done')
  const again = open([{ fail: 'too_long' }, { fail: 'too_long' }, 'x'], { recover: async () => true })
  expect((await run(again.engine)).end).toMatchObject({ reason: 'error', error: { kind: 'too_long' } })
  expect((await run(again.engine)).end.reason).toBe('done')
})

test('errors end the turn with a reason; the next turn continues', async () => {
  const { engine } = open([replyWithTools(look('a')), { fail: 'overloaded' }, 'Here again.'])
  expect((await run(engine)).end).toMatchObject({ reason: 'error', error: { kind: 'overloaded' } })
  expect((await run(engine, 'go on')).end.reason).toBe('done')
})

test('an abort keeps the words said so far and says where it was', async () => {
  const { engine } = open([
    { say: [{ text: 'I was about to say something long.' }], slow: { bytes: 1, pauseMs: 2 } },
  ])
  const reasons: string[] = []
  for await (const event of engine.submit('go')) {
    if (event.type === 'text') engine.abort()
    if (event.type === 'end') reasons.push(event.reason)
  }
  expect(reasons).toEqual(['aborted'])
  expect(engine.messages.map(textOf)).toEqual(['go', 'I was about ', '[The user stopped the agent here.]'])
})

test('a tool that ignores the abort is not waited for', async () => {
  const stuck = fakeTool({ name: 'Look', run: () => new Promise(() => undefined) })
  const { engine } = open([replyWithTools(look('a'), look('b')), 'ok'], { tools: [stuck] })
  for await (const event of engine.submit('go')) if (event.type === 'tool_start') engine.abort()
  expect(resultsOf(engine.messages)).toHaveLength(2)
  expect((await run(engine)).end.reason).toBe('done')
})

test('one turn at a time', async () => {
  const { engine } = open(['a', 'b'])
  const first = engine.submit('one')
  await first.next()
  await expect(engine.submit('two').next()).rejects.toThrow(/already running/)
  await first.return()
  expect((await run(engine)).end.reason).toBe('done')
})

test('the first message is computed once, again after a compaction; attachments when they are not in sight', async () => {
  let computed = 0
  let listing = 'agents: one'
  const { engine, model } = open(() => 'ok', {
    firstMessage: async () => ({
      id: 'context',
      parent: null,
      role: 'user',
      time: '',
      meta: 'context',
      content: [text(`rules ${++computed}`)],
    }),
    attachments: async () => [listing],
  })
  await run(engine, 'a')
  await run(engine, 'b')
  listing = 'agents: one, two'
  await run(engine, 'c')
  const texts = () => model.requests.at(-1)!.request.messages.map(textOf)
  expect(texts().filter((said) => /rules|agents/.test(said))).toEqual([
    'rules 1',
    '<system-reminder>\nagents: one\n</system-reminder>',
    '<system-reminder>\nagents: one, two\n</system-reminder>',
  ])
  engine.clear()
  await run(engine, 'd')
  expect(texts()).toEqual(['rules 2', '<system-reminder>\nagents: one, two\n</system-reminder>', 'd'])
})

test('notifications reach the model with the next request', async () => {
  const { engine } = open([replyWithTools(look('a')), 'ok'])
  for await (const event of engine.submit('go'))
    if (event.type === 'tool_start') engine.notify('The build is done.')
  expect(engine.messages.map(({ meta }) => meta)).toEqual([
    undefined,
    undefined,
    undefined,
    'attachment',
    undefined,
  ])
})

test('background work starts after the turn, also when the reader leaves at its end', async () => {
  const ended: string[] = []
  const { engine } = open(['a', 'b'], { onTurnEnd: ({ reason }) => void ended.push(reason) })
  for await (const event of engine.submit('go')) if (event.type === 'end') break
  await run(engine)
  expect(ended).toEqual(['done', 'done'])
})

test('an empty answer is not kept', async () => {
  const { engine } = open([{ say: [{ text: '  ' }] }, 'ok'])
  await run(engine)
  expect((await run(engine)).end.reason).toBe('done')
  expect(engine.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant'])
})

test('a compaction and a clear are resumed as they were', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-engine-'))
  const path = join(directory, 'c.jsonl')
  const log = openTranscriptLog({
    path,
    header: () => ({ id: 'c', project: 'p', time: '' }),
    redact: (text) => ({ text, rules: [] }),
  })
  const { engine } = open(() => 'ok', { log })
  await run(engine, 'one')
  await run(engine, 'two')
  const summary = createMessage({
    role: 'user',
    content: [text('So far: one.')],
    parent: null,
    time: new Date(0),
    meta: 'summary',
  })
  engine.replaceMessages([summary, ...engine.messages.slice(2)], 'auto')
  await run(engine, 'three')
  const resumed = await readTranscript(path)
  expect(resumed.messages).toEqual(engine.messages)
  expect(resumed.messages.map(textOf)).toEqual(['So far: one.', 'two', 'ok', 'three', 'ok'])
  expect(resumed.all).toHaveLength(7)
  engine.clear()
  expect((await readTranscript(path)).messages).toEqual([])
  await run(engine, 'again')
  expect((await readTranscript(path)).messages).toEqual(engine.messages)
  rmSync(directory, { recursive: true })
})

test('a log that cannot be written costs the log, not the conversation', async () => {
  const log = {
    appendMessages: () => {
      throw new Error('no space left')
    },
  }
  const { engine } = open([replyWithTools(look('a')), 'ok'], { log })
  const { events, end } = await run(engine)
  expect(end.reason).toBe('done')
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'notice', text: 'The conversation is not being saved: no space left' }),
  )
})

test('work after a response that fails is reported, and the turn continues', async () => {
  const { engine } = open([replyWithTools(look('a')), 'ok'], {
    afterResponse: () => Promise.reject(new Error('notes are broken')),
  })
  const { events, end } = await run(engine)
  expect(end.reason).toBe('done')
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(2)
})
