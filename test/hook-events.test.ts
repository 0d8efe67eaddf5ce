// Every event that hooks can be set on, raised by the part that it is about, with what it tells. docs/hooks.md lists them.
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '../src/agent/conversation.ts'
import { HOOK_EVENTS } from '../src/base/values/hook-event-name.ts'
import { replyWithTools } from './support/published/reply.ts'
import { noticesOf, useConversation } from './use-conversation.ts'

const talk = useConversation()

interface Raised extends Record<string, unknown> {
  hook_event_name: string
}

const logPath = () => join(talk.place.root, 'log')
/** A hook on every event that writes down what it is told: a file each, for several may run at once. */
const all = () => {
  const directory = join(talk.place.root, 'events')
  const command = `mkdir -p '${directory}'; cat > '${directory}/'$(date +%s%N)-$$`
  return Object.fromEntries(HOOK_EVENTS.map((name) => [name, [{ hooks: [{ type: 'command', command }] }]]))
}
const raised = (...only: string[]): Raised[] => {
  const directory = join(talk.place.root, 'events')
  const files = existsSync(directory) ? readdirSync(directory).sort() : []
  const events = files.flatMap((file) => {
    const text = readFileSync(join(directory, file), 'utf8')
    // One that is being written.
    return text.endsWith('}') ? [JSON.parse(text) as Raised] : []
  })
  return only.length === 0 ? events : events.filter((event) => only.includes(event.hook_event_name))
}
const names = (...only: string[]) => raised(...only).map((event) => event.hook_event_name)
const bash = (command: string) => replyWithTools({ tool: 'Bash', input: { command } })

describe('a conversation raises', () => {
  it('its beginning, prompts, calls and end, each with the conversation, the directory and the log', async () => {
    await talk.serve([bash('ls'), bash('touch a'), bash('ls no-such-file'), 'Done.'], { hooks: all() })
    const conversation = await talk.open({ mode: 'deny' })
    await talk.say(conversation, 'Go.')
    await conversation.close()
    expect(names()).toEqual([
      ...['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
      ...['PreToolUse', 'PermissionRequest', 'PermissionDenied'],
      ...['PreToolUse', 'PostToolUseFailure', 'Stop', 'SessionEnd'],
    ])
    for (const event of raised())
      expect(event).toMatchObject({
        session_id: conversation.id,
        cwd: talk.place.project,
        transcript_path: conversation.path,
      })
    expect(raised('UserPromptSubmit')[0]).toMatchObject({ prompt: 'Go.', permission_mode: 'deny' })
    const tool = { tool_name: 'Bash', tool_use_id: expect.any(String), permission_mode: 'deny' }
    expect(raised('PreToolUse')[1]).toMatchObject({ ...tool, tool_input: { command: 'touch a' } })
    expect(raised('PostToolUse')[0]).toMatchObject({ ...tool, tool_response: expect.any(String) })
    expect(raised('PermissionDenied')[0]).toMatchObject({
      ...tool,
      reason: expect.stringContaining('permission'),
    })
    expect(raised('PostToolUseFailure')[0]).toMatchObject({ ...tool, error: expect.any(String) })
    expect(raised('Stop')[0]).toMatchObject({ stop_hook_active: false, last_assistant_message: 'Done.' })
    expect(raised('SessionEnd')[0]).toMatchObject({ reason: 'exit' })
  })

  it('SessionStart with its true source: startup, resume, clear, compact', async () => {
    const long = 'Words about it. '.repeat(3_000)
    await talk.serve([long, 'Two.', long, 'A summary of what was said.', 'Four.'], { hooks: all() })
    const sources = () =>
      raised('SessionStart', 'SessionEnd').map(({ source, reason }) => source ?? `end ${reason}`)
    const first = await talk.open()
    await talk.say(first, 'One.')
    await talk.say(first, 'And?')
    expect(sources()).toEqual(['startup'])
    await first.close()
    const again = await talk.open({ resume: first.id })
    await talk.say(again, 'Go on.')
    expect(sources()).toEqual(['startup', 'end exit', 'resume'])
    expect(await again.compact({ by: 'full' })).toMatchObject({ status: 'compacted' })
    expect(sources().at(-1)).toBe('compact')
    await again.clear()
    expect(sources().at(-1)).toBe('end clear')
    // Nothing was said since: there is nothing to begin or to end.
    await again.clear()
    await talk.say(again, 'Anew.')
    await again.close()
    expect(sources().slice(4)).toEqual(['end clear', 'clear', 'end exit'])
  })

  it('PreCompact and PostCompact, around a compaction', async () => {
    const long = 'Words about it. '.repeat(3_000)
    await talk.serve([long, 'A summary of what was said.'], { hooks: all() })
    const conversation = await talk.open()
    await talk.say(conversation, 'One.')
    await conversation.compact({ by: 'full', instructions: 'Keep the port.' })
    expect(raised('PreCompact', 'PostCompact')).toMatchObject([
      { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: 'Keep the port.' },
      { hook_event_name: 'PostCompact', trigger: 'manual', compact_summary: expect.any(String) },
    ])
  })

  it('StopFailure, where a hook on Stop fails', async () => {
    const hooks = { ...all(), Stop: [{ hooks: [{ type: 'command', command: 'exit 7' }] }] }
    await talk.serve(['Done.'], { hooks })
    await talk.say(await talk.open(), 'Go.')
    expect(raised('StopFailure')[0]).toMatchObject({ errors: [expect.stringContaining('exit code 7')] })
  })

  it('SubagentStart and SubagentStop, and says of what happens between them whose it is', async () => {
    const delegate = { tool: 'Agent', input: { subagent_type: 'Explore', prompt: 'Look.' } }
    await talk.serve([replyWithTools(delegate), bash('ls'), 'Looked.', 'Done.'], { hooks: all() })
    await talk.say(await talk.open(), 'Go.')
    expect(raised('SubagentStart', 'SubagentStop')).toMatchObject([
      { agent_type: 'Explore', prompt: 'Look.' },
      { agent_type: 'Explore', last_assistant_message: 'Looked.', stop_hook_active: false },
    ])
    const calls = raised('PreToolUse').map(({ tool_name, agent_type }) => [tool_name, agent_type])
    expect(calls).toEqual([
      ['Agent', undefined],
      ['Bash', 'Explore'],
    ])
    expect(names('UserPromptSubmit', 'Stop')).toEqual(['UserPromptSubmit', 'Stop'])
  })

  it('InstructionsLoaded, for what is loaded at the start and for what work reaches', async () => {
    const nested = join(talk.place.project, 'deep/CLAUDE.md')
    talk.put(join(talk.place.project, 'CLAUDE.md'), 'Use tabs.')
    talk.put(nested, 'Use spaces.')
    const file_path = talk.put(join(talk.place.project, 'deep/a.txt'), 'x\n')
    await talk.serve([replyWithTools({ tool: 'Read', input: { file_path } }), 'Done.'], { hooks: all() })
    await talk.say(await talk.open(), 'Go.')
    const loaded = raised('InstructionsLoaded').map((event) => event.file_path)
    expect(loaded).toEqual([join(talk.place.project, 'CLAUDE.md'), nested])
  })

  it('Notification, when it asks the person and when an agent in the background is done', async () => {
    talk.put(
      join(talk.place.home, 'agents/slow.md'),
      '---\nname: slow\ndescription: x\nbackground: true\n---\nYou are slow.\n',
    )
    await talk.serve(
      ({ raw }, number) => {
        if (raw.includes('You are slow.')) return 'Slowly done.'
        if (number === 1) return bash('touch a')
        return raw.includes('in the background. You will') || number > 3
          ? 'Done.'
          : replyWithTools({ tool: 'Agent', input: { subagent_type: 'slow', prompt: 'Go.' } })
      },
      { hooks: all() },
    )
    const conversation = await talk.open({ ask: async () => 'once' })
    await talk.say(conversation, 'Go.')
    await expect
      .poll(() => raised('Notification').map((event) => event.notification_type), { timeout: 10_000 })
      .toEqual(['permission_prompt', 'agent_completed'])
    expect(raised('Notification')).toMatchObject([
      { message: 'Your permission is needed for Bash' },
      { message: expect.stringContaining('Slowly done.') },
    ])
  })

  it('ConfigChange and FileChanged, for what others changed since the last message', async () => {
    const { project, home } = talk.place
    const file_path = talk.put(join(project, 'a.txt'), 'one\n')
    const hooks = all() as Record<string, { matcher?: string; hooks: object[] }[]>
    // Plain names are watched though nobody has read them.
    hooks.FileChanged = [...hooks.FileChanged!, { ...hooks.FileChanged![0]!, matcher: '.env' }]
    await talk.serve(
      [
        replyWithTools({ tool: 'Read', input: { file_path } }),
        replyWithTools({ tool: 'Edit', input: { file_path, old_string: 'one', new_string: 'two' } }),
        ...['One.', 'Two.', 'Three.', 'Four.'],
      ],
      { hooks },
    )
    const conversation = await talk.open({ mode: 'acceptEdits' })
    await talk.say(conversation, 'Go.')
    await talk.say(conversation, 'What it changes itself is no change by others.')
    expect(names('FileChanged', 'ConfigChange')).toEqual([])
    writeFileSync(file_path, 'three, by somebody else\n')
    talk.put(join(project, '.env'), 'A=1')
    utimesSync(join(home, 'settings.json'), new Date(), new Date(Date.now() + 5_000))
    talk.put(join(project, '.memdir/settings.json'), {})
    await talk.say(conversation, 'And now?')
    expect(raised('ConfigChange').map(({ source, file_path }) => [source, file_path])).toEqual([
      ['user_settings', join(home, 'settings.json')],
      ['project_settings', join(project, '.memdir/settings.json')],
    ])
    const changes = () => raised('FileChanged').map((event) => [event.file_path, event.event])
    expect(changes()).toEqual([
      [join(project, '.env'), 'add'],
      [file_path, 'change'],
    ])
    rmSync(file_path)
    await talk.say(conversation, 'And now?')
    expect(changes().slice(2)).toEqual([[file_path, 'unlink']])
  })

  it('MemoryRecalled, MemorySaved and MemoryForgotten, once for each memory', async () => {
    const content = 'Deploys go out on Tuesdays after the smoke tests.'
    const memory = (input: Record<string, unknown>) => replyWithTools({ tool: 'Memory', input })
    await talk.serve(
      [
        ...[memory({ action: 'remember', content }), 'Saved.', 'Found.'],
        ...[memory({ action: 'forget', id: 'note_deploys_go_out_on.md' }), 'Forgotten.'],
      ],
      { hooks: all() },
    )
    const conversation = await talk.open()
    await talk.say(conversation, 'Remember when deploys go out.')
    const [{ file_path }, ...more] = raised('MemorySaved') as [Raised, ...Raised[]]
    expect(more).toEqual([])
    expect(readFileSync(String(file_path), 'utf8')).toContain('Tuesdays')
    await conversation.close()
    const next = await talk.open()
    const prompt = 'Do deploys go out on Tuesdays after the smoke tests?'
    await talk.say(next, prompt)
    expect(raised('MemoryRecalled')).toMatchObject([{ files: [basename(String(file_path))], prompt }])
    await talk.say(next, 'Forget it.')
    expect(raised('MemoryForgotten')).toMatchObject([{ file_path }])
  })
})

describe('every face raises', () => {
  it('MemorySaved and MemoryForgotten where a memory is written outside of conversations', async () => {
    await talk.serve([], { hooks: all() })
    const by = { actor: 'user' }
    const records = await talk.engine.records()
    await records.add({ content: 'Deploys go out on Tuesdays.' } as never, by)
    const [memory] = talk.engine.store.list()
    const file_path = join(talk.engine.location.memory, memory!.file)
    expect(raised()).toMatchObject([
      { hook_event_name: 'MemorySaved', action: 'add', actor: 'user', file_path },
    ])
    await talk.engine.purge(memory!, by)
    expect(raised('MemoryForgotten')).toMatchObject([{ action: 'remove', actor: 'user', file_path }])
    expect(names()).toEqual(['MemorySaved', 'MemoryForgotten'])
  })

  it('one event for a write of many memories', async () => {
    await talk.serve([], { hooks: all() })
    const writes = Array.from({ length: 30 }, (_, at) => ({ file: `m${at}.md`, create: `Fact ${at}.\n` }))
    await talk.engine.store.writer.write(writes, { actor: 'user', action: 'add' })
    expect(raised()).toMatchObject([{ hook_event_name: 'MemorySaved', files: { length: 30 } }])
  })
})

describe('hooks come from', () => {
  const note = (word: string) => ({
    SessionStart: [{ hooks: [{ type: 'command', command: `echo ${word} >> '${logPath()}'` }] }],
  })
  const words = () => readFileSync(logPath(), 'utf8').trim().split('\n').sort()

  it('plugins, with their place in the environment, and the conversation itself', async () => {
    await talk.serve(['Done.'], { hooks: note('user') })
    const root = join(talk.place.home, 'plugins/tools')
    const command = `echo "$CLAUDE_PLUGIN_ROOT" | sed 's/.*plugins/plugins/' >> '${logPath()}'`
    talk.put(join(root, 'hooks/hooks.json'), {
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] },
    })
    talk.put(join(talk.place.home, 'plugins/broken/hooks/hooks.json'), '[')
    const conversation = await talk.open({ hooks: note('session') })
    expect(noticesOf(await talk.say(conversation, 'Go.'))).toEqual([
      `${join(talk.place.home, 'plugins/broken/hooks/hooks.json')} holds no hooks: it is no JSON object`,
    ])
    expect(words()).toEqual(['plugins/tools', 'session', 'user'])
  })

  it('the project directory is in their environment, and memdir inside of them raises nothing', async () => {
    const command = `echo "$CLAUDE_PROJECT_DIR $MEMDIR_IN_HOOK" >> '${logPath()}'`
    await talk.serve(['Done.'], { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    await talk.say(await talk.open(), 'Go.')
    expect(words()).toEqual([`${talk.place.project} 1`])
  })
})

it('an answer to PermissionRequest decides', async () => {
  const answer = (behavior: string, message = '') =>
    `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior, message } } })}'`
  const run = async (command: string): Promise<Conversation> => {
    await talk.serve([bash('touch a'), 'Done.'], {
      hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command }] }] },
    })
    const conversation = await talk.open({ mode: 'deny' })
    await talk.say(conversation, 'Go.')
    return conversation
  }
  await run(answer('deny', 'not on Fridays'))
  expect(talk.told(1)).toContain('Denied: not on Fridays.')
  expect(existsSync(join(talk.place.project, 'a'))).toBe(false)
})
