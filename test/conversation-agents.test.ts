// Sub-agents and skills of conversations: which definition counts, which model it runs on, what it may do.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentsOf } from '../src/agent/agent-memories.ts'
import type { PermissionMode } from '../src/agent/permission.ts'
import { openProjectAccess } from '../src/base/trust/project-access.ts'
import { replyWithTools } from './support/published/reply.ts'
import { noticesOf, resultsOf, useConversation } from './use-conversation.ts'

const talk = useConversation()

const definition = (name: string, more = '', body = 'You help.') =>
  `---\nname: ${name}\ndescription: helps\n${more}---\n${body}\n`
const delegate = (type: string, prompt = 'Do it.') =>
  replyWithTools({ tool: 'Agent', input: { subagent_type: type, prompt } })
const bash = (command: string) => replyWithTools({ tool: 'Bash', input: { command } })
const write = (file_path: string) => replyWithTools({ tool: 'Write', input: { file_path, content: 'x\n' } })
const userAgent = (name: string, more = '') =>
  talk.put(join(talk.place.home, 'agents', `${name}.md`), definition(name, more))

describe('the model that a definition names', () => {
  const run = async (model: string, models = {}) => {
    await talk.serve([delegate('helper'), 'Helped.', 'Done.'], { models })
    userAgent('helper', `model: ${model}\n`)
    const events = await talk.say(await talk.open(), 'Go.')
    return { used: talk.modelOf(1), notices: noticesOf(events) }
  }
  const STANDS_IN = /^The agent helper asks for the model \S+; here openai-compatible\/\S+ stands in\./

  it.each([
    ['sonnet', {}, 'local', true],
    ['opus', { small: 'openai-compatible/tiny' }, 'local', true],
    ['haiku', { small: 'openai-compatible/tiny' }, 'tiny', true],
    ['haiku', {}, 'local', true],
    ['claude-opus-4-5-20251101', {}, 'local', true],
    ['opus[1m]', {}, 'local', true],
    ['inherit', { small: 'openai-compatible/tiny' }, 'local', false],
    ['small', { small: 'openai-compatible/tiny' }, 'tiny', false],
    ['qwen3', {}, 'qwen3', false],
    // Configured models that are called so are what was meant.
    ['haiku', { main: 'openai-compatible/claude-haiku-4-5' }, 'claude-haiku-4-5', false],
    ['sonnet', { small: 'openai-compatible/claude-sonnet-4-5' }, 'claude-sonnet-4-5', false],
    ['opus', { aliases: { opus: 'openai-compatible/large' } }, 'large', false],
  ])('%s with %j is %s', async (model, models, used, standsIn) => {
    const ran = await run(model, models)
    expect(ran.used).toBe(used)
    expect(ran.notices.filter((text) => STANDS_IN.test(text))).toHaveLength(standsIn ? 1 : 0)
  })

  it('is said once of each, however many agents ask for it', async () => {
    await talk.serve([delegate('one'), 'x', delegate('two'), 'x', delegate('one'), 'x', 'Done.'])
    for (const name of ['one', 'two']) userAgent(name, 'model: sonnet\n')
    const notices = noticesOf(await talk.say(await talk.open(), 'Go.'))
    expect(notices.filter((text) => text.includes('stands in'))).toHaveLength(1)
  })

  it('is a plain failure of that agent where the alias names no model', async () => {
    await talk.serve([delegate('helper'), 'Done.'], { models: { aliases: { sonnet: 'nonsense' } } })
    userAgent('helper', 'model: sonnet\n')
    const [result] = resultsOf(await talk.say(await talk.open(), 'Go.'))
    expect(result).toContain('"nonsense" is not a model name')
  })
})

describe('the definition that counts', () => {
  const SOURCES = ['plugin', 'user', 'user JSON', 'project', 'project JSON', 'flag', 'policy'] as const
  const json = (source: string) => ({ helper: { description: `of ${source}`, prompt: 'Hi.' } })
  const found = (sources: readonly (typeof SOURCES)[number][]) => {
    const { place, put } = talk
    const file = (source: string) => `---\nname: helper\ndescription: of ${source}\n---\nHi.`
    if (sources.includes('plugin')) put(join(place.home, 'plugins/tools/agents/helper.md'), file('plugin'))
    if (sources.includes('user')) put(join(place.home, 'agents/helper.md'), file('user'))
    if (sources.includes('project')) put(join(place.project, '.memdir/agents/helper.md'), file('project'))
    const settings = [
      ...(sources.includes('user JSON') ? [{ value: json('user JSON'), origin: 'user' }] : []),
      ...(sources.includes('project JSON') ? [{ value: json('project JSON'), origin: 'own' }] : []),
      ...(sources.includes('policy') ? [{ value: json('policy'), origin: 'policy' }] : []),
    ]
    const { agents, problems } = agentsOf({
      ...{ home: place.home, env: place.env },
      settings: { findAll: () => settings as never },
      project: openProjectAccess(place.env, { checkout: place.project, root: place.project }),
      ...(sources.includes('flag') && { flag: json('flag') }),
    })
    expect(problems).toEqual([])
    const description = (name: string) => agents.find((agent) => agent.name === name)?.description
    return { helper: description('helper'), plugin: description('tools:helper') }
  }

  it.each(SOURCES.slice(1).map((source, at) => [source, SOURCES.slice(0, at + 2)] as const))(
    'is that of %s over all before it',
    (source, sources) => {
      expect(found(sources)).toEqual({ helper: `of ${source}`, plugin: 'of plugin' })
    },
  )

  it('may be JSON in settings and on the command line, and what is none is named', async () => {
    await talk.serve([delegate('reviewer', 'Look.'), 'Looked.', 'Done.'], {
      agents: {
        reviewer: { description: 'reviews', prompt: 'You review strictly.', tools: ['Read', 'Grep'] },
        broken: { prompt: 'no description' },
      },
    })
    const conversation = await talk.open({ agents: { second: { description: 'x', prompt: 'y' }, worse: 3 } })
    expect(conversation.problems.map(({ path, problem }) => [path.split('/').at(-1), problem.en])).toEqual([
      ['settings.json: agents.broken', 'description is missing'],
      ['--agents: agents.worse', 'it is not an object with description and prompt'],
    ])
    await talk.say(conversation, 'Go.')
    expect(talk.told(0)).toContain('- reviewer: reviews (tools: Read, Grep)')
    expect(talk.told(0)).toContain('- second: x')
    expect(talk.told(1)).toContain('You review strictly.')
    expect(talk.toolsOf(1).filter((name) => name !== 'Retrieve')).toEqual(['Read', 'Grep'])
  })

  it('of a project’s settings counts once it is approved', async () => {
    await talk.serve(['One.', 'Two.'])
    talk.put(join(talk.place.project, '.memdir/settings.json'), { agents: { theirs: { description: 'x' } } })
    await talk.say(await talk.open(), 'Go.')
    expect(talk.told(0)).not.toContain('- theirs')
    expect(await talk.trust()).toEqual(['.memdir/settings.json'])
    await talk.engine.close()
    const { openEngine } = await import('../src/connect/engine.ts')
    const again = openEngine({ directory: talk.place.project, env: talk.place.env })
    const conversation = await (await again.runtime()).openConversation({ mode: 'ask' })
    expect(conversation.agents.map(({ name }) => name)).toContain('theirs')
    await conversation.close()
    await again.close()
  })
})

describe('permissionMode', () => {
  /** The answers of the person: always no; whether they were asked, and what was written. */
  const run = async (mode: string, script: ReturnType<typeof bash>[], options = {}, more = '') => {
    const asked: string[] = []
    await talk.serve([delegate('helper'), ...script, 'Tried.', 'Done.'])
    userAgent('helper', `${mode === '' ? '' : `permissionMode: ${mode}\n`}${more}`)
    const conversation = await talk.open({
      ask: async ({ tool }) => {
        asked.push(tool)
        return { refused: 'no' }
      },
      ...options,
    })
    await talk.say(conversation, 'Go.')
    const done = (name: string) => existsSync(join(talk.place.project, name))
    return { asked, wrote: done('a.txt'), ran: done('b.txt') }
  }
  const BOTH = () => [write(join(talk.place.project, 'a.txt')), bash('touch b.txt')]

  it.each<[string, PermissionMode, Awaited<ReturnType<typeof run>>]>([
    ['', 'ask', { asked: ['Write', 'Bash'], wrote: false, ran: false }],
    ['default', 'ask', { asked: ['Write', 'Bash'], wrote: false, ran: false }],
    ['auto', 'ask', { asked: ['Write', 'Bash'], wrote: false, ran: false }],
    ['acceptEdits', 'ask', { asked: ['Bash'], wrote: true, ran: false }],
    ['bypassPermissions', 'ask', { asked: ['Bash'], wrote: true, ran: false }],
    ['plan', 'ask', { asked: [], wrote: false, ran: false }],
    ['dontAsk', 'ask', { asked: [], wrote: false, ran: false }],
    ['nonsense', 'ask', { asked: ['Write', 'Bash'], wrote: false, ran: false }],
    ['', 'acceptEdits', { asked: ['Bash'], wrote: true, ran: false }],
    ['default', 'acceptEdits', { asked: ['Write', 'Bash'], wrote: false, ran: false }],
    ['plan', 'acceptEdits', { asked: [], wrote: false, ran: false }],
    // Where the parent plans, or nobody can be asked, nothing is looser.
    ['acceptEdits', 'plan', { asked: [], wrote: false, ran: false }],
    ['bypassPermissions', 'plan', { asked: [], wrote: false, ran: false }],
    ['acceptEdits', 'deny', { asked: [], wrote: false, ran: false }],
    ['bypassPermissions', 'deny', { asked: [], wrote: false, ran: false }],
    ['plan', 'deny', { asked: [], wrote: false, ran: false }],
  ])('%s below %s', async (mode, parent, expected) => {
    expect(await run(mode, BOTH(), { mode: parent })).toEqual(expected)
  })

  it.each([
    ['dontAsk', true],
    ['plan', false],
  ])('leaves what the person has allowed before: %s, %s', async (mode, ran) => {
    const allowedTools = [{ tool: 'Bash', limit: { exactly: 'touch b.txt' } }]
    expect(await run(mode, BOTH(), { allowedTools })).toEqual({ asked: [], wrote: false, ran })
    expect(talk.server.requests).toHaveLength(5)
  })

  it('asks nobody for an agent in the background, but leaves what was allowed before', async () => {
    const asked: string[] = []
    const calls = [...BOTH(), bash('touch c.txt')]
    let ended = false
    await talk.serve(({ raw }, number) => {
      if (number === 1) return delegate('helper')
      if (!raw.includes('You help.')) return 'Done.'
      const next = calls.shift()
      ended = next === undefined
      return next ?? 'Tried.'
    })
    userAgent('helper', 'permissionMode: acceptEdits\nbackground: true\n')
    const conversation = await talk.open({
      allowedTools: [{ tool: 'Bash', limit: { exactly: 'touch c.txt' } }],
      ask: async ({ tool }) => {
        asked.push(tool)
        return 'once'
      },
    })
    await talk.say(conversation, 'Go.')
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(true)
    expect(asked).toEqual([])
    const made = ['a.txt', 'b.txt', 'c.txt'].map((name) => existsSync(join(talk.place.project, name)))
    expect(made).toEqual([true, false, true])
  })

  it.each(['plan', 'dontAsk'])('%s holds for the agents that it starts itself', async (mode) => {
    const asked: string[] = []
    await talk.serve([
      ...[delegate('planner'), delegate('eager'), write(join(talk.place.project, 'a.txt'))],
      ...[bash('touch b.txt'), 'Tried.', 'Told.', 'Done.'],
    ])
    userAgent('planner', `permissionMode: ${mode}\n`)
    userAgent('eager', 'permissionMode: bypassPermissions\n')
    const conversation = await talk.open({
      ask: async ({ tool }) => {
        asked.push(tool)
        return 'once'
      },
    })
    await talk.say(conversation, 'Go.')
    expect(asked).toEqual([])
    expect(['a.txt', 'b.txt'].map((name) => existsSync(join(talk.place.project, name)))).toEqual([
      false,
      false,
    ])
  })

  it('an agent that plans may write no memory, either', async () => {
    const remember = replyWithTools({
      tool: 'Memory',
      input: { action: 'remember', content: 'Ports are odd.' },
    })
    await run('plan', [remember])
    expect(talk.told(2)).toContain('only reading is allowed while planning')
    expect(talk.engine.store.list()).toEqual([])
  })

  it('and tools: what an agent may not use, nobody it starts may use', async () => {
    await talk.serve([delegate('reader'), delegate('general-purpose'), 'Inner.', 'Outer.', 'Done.'])
    userAgent('reader', 'tools: Read, Grep, Agent\n')
    await talk.say(await talk.open(), 'Go.')
    expect(talk.toolsOf(1)).toEqual(expect.arrayContaining(['Read', 'Grep', 'Agent']))
    expect(talk.toolsOf(2).filter((name) => name !== 'Retrieve')).toEqual(['Read', 'Grep'])
  })
})

describe('the hooks of a definition', () => {
  const command = (text: string) => [{ hooks: [{ type: 'command', command: text }] }]
  const hooks = (value: object) => `hooks: ${JSON.stringify(value)}\n`

  it('run while it runs and only then; its Stop is the end of the sub-agent', async () => {
    const log = join(talk.place.root, 'log')
    const note = (word: string) => command(`echo ${word} $TOOL_NAME >> '${log}'`)
    await talk.serve([...[bash('ls'), delegate('helper'), bash('pwd'), 'Helped.', bash('ls'), 'Done.']])
    userAgent('helper', hooks({ PreToolUse: note('tool'), Stop: note('stop') }))
    await talk.say(await talk.open(), 'Go.')
    expect(
      readFileSync(log, 'utf8')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['tool Bash', 'stop', ''])
  })

  it('deny, add words and send it on', async () => {
    const mark = join(talk.place.root, 'mark')
    await talk.serve([...[delegate('helper'), bash('touch b.txt'), 'First.', 'Second.', 'Done.']])
    userAgent(
      'helper',
      hooks({
        SubagentStart: command('echo "{\\"additionalContext\\": \\"Mind the gap.\\"}"'),
        PreToolUse: command('echo not today >&2; exit 2'),
        Stop: command(`test -e '${mark}' || { touch '${mark}'; echo check once more >&2; exit 2; }`),
      }),
    )
    const conversation = await talk.open({ mode: 'acceptEdits', ask: async () => 'once' })
    const [result] = resultsOf(await talk.say(conversation, 'Go.')).slice(-1)
    expect(talk.told(1)).toContain('Mind the gap.')
    expect(talk.told(2)).toContain('A hook denied this call: not today')
    expect(existsSync(join(talk.place.project, 'b.txt'))).toBe(false)
    expect(talk.told(3)).toContain('check once more')
    expect(result).toBe('Second.')
  })

  it('refuse its start, with the reason', async () => {
    await talk.serve([delegate('helper'), 'Done.'], {
      hooks: { SubagentStart: [{ matcher: 'helper', ...command('echo no helpers >&2; exit 2')[0] }] },
    })
    userAgent('helper')
    expect(resultsOf(await talk.say(await talk.open(), 'Go.'))).toEqual([
      '!The agent did not finish: no helpers',
    ])
    expect(talk.server.requests).toHaveLength(2)
  })

  it('of a project run once they are approved, and what is wrong with them is one line', async () => {
    const mark = join(talk.place.root, 'ran')
    await talk.serve([delegate('theirs'), 'x', 'Done.', delegate('theirs'), 'x', 'Done.'])
    talk.put(
      join(talk.place.project, '.claude/agents/theirs.md'),
      definition('theirs', hooks({ Stop: command(`touch '${mark}'`), NoSuchEvent: [] })),
    )
    const first = await talk.open()
    await talk.say(first, 'Go.')
    expect(existsSync(mark)).toBe(false)
    expect(await talk.trust()).toEqual(['.claude/agents/theirs.md'])
    const notices = noticesOf(await talk.say(await talk.open(), 'Go.'))
    expect(existsSync(mark)).toBe(true)
    expect(notices).toEqual(['The agent theirs: hooks (session), NoSuchEvent: there is no such event'])
  })
})

describe('the tools that a skill allows', () => {
  const skill = (place: string, rules: string, more = '') =>
    talk.put(
      join(place, 'skills/release/SKILL.md'),
      `---\nname: release\ndescription: how we release\nallowed-tools: ${rules}\n${more}---\nTouch the files.\n`,
    )
  const call = replyWithTools({ tool: 'Skill', input: { skill: 'release' } })
  const touched = () => ['a', 'b', 'c'].filter((name) => existsSync(join(talk.place.project, name)))

  it('are not asked about from its call to the next message, by the model or by /name', async () => {
    await talk.serve([
      ...[bash('touch a'), call, bash('touch b'), bash('rm -f b'), 'One.', bash('touch c'), 'Two.'],
      ...[bash('touch c'), 'Three.'],
    ])
    skill(talk.place.home, 'Bash(touch:*), Read')
    const asked: unknown[] = []
    const conversation = await talk.open({
      ask: async ({ input }) => {
        asked.push(input.command)
        return { refused: 'no' }
      },
    })
    await talk.say(conversation, 'Go.')
    expect([asked, touched()]).toEqual([['touch a', 'rm -f b'], ['b']])
    await talk.say(conversation, 'Go on.')
    expect([asked.at(-1), touched()]).toEqual(['touch c', ['b']])
    await talk.say(conversation, '/release now')
    expect(touched()).toEqual(['b', 'c'])
  })

  it('hold where nobody can be asked, and for the sub-agent that calls it, not for others', async () => {
    await talk.serve([
      ...[delegate('general-purpose'), call, bash('touch a'), 'Helped.', bash('touch b'), 'Done.'],
    ])
    skill(talk.place.home, '"Bash(touch *)"')
    await talk.say(await talk.open({ mode: 'deny' }), 'Go.')
    expect(touched()).toEqual(['a'])
  })

  it('of a project are allowed once that is approved', async () => {
    await talk.serve([call, bash('touch a'), 'One.', call, bash('touch b'), 'Two.'])
    skill(join(talk.place.project, '.claude'), '[Bash, "Edit(src/**)"]')
    await talk.say(await talk.open({ mode: 'deny' }), 'Go.')
    expect(touched()).toEqual([])
    expect(await talk.trust()).toEqual(['.claude/skills/release/SKILL.md'])
    await talk.say(await talk.open({ mode: 'deny' }), 'Go.')
    expect(touched()).toEqual(['b'])
  })

  it('are nothing while planning, nothing for credentials, and never everything', async () => {
    await talk.serve([call, bash('touch a'), 'One.', call, bash('touch b'), 'Two.'])
    skill(talk.place.home, 'Bash')
    await talk.say(await talk.open({ mode: 'plan' }), 'Go.')
    skill(talk.place.home, '"*"')
    await talk.say(await talk.open({ mode: 'deny' }), 'Go.')
    expect(touched()).toEqual([])
  })
})

it('an agent that names an MCP server nobody has configured works without it, and says so once', async () => {
  await talk.serve([delegate('helper'), 'Helped.', delegate('helper'), 'Again.', 'Done.'])
  userAgent('helper', 'mcpServers: [trakcer, 7]\n')
  const events = await talk.say(await talk.open(), 'Go.')
  const said = noticesOf(events).filter((line) => line.includes('mcpServers'))
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(/helper works without the MCP server trakcer .*none is configured.*\.mcp\.json/)
  expect(said[1]).toContain('neither a name nor a server: 7')
  expect(resultsOf(events)).toEqual(['Helped.', 'Again.'])
})

it('an agent in a worktree of its own raises CwdChanged', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: talk.place.project })
  git('init', '-q')
  talk.put(join(talk.place.project, 'a.txt'), 'x')
  git('add', '-A')
  git('commit', '-qm', 'x')
  const log = join(talk.place.root, 'log')
  await talk.serve([delegate('apart'), 'Looked.', 'Done.'], {
    hooks: { CwdChanged: [{ hooks: [{ type: 'command', command: `cat >> '${log}'` }] }] },
  })
  userAgent('apart', 'isolation: worktree\n')
  await talk.say(await talk.open(), 'Go.')
  const event = JSON.parse(readFileSync(log, 'utf8'))
  expect(event).toMatchObject({
    ...{ hook_event_name: 'CwdChanged', agent_type: 'apart', old_cwd: talk.place.project },
    new_cwd: expect.stringContaining('worktrees'),
  })
})
