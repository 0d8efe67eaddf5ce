import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeModel, type FakeScript } from '../../../test/support/published/fake-model.ts'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openContext } from '../../connect/open-context.ts'
import { readLog } from '../../memory/history.ts'
import { openWriter } from '../../memory/open-writer.ts'
import { agentPlace } from '../../memory/places.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { agentMemoryOf } from '../agent-memories.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { createDelegation } from '../agents/delegation.ts'
import { createPermissionGate } from '../permission.ts'
import { createTools } from '../tools/create-tools.ts'
import { nodeFileAccess } from '../tools/file-access.ts'
import { createReadState } from '../tools/read-state.ts'
import { openAgentMemories } from './conversation-agent-memory.ts'

let place: TemporaryHome
let context: ProjectContext
beforeEach(() => {
  place = temporaryHome()
  context = openContext({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await context.close()
  place.remove()
})

const agentOf = (memory: AgentDefinition['memory']): AgentDefinition => ({
  name: 'docs:writer',
  description: 'writes',
  prompt: 'You write.',
  source: 'user',
  tools: [{ name: 'Grep', readOnly: false }],
  ...(memory && { memory }),
})

/** One run of the agent by the Agent tool, nobody there to be asked. */
async function runAgent(agent: AgentDefinition, script: FakeScript) {
  const model = new FakeModel(script)
  const memories = openAgentMemories(context, { id: 'conversation-1', agents: [agent] })
  const tool = createDelegation({
    agents: () => [agent],
    tools: createTools({ access: memories.withWriters(nodeFileAccess) }),
    model: () => model,
    permission: createPermissionGate('deny'),
    extraPrompt: memories.promptOf,
    gateFor: memories.gateFor,
  })
  const result = await tool.run(
    { subagent_type: agent.name, prompt: 'Go.' },
    { cwd: place.project, signal: new AbortController().signal, readState: createReadState() },
  )
  expect(JSON.stringify(result)).toContain('Done.')
  return { model }
}

const memory = (text: string) =>
  `---\nname: Style\ndescription: how docs are written\ntype: feedback\n---\n${text}\n`

test('an agent with a memory has its rules, index and scope in the prompt, the tools, and writes safely', async () => {
  const agent = agentOf('user')
  const directory = join(place.home, 'agent-memory', 'docs-writer')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'MEMORY.md'), '- [Tone](tone.md) — friendly\n')
  const file = join(directory, 'feedback_style.md')
  const { model } = await runAgent(agent, [
    { say: [{ tool: 'Write', input: { file_path: file, content: memory('Use short sentences.') } }] },
    'Done.',
  ])
  const [first] = model.requests
  const system = first?.request.system.map(({ text }) => text).join('\n') ?? ''
  expect(system).toContain('You write.')
  expect(system).toContain(directory)
  expect(system).toContain('applies to every project')
  expect(system).toContain('friendly')
  // The conversation's own index is another one, and comes with the first message.
  expect(system).toContain(`## ${join(directory, 'MEMORY.md')} (index of your own memory)`)
  expect(first?.request.tools.map(({ name }) => name)).toEqual(['Read', 'Write', 'Edit', 'Grep'])
  expect(readFileSync(file, 'utf8')).toContain('Use short sentences.')
  expect(readFileSync(file, 'utf8')).toContain('origin: agent')
  expect(readFileSync(join(directory, 'MEMORY.md'), 'utf8')).toContain('feedback_style.md')
  const { state } = agentPlace(context.location.projects, directory)
  const writer = openWriter({
    directory,
    state,
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
  })
  expect(readLog(writer).map(({ action, file: name }) => [action, name])).toEqual([
    ['add', 'feedback_style.md'],
  ])
})

test('what is shared through version control refuses a secret; elsewhere it is cut out', async () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const run = async (scope: 'project' | 'local') => {
    const agent = agentOf(scope)
    const file = join(agentMemoryOf(context, agent) ?? '', 'project_key.md')
    const content = memory(`The key is ${secret}.`)
    const { model } = await runAgent(agent, [
      { say: [{ tool: 'Write', input: { file_path: file, content } }] },
      'Done.',
    ])
    return { file, answer: model.requests[1]?.body ?? '' }
  }
  const shared = await run('project')
  expect(shared.file).toBe(join(place.project, '.claude', 'agent-memory', 'docs-writer', 'project_key.md'))
  expect(existsSync(shared.file)).toBe(false)
  expect(shared.answer).toContain('"is_error":true')
  const local = await run('local')
  expect(local.file).toContain('agent-memory-local')
  expect(readFileSync(local.file, 'utf8')).not.toContain(secret)
})

test('its directory is made; without memory, or with memory off, it has none and asks', async () => {
  const memories = openAgentMemories(context, { id: 'c', agents: [] })
  const project = await memories.promptOf(agentOf('project'))
  expect(project).toContain('shared through version control')
  expect(existsSync(join(place.project, '.claude', 'agent-memory', 'docs-writer'))).toBe(true)
  expect(await memories.promptOf(agentOf(undefined))).toBe('')
  const off = openContext({
    directory: place.project,
    env: { ...place.env, MEMDIR_DISABLE: '1' },
    bare: true,
  })
  const none = openAgentMemories(off, { id: 'c', agents: [agentOf('user')] })
  expect(await none.promptOf(agentOf('user'))).toBe('')
  expect(none.withWriters(nodeFileAccess)).toBe(nodeFileAccess)
  const gate = createPermissionGate('deny')
  expect(none.gateFor(agentOf('user'), gate)).toBe(gate)
  await off.close()
})

test('in a worktree the canonical root’s directory is used', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.x', ...args], { cwd: place.project })
  git('init', '-q')
  git('commit', '-qm', 'first', '--allow-empty')
  const tree = join(place.root, 'tree')
  git('worktree', 'add', '-q', tree)
  const inTree = openContext({ directory: tree, env: place.env })
  expect(agentMemoryOf(inTree, agentOf('local'))).toBe(
    join(place.project, '.claude', 'agent-memory-local', 'docs-writer'),
  )
  const remote = openContext({
    directory: tree,
    env: { ...place.env, MEMDIR_REMOTE_MEMORY_DIR: join(place.root, 'remote') },
  })
  expect(agentMemoryOf(remote, agentOf('local'))).toMatch(
    new RegExp(`^${join(place.root, 'remote')}.*agent-memory-local/docs-writer$`),
  )
  await inTree.close()
  await remote.close()
})
