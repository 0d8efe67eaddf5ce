// The Memory and Skill tools of `memdir chat`, seen from the provider's side.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ReplyLike, replyWithTools } from '../support/published/reply.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()
const remember = (content: string) => ({ tool: 'Memory', input: { action: 'remember', content } })
const search = (query: string) => ({ tool: 'Memory', input: { action: 'search', query } })

interface Spec {
  function: { name: string; parameters: { properties: Record<string, unknown> } }
}
const toolsOf = (at: number) => (talk.server.requests[at]!.body.tools as Spec[]).map((tool) => tool.function)

describe('the Memory tool in a conversation', () => {
  it('is offered with a schema, writes at once and in order, and what was saved is reported', async () => {
    await talk.serve([
      replyWithTools(remember('Deploys happen on Mondays'), search('deploys'), search('mondays'), {
        tool: 'Memory',
        input: { action: 'remember', content: 'Reviews need two people', name: 'Reviews' },
      }),
      'Noted.',
    ])
    const { data } = JSON.parse((await talk.chat(['-p', 'Remember both.', '--json'])).out)
    expect(toolsOf(0).map(({ name }) => name)).toEqual([
      'Read',
      'Write',
      'Edit',
      'Grep',
      'Glob',
      'Bash',
      'Memory',
      'Skill',
      'WebFetch',
      'Tasks',
      'Retrieve',
      'Agent',
    ])
    expect(Object.keys(toolsOf(0)[6]!.parameters.properties)).toContain('said_by_user')
    expect(data.tools.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true])
    expect(data.saved).toHaveLength(2)
    const changes = talk.cli.json(['log']).data.changes as { actor: string; file: string }[]
    expect(new Set(changes.map(({ actor }) => actor))).toEqual(new Set(['memdir-chat']))
    // What the first call saved, the calls behind it find.
    expect(talk.toldIn(1).match(/Deploys happen on Mondays/g)!.length).toBeGreaterThanOrEqual(3)
    const [memory] = talk.cli.json(['list']).data.memories as { source: Record<string, string> }[]
    expect(memory!.source).toMatchObject({ origin: 'agent', conversation: data.conversation })
  })

  it('knows what the person typed: a quotation of it is theirs, an invented one a report', async () => {
    const said = (content: string, quote: string) => ({
      tool: 'Memory',
      input: { action: 'remember', content, said_by_user: true, quote },
    })
    await talk.serve([
      replyWithTools(
        said('Deploys happen on Mondays only', 'deploys happen on Mondays only'),
        said('Reviews need two people', 'reviews need two people'),
      ),
      'Noted.',
    ])
    await talk.chat(['-p', 'Remember: deploys happen on Mondays only.'])
    const memories = talk.cli.json(['list']).data.memories as {
      content: string
      source: { origin: string }
    }[]
    const origins = memories.map(({ content, source }) => [content.trim(), source.origin])
    expect(Object.fromEntries(origins)).toEqual({
      'Deploys happen on Mondays only': 'user',
      'Reviews need two people': 'reported',
    })
  })

  it('starts commands as an agent, so that what they add is the agent’s', async () => {
    const seenByCommand = join(talk.cli.place.root, 'environment.txt')
    const command = `echo "$MEMDIR_AGENT $MEMDIR_CONVERSATION" > '${seenByCommand}'`
    await talk.serve(['Done.'], { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } })
    const { data } = JSON.parse((await talk.chat(['-p', 'Who are you?', '--json'])).out)
    expect(readFileSync(seenByCommand, 'utf8')).toBe(`memdir-chat ${data.conversation}\n`)
  })

  it('writes nothing while planning, and a hook can deny it', async () => {
    const script = (): ReplyLike[] => [replyWithTools(remember('Never saved')), 'Not saved.']
    await talk.serve(script())
    const planned = JSON.parse((await talk.chat(['-p', 'Plan it.', '--mode', 'plan', '--json'])).out)
    expect(planned.data.tools).toMatchObject([{ name: 'Memory', ok: false }])
    await talk.server.close()
    const command = 'echo "not in this house" >&2; exit 2'
    await talk.serve(script(), {
      hooks: { PreToolUse: [{ matcher: 'Memory', hooks: [{ type: 'command', command }] }] },
    })
    await talk.chat(['-p', 'Remember it.'])
    expect(talk.toldIn(1)).toContain('not in this house')
    expect(talk.cli.json(['list']).data.memories).toEqual([])
  })

  it('raises memory’s own events for hooks: recalled, saved, forgotten', async () => {
    const { id } = talk.cli.add('Reviews need two people', '--name', 'Reviews')
    const events = join(talk.cli.place.root, 'events.jsonl')
    const hook = [{ hooks: [{ type: 'command', command: `cat >> '${events}'; echo >> '${events}'` }] }]
    await talk.serve(
      [
        replyWithTools(remember('Deploys happen on Mondays'), {
          tool: 'Memory',
          input: { action: 'forget', id },
        }),
        'Done.',
      ],
      { hooks: { MemoryRecalled: hook, MemorySaved: hook, MemoryForgotten: hook } },
    )
    await talk.chat(['-p', 'How many people do reviews need?'])
    const reported = readFileSync(events, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    expect(reported).toMatchObject([
      { hook_event_name: 'MemoryRecalled', files: [expect.stringMatching(/\.md$/)] },
      { hook_event_name: 'MemorySaved', file_path: expect.stringMatching(/^\/.*\.md$/) },
      { hook_event_name: 'MemoryForgotten', file_path: expect.stringMatching(/^\/.*\.md$/) },
    ])
  })

  it('is not there while memory is off', async () => {
    await talk.serve(['Hello.'])
    await talk.chat(['-p', 'Hello there.'], '', { MEMDIR_SIMPLE: '1' })
    expect(toolsOf(0).map(({ name }) => name)).not.toContain('Memory')
  })
})

function skill(place: string, text: string): void {
  const path = join(place, 'SKILL.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

describe('skills in a conversation', () => {
  const deploy = '---\ndescription: Ships a release\n---\nRun the nine checks for $ARGUMENTS.\n'

  it('are listed to the model; the body comes when it calls one', async () => {
    skill(join(talk.cli.place.project, '.claude', 'skills', 'deploy'), deploy)
    skill(join(talk.cli.place.home, 'skills', 'tidy'), '---\ndescription: Tidies up\n---\nSweep.\n')
    await talk.serve([
      replyWithTools(
        { tool: 'Skill', input: { skill: 'deploy', arguments: 'staging' } },
        { tool: 'Skill', input: { skill: '../../settings' } },
      ),
      'Shipped.',
    ])
    const { data } = JSON.parse((await talk.chat(['-p', 'Ship it.', '--json'])).out)
    expect(talk.toldIn(0)).toContain('- deploy: Ships a release\n- tidy: Tidies up')
    expect(talk.toldIn(0)).not.toContain('nine checks')
    expect(talk.toldIn(1)).toContain('Run the nine checks for staging.')
    // Both ran at once: in the order in which they ended.
    expect(data.tools.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]).sort()).toEqual([
      ['Skill', false],
      ['Skill', true],
    ])
  })

  it('are started by the person with their name, in a conversation and with -p', async () => {
    skill(join(talk.cli.place.project, '.claude', 'skills', 'deploy'), deploy)
    await talk.serve(['Once.', 'Twice.'])
    const { out } = await talk.chat([], '/help\n/deploy to production\n')
    expect(out).toContain('/deploy')
    expect(talk.toldIn(0)).toContain('Run the nine checks for to production.')
    await talk.chat(['-p', '/deploy now'])
    expect(talk.toldIn(1)).toContain('Run the nine checks for now.')
  })

  it('that cannot be read are said once at the start, and listed with the agents', async () => {
    skill(join(talk.cli.place.project, '.claude', 'skills', 'deploy'), 'No frontmatter at all.\n')
    const agents = join(talk.cli.place.project, '.claude', 'agents')
    mkdirSync(agents, { recursive: true })
    writeFileSync(join(agents, 'shipper.md'), '---\nname: shipper\n---\nYou ship.\n')
    await talk.serve([])
    const { out, err } = await talk.chat([], '/agents\n')
    expect(err).toContain('shipper.md defines no agent or skill: description is missing; 1 more: /agents')
    expect(err.match(/defines no agent/g)).toHaveLength(1)
    expect(out).toMatch(/general-purpose +\S/)
    expect(out.match(/defines no agent or skill/g)).toHaveLength(2)
    expect(out).toContain('deploy/SKILL.md')
    const { findings } = talk.cli.json(['doctor']).data
    expect(findings.filter(({ code }: { code: string }) => code === 'unused_definition')).toHaveLength(2)
    const doctor = talk.cli.run(['doctor', '--lang', 'zh']).out
    expect(doctor).toContain('shipper.md')
    expect(doctor).toContain('未定义代理或技能：缺少 description')
    expect(talk.cli.run(['doctor', '--fail-on-hit']).code).toBe(0)
  })

  it('belong to sub-agents that name them', async () => {
    skill(join(talk.cli.place.project, '.claude', 'skills', 'deploy'), deploy)
    const agents = join(talk.cli.place.project, '.claude', 'agents')
    mkdirSync(agents, { recursive: true })
    const shipper = '---\nname: shipper\ndescription: Ships\nskills: deploy\n---\nYou ship.\n'
    writeFileSync(join(agents, 'shipper.md'), shipper)
    await talk.serve([
      replyWithTools({ tool: 'Agent', input: { subagent_type: 'shipper', prompt: 'Ship.' } }),
      'Shipped.',
      'Done.',
    ])
    await talk.chat(['-p', 'Let it be shipped.'])
    expect(talk.toldIn(1)).toContain('You ship.')
    expect(talk.toldIn(1)).toContain('Run the nine checks')
  })
})

describe('credentials in a conversation', () => {
  const again = { tool: 'Bash', input: { command: 'cat notes/id_ed25519' } }
  const key = () => join(talk.cli.place.root, 'user', '.ssh', 'id_ed25519')
  const words = 'the-words-of-the-key'
  const calls = () => {
    mkdirSync(dirname(key()), { recursive: true })
    writeFileSync(key(), `${words}\n`)
    symlinkSync(dirname(key()), join(talk.cli.place.project, 'notes'))
    return [
      { tool: 'Read', input: { file_path: 'notes/id_ed25519' } },
      { tool: 'Grep', input: { pattern: 'words', path: 'notes', output_mode: 'content' } },
      { tool: 'Bash', input: { command: 'cat notes/id_ed25519' } },
      { tool: 'Bash', input: { command: `grep -r words ${join(talk.cli.place.root, 'user')}` } },
    ]
  }

  it('are not read where nobody is there to be asked, whatever the mode, and the model is told why', async () => {
    await talk.serve([replyWithTools(...calls()), 'I may not read it.'])
    const { data } = JSON.parse((await talk.chat(['-p', 'Show my key.', '--json'])).out)
    expect(data.tools.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, false, false])
    expect(talk.toldIn(1)).not.toContain(words)
    expect(talk.toldIn(1)).toContain('id_ed25519 contains credentials: Read needs the user')
  })

  it('are read when a rule of the person’s own allows it', async () => {
    const command = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`
    await talk.serve([replyWithTools(calls()[0]!), 'There it is.'], {
      hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command }] }] },
    })
    await talk.chat(['-p', 'Show my key.'])
    expect(talk.toldIn(1)).toContain(words)
  })

  it.runIf(hasTerminal)('are asked for in a terminal, with what they are', async () => {
    await talk.serve([replyWithTools(calls()[0]!), 'As you like.', replyWithTools(again), 'Read.'])
    const { end, said, type } = talk.terminal(['--lang', 'zh'])
    await said('› ')
    type('Show my key.\n')
    await said('含有凭据（密钥、令牌或密码）')
    type('n\n')
    await said('As you like.')
    type('Do it.\n')
    await said('含有凭据')
    type('y\n')
    await said('Read.')
    type('/exit\n')
    await end
    expect(talk.toldIn(1)).not.toContain(words)
    expect(talk.toldIn(3)).toContain(words)
  })
})
