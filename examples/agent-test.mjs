// The test of an agent without a provider: a model that answers by script, and a fork that leaves no trace.
//   node examples/agent-test.mjs
import assert from 'node:assert/strict'
import { createSystemPrompt, createTools, QueryEngine, runFork, staticSection } from 'memdir/agent'
import { FakeModel } from 'memdir/testing'

const model = new FakeModel([
  { say: [{ tool: 'Bash', input: { command: 'echo ready' } }] },
  'It says ready.',
  'A command was run: it says ready.',
])
const agent = new QueryEngine({
  model,
  system: createSystemPrompt({ sections: [staticSection('who', 'You run commands.')] }),
  tools: createTools(),
  cwd: process.cwd(),
})

const events = []
for await (const event of agent.submit('Is it ready?')) events.push(event)
assert.deepEqual(
  events.filter(({ type }) => type === 'tool_end').map(({ content }) => content.trim()),
  ['ready'],
)
assert.equal(events.at(-1).reason, 'done')

const said = agent.messages.length
const fork = await runFork({
  ...(await agent.forkPoint()),
  task: 'Sum up what was done, in one sentence.',
  label: 'summary',
})
assert.equal(fork.text, 'A command was run: it says ready.')
// What the provider has in its cache is what the fork begins with.
assert.ok(fork.cacheHitRatio > 0.5)
assert.equal(agent.messages.length, said)
console.log(`${fork.text} (${model.requests.length} requests)`)
