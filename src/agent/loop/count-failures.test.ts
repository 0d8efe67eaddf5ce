import { expect, test } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { fakeTool } from '../../../test/support/published/fake-tools.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import type { AgentEvent, TurnEnd } from '../agent-event.ts'
import { staticSection } from './prompt-section.ts'
import { QueryEngine } from './query-engine.ts'
import { createSystemPrompt } from './system-prompt.ts'

const MANY = 120

/** A model that asks for this, request by request, until it has asked often enough. */
async function endOf(calls: (request: number) => { tool: string; input: Record<string, unknown> }[]) {
  const model = new FakeModel((_, request) => (request > MANY ? 'Done.' : replyWithTools(...calls(request))))
  const system = createSystemPrompt({ sections: [staticSection('s', 'Be good.')] })
  const engine = new QueryEngine({ model, system, tools: [fakeTool({ name: 'Look' })], cwd: '/p' })
  const events: AgentEvent[] = []
  for await (const event of engine.submit('go')) events.push(event)
  return events.at(-1) as TurnEnd
}

const unknown = (value: number) => ({ tool: 'Nowhere', input: { value } })
const look = { tool: 'Look', input: { value: 'a' } }

test('the same calls that fail ten times in a row end the turn', async () => {
  expect(await endOf(() => [unknown(1)])).toMatchObject({ reason: 'stuck', requests: 10 })
  expect(await endOf(() => [unknown(1), unknown(2)])).toMatchObject({ reason: 'stuck', requests: 10 })
})

test('calls that differ and all fail end it after fifty', async () => {
  expect(await endOf((request) => [unknown(request)])).toMatchObject({ reason: 'stuck', requests: 50 })
})

test('a call that succeeds is progress, however often it is made', async () => {
  expect(await endOf(() => [look])).toMatchObject({ reason: 'done' })
  expect(await endOf(() => [look, unknown(1)])).toMatchObject({ reason: 'done' })
  expect(await endOf((request) => [request % 9 === 0 ? look : unknown(1)])).toMatchObject({ reason: 'done' })
})
