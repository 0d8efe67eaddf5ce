// Hooks and sub-agents from the command line: every face raises the same events.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOOK_EVENTS } from '../../src/base/values/hook-event-name.ts'
import { replyWithTools } from '../support/published/reply.ts'
import { COMMAND } from './run-memdir.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()

const directory = () => join(talk.cli.place.root, 'events')
const hooks = (command = `mkdir -p '${directory()}'; cat > '${directory()}/'$(date +%s%N)-$$`) =>
  Object.fromEntries(HOOK_EVENTS.map((name) => [name, [{ hooks: [{ type: 'command', command }] }]]))
const raised = () =>
  (existsSync(directory()) ? readdirSync(directory()).sort() : []).map(
    (file) => JSON.parse(readFileSync(join(directory(), file), 'utf8')) as Record<string, unknown>,
  )
const names = () => raised().map((event) => event.hook_event_name)

describe('events of a conversation', () => {
  const ONE_TURN = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']
  const script = () => [replyWithTools({ tool: 'Bash', input: { command: 'ls' } }), 'Done.', 'Again.']

  it('are raised by -p', async () => {
    await talk.serve(script(), { hooks: hooks() })
    await talk.chat(['-p', 'Go.'])
    expect(names()).toEqual(ONE_TURN)
    await talk.chat(['-p', 'And?', '--continue'])
    expect(raised()[ONE_TURN.length]).toMatchObject({ hook_event_name: 'SessionStart', source: 'resume' })
  })

  it('are raised by a conversation that is piped in, /clear and all', async () => {
    await talk.serve(script(), { hooks: hooks() })
    await talk.chat([], 'Go.\n/clear\nAnew.\n')
    expect(names()).toEqual([...ONE_TURN, 'SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])
    const said = raised().flatMap(({ source, reason }) => source ?? reason ?? [])
    expect(said).toEqual(['startup', 'clear', 'clear', 'exit'])
  })

  it.runIf(hasTerminal)('are raised in a terminal, and Notification with the question', async () => {
    await talk.serve([replyWithTools({ tool: 'Bash', input: { command: 'touch a' } }), 'Done.'], {
      hooks: hooks(),
    })
    const { type, said, end } = talk.terminal()
    await said('/help')
    type('Go.\r')
    await said('touch a')
    await expect.poll(() => names(), { timeout: 20_000 }).toContain('Notification')
    type('y\r')
    await said('Done.')
    type('\u0004')
    await end
    expect(names().filter((name) => name !== 'Notification')).toEqual([
      ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse'],
      ...['Stop', 'SessionEnd'],
    ])
  })
})

describe('events outside of conversations', () => {
  it('come from add, rm and undo, and from a setting that is changed', async () => {
    await talk.serve([], { hooks: hooks() })
    const [added] = [talk.cli.json(['add', 'Releases go out on Tuesdays'])]
    const { file } = added.data.memory
    talk.cli.run(['rm', file, '--yes'])
    talk.cli.run(['undo', '--yes'])
    expect(raised().map(({ hook_event_name, action }) => [hook_event_name, action])).toEqual([
      ['MemorySaved', 'add'],
      ['MemoryForgotten', 'remove'],
      ['MemorySaved', 'undo'],
    ])
    talk.cli.run(['config', 'set', 'recall.maxMemories', '4'])
    talk.cli.run(['off'])
    expect(raised().slice(3)).toMatchObject([
      { hook_event_name: 'ConfigChange', source: 'user_settings' },
      { hook_event_name: 'ConfigChange', source: 'user_settings' },
    ])
  })

  it('end where a hook does what it is a hook of', async () => {
    const log = join(talk.cli.place.root, 'ran')
    const again = `echo ran >> '${log}'; '${process.execPath}' '${COMMAND}' add "Another fact $$"`
    await talk.serve([], { hooks: { MemorySaved: [{ hooks: [{ type: 'command', command: again }] }] } })
    talk.cli.run(['add', 'Releases go out on Tuesdays'])
    expect(readFileSync(log, 'utf8')).toBe('ran\n')
    expect(talk.cli.json(['list']).data.total).toBe(2)
  })
})

describe('--agents', () => {
  it('adds sub-agents to those that are there', async () => {
    await talk.serve(['Done.'])
    const agents = { reviewer: { description: 'Reviews changes', prompt: 'You review.', model: 'haiku' } }
    expect((await talk.chat(['-p', 'Go.', '--agents', JSON.stringify(agents)])).code).toBe(0)
    expect(talk.toldIn(0)).toContain('- reviewer: Reviews changes')
    expect(talk.toldIn(0)).toContain('- Explore: ')
  })

  it.each(['nonsense', '[]'])('is refused as %s, with an example', async (written) => {
    await talk.serve(['Done.'])
    const { code, err } = await talk.chat(['-p', 'Go.', '--agents', written])
    expect(code).toBe(2)
    expect(err).toContain('--agents takes a JSON object')
    expect(err).toContain('"reviewer"')
    const chinese = await talk.chat(['-p', 'Go.', '--agents', written, '--lang', 'zh'])
    expect(chinese.err).toContain('--agents 需要一个 JSON 对象')
  })

  it('names a definition that is none in one line, with -p as well', async () => {
    await talk.serve(['Done.'])
    const { err } = await talk.chat(['-p', 'Go.', '--agents', '{"a": {"prompt": "x"}}'])
    expect(err).toContain('--agents: agents.a defines no agent or skill: description is missing')
  })
})
