import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { fakeTool } from '../../../test/support/published/fake-tools.ts'
import type { ReplyLike } from '../../../test/support/published/reply.ts'
import { DEFINITIONS, type SettingKey } from '../../base/settings/definitions.ts'
import type { Settings } from '../../base/settings/settings.ts'
import { systemClock } from '../../base/values/clock.ts'
import { text, textOf, toolResultsOf, toolResultText } from '../../models/content.ts'
import type { ModelRequest } from '../../models/model.ts'
import { createMessage } from '../../models/transcript-message.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { createDelegation } from '../agents/delegation.ts'
import { NEW_STATE } from '../compact/context-state.ts'
import { createRetrieveTool } from '../compact/retrieve-tool.ts'
import { staticSection } from '../loop/prompt-section.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import { createSystemPrompt } from '../loop/system-prompt.ts'
import { createPermissionGate } from '../permission.ts'
import type { Tool } from '../tools/tool.ts'
import { controlLoops } from './control-loops.ts'

const WINDOW = 40_000
const CALLS = 12
const HELPER: AgentDefinition = { name: 'helper', description: 'helps', prompt: 'You help.', source: 'user' }
const FIRST = createMessage({
  ...{ role: 'user', content: [text('Instructions of the project.')], parent: null, time: new Date(0) },
})

/** A conversation that hands work to an agent, or to a fork, which reads more than fits into its window. */
async function delegated(type: string | undefined, { controlled = true } = {}) {
  const events: string[] = []
  let calls = 0
  let shown = ''
  const script = (request: ModelRequest): ReplyLike => {
    const said = JSON.stringify(request.messages)
    if (said.length / 4 > WINDOW) return { fail: 'too_long' }
    if (said.includes('Write the record')) return 'The agent has looked at much of it.'
    const inner = type
      ? request.system.some((part) => part.text.startsWith('You help.'))
      : said.includes('Find it.')
    if (!inner)
      return { say: [{ tool: 'Agent', input: { prompt: 'Find it.', ...(type && { subagent_type: type }) } }] }
    const id = /Call Retrieve with id \\"(c\d+)\\"/.exec(said)?.[1]
    if (id && shown === '') {
      shown = id
      return { say: [{ tool: 'Retrieve', input: { id } }] }
    }
    return calls++ < CALLS ? { say: [{ tool: 'Look', input: { value: `${calls}` } }] } : 'Found: 42.'
  }
  let done = false
  const model = new FakeModel((request) => (done ? 'Thanks.' : script(request)), { window: WINDOW })
  const tools = [
    fakeTool({ name: 'Look', run: ({ value }) => ({ content: `page ${value}: ${'word '.repeat(4_000)}` }) }),
  ]
  const get = (key: SettingKey) => DEFINITIONS[key].default
  const permission = createPermissionGate('ask', async () => 'once')
  const agent = createDelegation({
    ...{ agents: () => [HELPER], tools, model: () => model, permission },
    forkPoint: () => engine.forkPoint(),
    hooks: async (event) => {
      events.push(event)
      return {}
    },
    ...(controlled && {
      control: controlLoops({
        ...{ skills: [], settings: { get } as unknown as Settings, clock: systemClock },
        summariser: () => model,
        conversation: () => ({
          state: { ...NEW_STATE, receipts: 3 },
          receipts: [],
          originals: async () => [],
        }),
      }),
    }),
    onEvent: (_, event) => {
      if (event.type === 'end') done = true
    },
  })
  const retrieve: Tool = createRetrieveTool(() => ({ receipts: [], originals: async () => [] }))
  const engine: QueryEngine = new QueryEngine({
    ...{ model, permission, tools: [...tools, retrieve, agent], cwd: tmpdir() },
    firstMessage: async () => FIRST,
    system: createSystemPrompt({ sections: [staticSection('s', 'Main.')] }),
  })
  for await (const event of engine.submit('go')) void event
  const results = engine.messages.flatMap(toolResultsOf).map(toolResultText)
  const requests = model.requests.map(({ request }) => request)
  const summaries = requests.filter(({ messages }) => JSON.stringify(messages).includes('Write the record'))
  return {
    results,
    requests,
    summaries,
    events,
    shown,
    calls,
    bodies: model.requests.map(({ body }) => body),
  }
}

const resultsIn = ({ messages }: ModelRequest) =>
  messages.flatMap(toolResultsOf).map((result) => toolResultText(result))

describe('the context of agents', () => {
  it('is compacted before it is full, and what was dropped can be had again', async () => {
    const run = await delegated('helper')
    expect(run.results).toEqual(['Found: 42.'])
    expect(run.calls).toBe(CALLS + 1)
    expect(run.summaries.length).toBeGreaterThan(0)
    expect(run.shown).toBe('c1')
    const last = run.requests.at(-2)
    const sent = last?.messages.map(textOf).join('\n') ?? ''
    expect(sent).toContain('Find it.')
    expect(sent).toContain('The agent has looked at much of it.')
    expect(
      run.requests.flatMap(resultsIn).some((shown) => /page 1: word(?:.|\n)*page 2: word/.test(shown)),
    ).toBe(true)
    expect(last?.tools.map(({ name }) => name)).toEqual(['Look', 'Agent', 'Retrieve'])
    expect(run.events).toContain('PreCompact')
    expect(run.events).not.toContain('SessionStart')
  })

  it('ends a long task with an error where nothing controls it', async () => {
    const { results } = await delegated('helper', { controlled: false })
    expect(results.join()).toContain('did not finish')
  })
})

describe('the context of a fork', () => {
  it('is the conversation’s to the last byte, until it has to be compacted', async () => {
    const run = await delegated(undefined)
    expect(run.results).toEqual(['Found: 42.'])
    const [main = '', fork = ''] = run.bodies
    const prefix = (body: string) => body.slice(0, body.indexOf('"messages"'))
    expect(prefix(fork)).toBe(prefix(main))
    expect(fork).toContain(JSON.stringify({ type: 'text', text: 'Instructions of the project.' }))
    expect(run.summaries.length).toBeGreaterThan(0)
    // Ids go on from the conversation's.
    expect(run.shown).toBe('c4')
    const last = run.requests.at(-2)
    expect(last && textOf(last.messages[0]!)).toBe('Instructions of the project.')
    expect(last?.messages.map(textOf).join('\n')).toContain('Find it.')
  })
})
