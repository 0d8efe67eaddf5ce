// Which tools a client is offered, and what they and the instructions cost where every request carries them.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import { type Engine, openEngine } from '../engine.ts'
import { memoryOffer } from './memory-offer.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const offer = () => memoryOffer({ host: async () => engine, version: '1', env: {} })
const WORKING = ['recall', 'remember', 'search', 'update', 'forget']
const names = (client: string | undefined) =>
  offer()
    .tools(client)
    .map(({ name }) => name)

it('offers what a model works with; the person’s questions too where tools are loaded on demand', () => {
  for (const client of [
    'codex-mcp-client',
    'gemini-cli-mcp-client',
    'opencode',
    'Visual Studio Code',
    undefined,
  ])
    expect(names(client)).toEqual(WORKING)
  for (const client of ['claude-code', 'qwen-cli-mcp-client-memdir'])
    expect(names(client)).toEqual([...WORKING, 'show', 'list', 'explain', 'inbox'])
  // One that is not listed is answered all the same.
  expect(offer().hasTool('explain')).toBe(true)
})

it('takes at most 1,400 tokens of every request of a client that loads all, with its instructions', () => {
  const { instructions, tools } = offer()
  // As Codex puts them into a request.
  const functions = tools('codex-mcp-client').map(({ name, description, inputSchema: parameters }) => ({
    type: 'function',
    name,
    description,
    strict: false,
    parameters,
  }))
  const sent = { type: 'namespace', name: 'mcp__memdir', description: instructions, tools: functions }
  expect(estimateTokens(JSON.stringify(sent))).toBeLessThanOrEqual(1_400)
})

it('its prompt to review memories carries them, 20 at a time, where no tool lists them', async () => {
  for (let at = 1; at <= 23; at++)
    await engine.store.add(
      { content: `The ferry number ${at} is moored at pier ${at}.`, name: `Ferry ${at}` },
      {
        actor: 'test',
      },
    )
  const prompt = (input: Record<string, string>, client = 'codex-mcp-client') =>
    offer().getPrompt('memory', input, client)
  const first = await prompt({})
  expect(first.match(/^- .*Ferry \d+/gm)).toHaveLength(20)
  expect(first).toContain('(3 more; this prompt shows them with `from` 21.)')
  expect(first).not.toContain('`list`')
  const rest = await prompt({ from: '21' })
  expect(rest.match(/^- .*Ferry \d+/gm)).toHaveLength(3)
  expect(rest).not.toContain('more;')
  expect(await prompt({ from: 'x' })).toBe(first)
  expect(await prompt({}, 'claude-code')).toContain('`list` tool')
})
