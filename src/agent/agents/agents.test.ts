import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { release, tmpdir, type } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeModel, type FakeScript } from '../../../test/support/published/fake-model.ts'
import { fakeTool, pauseFor } from '../../../test/support/published/fake-tools.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { definitionsTexts } from '../../base/messages/definitions.ts'
import { openProjectAccess, type ProjectAccess } from '../../base/trust/project-access.ts'
import { textOf, toolResultsOf, toolResultText } from '../../models/content.ts'
import { staticSection } from '../loop/prompt-section.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import { createSystemPrompt } from '../loop/system-prompt.ts'
import { worktreeIsolation } from '../loop/worktree.ts'
import { createPermissionGate } from '../permission.ts'
import type { Tool } from '../tools/tool.ts'
import { type AgentDefinition, readAgent, resolveAgents } from './agent-definition.ts'
import { agentListing } from './agent-listing.ts'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'
import { chooseTools, onlyReads } from './choose-tools.ts'
import { createDelegation, type DelegationOptions } from './delegation.ts'
import { findAgents } from './find-agents.ts'

let directory: string
beforeEach(() => {
  directory = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-agents-')))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const FILE = `---
name: reviewer
description: Reviews changes
tools: Read, Grep, Bash(read-only)
disallowedTools: [Write]
model: inherit
effort: high
maxTurns: 7
memory:
  scope: project
color: red
background: true
isolation: worktree
permissionMode: plan
skills: lint
initialPrompt: Be strict.
mcpServers: [docs]
hooks: {}
---
You review.
`

test('a definition with everything', () => {
  expect(readAgent(FILE, 'project', '/x.md')).toEqual({
    ok: true,
    agent: {
      name: 'reviewer',
      description: 'Reviews changes',
      prompt: 'You review.',
      source: 'project',
      path: '/x.md',
      tools: [
        { name: 'Read', readOnly: false },
        { name: 'Grep', readOnly: false },
        { name: 'Bash', readOnly: true },
      ],
      disallowedTools: ['Write'],
      model: 'inherit',
      effort: 'high',
      maxTurns: 7,
      memory: 'project',
      color: 'red',
      background: true,
      isolation: 'worktree',
      permissionMode: 'plan',
      skills: ['lint'],
      initialPrompt: 'Be strict.',
      mcpServers: ['docs'],
      hooks: {},
    },
  })
})

test('frontmatter that is not quite YAML is read field by field', () => {
  const read = readAgent(
    '---\nname: rev\ndescription: Use it when: code changed. <example>user: "Hi"</example>\n  And: more.\ntools: [Read, Grep]\nmemory:\n  scope: project\nmodel: [\n---\nYou review.\n',
    'user',
  )
  expect(read).toMatchObject({
    ok: true,
    agent: {
      ...{ name: 'rev', prompt: 'You review.', memory: 'project', model: '[' },
      description: 'Use it when: code changed. <example>user: "Hi"</example>\n  And: more.',
      tools: [{ name: 'Read' }, { name: 'Grep' }],
    },
  })
})

test.each([
  ['---\nname: a\n---\nx', definitionsTexts.noDescription.key],
  ['---\nname: a\nmodel: [\n---\nx', definitionsTexts.brokenFrontmatter.key],
  [
    `---\nname: a\ndescription: b: c\n${'x: [\n'.repeat(5_000)}---\nx`,
    definitionsTexts.brokenFrontmatter.key,
  ],
  [`---\nname: a\ndescription: b\nfoo: ${'"'.repeat(9_000)}\n---\nx`, definitionsTexts.brokenFrontmatter.key],
  ['---\ndescription: a\n---\nx', definitionsTexts.noName.key],
  ['---\nname: ../a\ndescription: a\n---\nx', definitionsTexts.noName.key],
  ['no frontmatter', definitionsTexts.noName.key],
  ['---\nname: [\n---\n', definitionsTexts.brokenFrontmatter.key],
])('what is no definition is reported: %j', (content, key) => {
  expect(readAgent(content, 'user')).toMatchObject({ ok: false, problem: { key } })
})

test.each([
  'disallowedTools: [Bash, Write',
  'tools: [Read',
  'permissionMode: "plan',
  'hooks: {',
  'mcpServers: [docs',
  'allowed-tools: [Read',
  'disable-model-invocation: "true',
  // Not seen as a field of its own, or seen twice.
  ' disallowedTools: [Bash]',
  '"disallowedTools": [Bash]',
  'disallowedTools : [Bash]',
  'model: x\n"disallowedTools": [Bash]',
  'disallowedTools: [Bash]\ndisallowedTools: [Write]',
])('broken frontmatter does not weaken what an agent may do: %j', (limit) => {
  const problem = { key: definitionsTexts.brokenFrontmatter.key }
  for (const content of [`name: a\ndescription: b: c\n${limit}`, `${limit}\nname: a\ndescription: b: c`])
    expect(readAgent(`---\n${content}\n---\nx`, 'user')).toMatchObject({ ok: false, problem })
})

test('a place is read up to a bound, and the rest is named in one line', () => {
  const text = (name: string) => `---\nname: ${name}\ndescription: d\n---\n${'x'.repeat(190_000)}`
  const names = Array.from({ length: 24 }, (_, n) => `a${String(n).padStart(2, '0')}`)
  mkdirSync(join(directory, 'large'))
  for (const name of names) writeFileSync(join(directory, 'large', `${name}.md`), text(name))
  const { agents, problems } = findAgents([{ directory: join(directory, 'large'), source: 'user' }])
  expect(agents.filter(({ source }) => source === 'user')).toHaveLength(22)
  const problem = { key: definitionsTexts.placeTooLarge.key, values: { files: 'a22.md, a23.md' } }
  expect(problems).toMatchObject([{ path: expect.stringContaining('large'), problem }])
})

test('files are found, the higher source wins, the rest is listed', () => {
  const file = (place: string, name: string, description: string) => {
    mkdirSync(join(directory, place, 'deep'), { recursive: true })
    writeFileSync(
      join(directory, place, 'deep', `${name}.md`),
      `---\nname: ${name}\ndescription: ${description}\n---\nHi.`,
    )
  }
  file('user', 'Explore', 'mine')
  file('project', 'Explore', 'ours')
  file('project', 'docs', 'writes docs')
  writeFileSync(join(directory, 'project', 'broken.md'), 'nothing')
  const found = findAgents([
    { directory: join(directory, 'project'), source: 'project' },
    { directory: join(directory, 'user'), source: 'user' },
    { directory: join(directory, 'missing'), source: 'policy' },
  ])
  const agents = resolveAgents(found.agents)
  expect(agents.map(({ name, source }) => `${name} ${source}`)).toEqual([
    'Explore project',
    'Plan built-in',
    'docs project',
    'general-purpose built-in',
    'memdir-guide built-in',
  ])
  expect(found.problems).toHaveLength(1)
  expect(agentListing(agents)).toContain('- docs: writes docs')
})

test('what a project’s agent may not say unapproved is left out, the rest stays', () => {
  const file = join(directory, '.claude/agents/deep/rev.md')
  mkdirSync(join(directory, '.claude/agents/deep'), { recursive: true })
  const frontmatter = (lines: string) =>
    writeFileSync(file, `---\nname: rev\ndescription: reviews\nmaxTurns: 3\n${lines}---\nHi.`)
  const access = (approved = false) => {
    const opened = openProjectAccess(
      { MEMDIR_HOME: join(directory, 'config') },
      { checkout: directory, root: directory },
    )
    return approved ? { ...opened, isApproved: () => true } : opened
  }
  const find = (project: ProjectAccess) =>
    findAgents([{ project, path: '.claude/agents', source: 'project' }]).agents.find(
      ({ name }) => name === 'rev',
    )!
  const asked = {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'id' }] }] },
    mcpServers: { x: { command: 'sh' } },
    permissionMode: 'acceptEdits',
    model: 'the-most-expensive',
    memory: 'user',
  }
  frontmatter(
    Object.entries(asked)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      .join(''),
  )
  const waiting = access()
  const agent = find(waiting)
  expect(agent).toMatchObject({ name: 'rev', maxTurns: 3, prompt: 'Hi.' })
  for (const name of Object.keys(asked)) expect(agent).not.toHaveProperty(name)
  expect(waiting.waiting).toEqual([{ kind: 'agent', name: '.claude/agents/deep/rev.md', content: asked }])
  expect(find(access(true))).toMatchObject(asked)
  // Stricter is harmless, and so are the person's own models and a memory inside the project.
  frontmatter('permissionMode: plan\nmodel: small\nmemory: project\n')
  const harmless = access()
  expect(find(harmless)).toMatchObject({ permissionMode: 'plan', model: 'small', memory: 'project' })
  expect(harmless.waiting).toEqual([])
  // A link is no definition of this project.
  rmSync(file)
  writeFileSync(join(directory, 'elsewhere.md'), '---\nname: rev\ndescription: x\n---\n')
  symlinkSync(join(directory, 'elsewhere.md'), file)
  const linked = access()
  expect(find(linked)).toBeUndefined()
  expect(linked.refused).toEqual([{ path: file, reason: 'link' }])
})

test('built-in agents: two that only read, and one that writes a plan', () => {
  expect(BUILT_IN_AGENTS.filter(onlyReads).map(({ name }) => name)).toEqual(['Explore', 'memdir-guide'])
})

test('tools are chosen, in order; a limited one refuses what changes something', async () => {
  const shell: Tool = { ...fakeTool({ name: 'Bash' }), isReadOnly: (input) => input.value === 'ls' }
  const all = [
    fakeTool({ name: 'Read' }),
    fakeTool({ name: 'Write' }),
    fakeTool({ name: 'Edit' }),
    shell,
    fakeTool({ name: 'Agent' }),
  ]
  const agent: AgentDefinition = {
    name: 'a',
    description: 'd',
    prompt: '',
    source: 'user',
    tools: [
      { name: 'Bash', readOnly: true },
      { name: 'Read', readOnly: false },
    ],
  }
  const chosen = chooseTools(agent, all, true)
  expect(chosen.map(({ name }) => name)).toEqual(['Read', 'Bash'])
  const context = { cwd: '/', signal: new AbortController().signal } as Parameters<Tool['run']>[1]
  expect(await chosen[1]!.run({ value: 'ls' }, context)).toMatchObject({ content: 'Bash ls' })
  expect(await chosen[1]!.run({ value: 'rm' }, context)).toMatchObject({ isError: true })
  expect(chooseTools({ ...agent, memory: 'user' }, all, true).map(({ name }) => name)).toEqual([
    'Read',
    'Write',
    'Edit',
    'Bash',
  ])
  expect(
    chooseTools({ ...agent, tools: undefined, disallowedTools: ['Write'] }, all, false).map(
      ({ name }) => name,
    ),
  ).toEqual(['Read', 'Edit', 'Bash'])
})

const HELPER: AgentDefinition = { name: 'helper', description: 'helps', prompt: 'You help.', source: 'user' }

function open(script: FakeScript, more: Partial<DelegationOptions> = {}) {
  const model = new FakeModel(script)
  const permission = createPermissionGate('ask', async () => 'once')
  const tools = [fakeTool({ name: 'Look' })]
  const agent: Tool = createDelegation({
    agents: () => [HELPER, { ...HELPER, name: 'slow', background: true }, ...BUILT_IN_AGENTS],
    tools,
    model: () => model,
    permission,
    forkPoint: () => engine.forkPoint(),
    notify: (reported) => engine.notify(reported),
    ...more,
  })
  const engine: QueryEngine = new QueryEngine({
    model,
    permission,
    tools: [...tools, agent],
    cwd: directory,
    system: createSystemPrompt({ sections: [staticSection('s', 'Main.')] }),
  })
  return { engine, model }
}

test('a fork asks the model that is counted as a sub-agent’s, not the conversation’s', async () => {
  const counted = new FakeModel(['Forked.'])
  const { engine, model } = open([replyWithTools(delegate('Look around.')), 'Thanks.'], {
    model: () => counted,
  })
  expect(await run(engine)).toEqual(['Forked.'])
  expect([counted.requests.length, model.requests.length]).toEqual([1, 2])
})

async function run(engine: QueryEngine): Promise<string[]> {
  for await (const event of engine.submit('go')) void event
  return engine.messages.flatMap(toolResultsOf).map(toolResultText)
}

const delegate = (prompt: string, type?: string) => ({
  tool: 'Agent',
  input: { prompt, ...(type && { subagent_type: type }) },
})

test('a typed agent starts fresh; only its last words come back', async () => {
  const started: unknown[] = []
  const { engine, model } = open(
    [
      replyWithTools(delegate('Find it.', 'helper')),
      replyWithTools({ tool: 'Look', input: { value: 'deep' } }),
      'Found: 42.',
      'Thanks.',
    ],
    {
      hooks: async (event, data) => {
        started.push([event, data.agent_type])
        return {}
      },
    },
  )
  expect(await run(engine)).toEqual(['Found: 42.'])
  const inner = model.requests[1]!.request
  expect(inner.system.map(({ text }) => text)).toEqual([
    `You help.\n\n# Environment\nWorking directory: ${directory}\nPlatform: ${process.platform}\nOS version: ${type()} ${release()}\nShell: ${existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'}\nModel: fake`,
  ])
  expect(inner.messages.map(textOf)).toEqual(['Find it.'])
  expect(engine.messages.map(textOf).join()).not.toContain('deep')
  expect(started).toContainEqual(['SubagentStart', 'helper'])
  expect(started).toContainEqual(['SubagentStop', 'helper'])
})

test('depth is limited', async () => {
  const { engine, model } = open(({ tools, messages }) => {
    const mayDelegate = tools.some(({ name }) => name === 'Agent')
    return mayDelegate && messages.length === 1
      ? replyWithTools(delegate('Deeper.', 'helper'))
      : 'The bottom.'
  })
  await run(engine)
  const depths = model.requests.map(({ request }) => request.tools.some(({ name }) => name === 'Agent'))
  expect(depths).toEqual([true, true, false, true, true])
})

test('without a type the conversation is forked: same prefix, its own messages apart', async () => {
  const { engine, model } = open([
    replyWithTools(delegate('Half one.'), delegate('Half two.')),
    replyWithTools(delegate('Fork again.')),
    'One done.',
    'Two done.',
    'Both done.',
  ])
  const results = await run(engine)
  expect(results).toEqual(['One done.', 'Two done.'])
  const [parent, fork] = model.requests.map(({ body }) => body)
  const prefix = parent!.slice(0, parent!.lastIndexOf(']}],"max_tokens"'))
  expect(fork!.startsWith(prefix)).toBe(true)
  expect(textOf(model.requests[1]!.request.messages.at(-1)!)).toBe('Half one.')
  expect(toolResultsOf(model.requests[2]!.request.messages.at(-1)!).map(toolResultText)[0]).toMatch(
    /does not delegate/,
  )
})

test('a background agent is not waited for; its end arrives as a notification', async () => {
  const { engine } = open(({ system }) => (system[0]?.text === 'Main.' ? 'Going on.' : 'Slow result.'))
  const first = open([
    replyWithTools(delegate('Take your time.', 'slow')),
    'Started.',
    'Slow result.',
    'I see.',
  ])
  expect(await run(first.engine)).toEqual([
    'Started "slow" in the background. You will be told when it is done.',
  ])
  await new Promise((wake) => setTimeout(wake, 20))
  await run(first.engine)
  expect(first.engine.messages.map(textOf).join('\n')).toMatch(
    /background agent "slow" \(slow\) has finished/,
  )
  expect(await run(engine)).toEqual([])
})

test('delegating needs no permission; what the agent does needs it', async () => {
  const { engine } = open(
    [
      replyWithTools(delegate('x', 'helper')),
      replyWithTools({ tool: 'Change', input: {} }),
      'I could not.',
      'ok',
    ],
    {
      tools: [fakeTool({ name: 'Change', readOnly: false })],
      permission: createPermissionGate('deny'),
      onEvent: (_, event) => {
        if (event.type === 'tool_end') denied.push(event.content)
      },
    },
  )
  const denied: string[] = []
  expect(await run(engine)).toEqual(['I could not.'])
  expect(denied[0]).toMatch(/^Denied/)
})

test('agents that only read run at the same time', async () => {
  let running = 0
  let most = 0
  const slow = fakeTool({
    name: 'Read',
    async run() {
      most = Math.max(most, ++running)
      await pauseFor(20)
      running--
      return { content: 'seen' }
    },
  })
  const { engine } = open(
    ({ system, messages }) => {
      if (messages.length > 1) return `Answer to ${textOf(messages[0]!)}`
      return system[0]?.text === 'Main.'
        ? replyWithTools(delegate('one', 'Explore'), delegate('two', 'Explore'))
        : replyWithTools({ tool: 'Read', input: { value: textOf(messages[0]!) } })
    },
    { tools: [slow] },
  )
  expect(await run(engine)).toEqual(['Answer to one', 'Answer to two'])
  expect(most).toBe(2)
})

test('an unknown type and a failing agent are reported', async () => {
  const { engine } = open([
    replyWithTools(delegate('x', 'nobody'), delegate('y', 'helper')),
    { fail: 'overloaded' },
    'ok',
  ])
  const [unknown, failing] = await run(engine)
  expect(unknown).toMatch(/There is no agent "nobody"/)
  expect(failing).toMatch(/did not finish/)
})

test('a worktree of its own: gone without changes, kept with them', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: directory, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(directory, 'repo'), env, encoding: 'utf8' })
  mkdirSync(join(directory, 'repo'))
  git('init', '-q')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x')
  const isolate = worktreeIsolation({
    repository: join(directory, 'repo'),
    directory: join(directory, 'trees'),
    env,
  })
  const clean = await isolate(HELPER)
  expect(existsSync(clean.cwd)).toBe(true)
  expect(await clean.finish()).toBeUndefined()
  expect(existsSync(clean.cwd)).toBe(false)
  expect(git('branch', '--list', 'memdir/*')).toBe('')
  const changed = await isolate(HELPER)
  writeFileSync(join(changed.cwd, 'new.txt'), 'x')
  expect(await changed.finish()).toContain(changed.cwd)
  expect(existsSync(join(changed.cwd, 'new.txt'))).toBe(true)
})

test('a worktree runs nothing that the repository configures', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: directory, GIT_CONFIG_NOSYSTEM: '1' }
  const repository = join(directory, 'repo')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' })
  mkdirSync(repository)
  git('init', '-q')
  writeFileSync(join(repository, 'a.txt'), 'a')
  writeFileSync(join(repository, '.gitattributes'), '* filter=evil\n')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'x')
  const ran = join(directory, 'ran')
  for (const key of ['filter.evil.smudge', 'filter.evil.clean']) git('config', key, `touch ${ran}; cat`)
  git('config', 'core.fsmonitor', `touch ${ran}; false`)
  const isolate = worktreeIsolation({ repository, directory: join(directory, 'trees'), env })
  const { cwd, finish } = await isolate(HELPER)
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('a')
  // Git looks into a file whose time is not that of the index.
  utimesSync(join(cwd, 'a.txt'), new Date(0), new Date(0))
  expect(await finish()).toBeUndefined()
  expect([existsSync(ran), existsSync(cwd)]).toEqual([false, false])
})

test('a worktree fetches nothing that the repository lacks', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: directory, GIT_CONFIG_NOSYSTEM: '1' }
  const repository = join(directory, 'repo')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' })
  mkdirSync(repository)
  git('init', '-q')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x')
  const ran = join(directory, 'ran')
  git('config', 'core.repositoryFormatVersion', '1')
  git('config', 'extensions.partialClone', 'origin')
  git('config', 'protocol.file.allow', 'always')
  git('config', 'remote.origin.url', directory)
  git('config', 'remote.origin.promisor', 'true')
  git('config', 'remote.origin.uploadpack', `touch ${ran}; false`)
  rmSync(join(repository, '.git', 'objects'), { recursive: true })
  mkdirSync(join(repository, '.git', 'objects'))
  const isolate = worktreeIsolation({ repository, directory: join(directory, 'trees'), env })
  await expect(isolate(HELPER)).rejects.toThrow('git worktree failed')
  expect(existsSync(ran)).toBe(false)
})
