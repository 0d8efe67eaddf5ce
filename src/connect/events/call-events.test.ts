// Calls of agents, as their hooks report them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import type { EventAgent } from '../../base/agents/agents.ts'
import { callsDirectory } from '../../base/settings/config-home.ts'
import { readClientEvent } from '../client-event.ts'
import { type Engine, openEngine } from '../engine.ts'
import { CALL_FILTER } from '../hook-starter.ts'
import { answerHookEvent } from './answer-hook.ts'

let place: TemporaryHome
let engine: Engine
const opened: Engine[] = []
function open(flags: Record<string, unknown> = { 'recall.actions': true }): Engine {
  const one = openEngine({ directory: place.project, env: place.env, flags })
  opened.push(one)
  return one
}
beforeEach(() => {
  place = temporaryHome()
  engine = open()
  mkdirSync(engine.location.memory, { recursive: true })
  const on = 'on:\n  - run: npm i*\n  - add: console.\n    in: src/**'
  writeFileSync(join(engine.location.memory, 'pnpm.md'), `---\nname: Packages\n${on}\n---\nWe use pnpm.\n`)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
  place.remove()
})

async function printed(agent: EventAgent, input: object, host = engine): Promise<unknown> {
  const raw = { session_id: 's1', cwd: place.project, ...input }
  const event = readClientEvent(raw, { agent, env: {} })
  const asked = { ...host, startWorker: () => 'off' as const }
  const options = { env: {}, hook: 1, raw: JSON.stringify(raw) }
  const { output, afterOutput } = await answerHookEvent(asked, event, options)
  await afterOutput()
  return output === '' ? '' : JSON.parse(output)
}
const NPM = { tool_name: 'Bash', tool_input: { command: 'npm i zod' } }
const TOLD = expect.stringContaining('> We use pnpm.')

describe('a rule is said in the way of the agent', () => {
  it.each<[EventAgent, object, string]>([
    ['claude-code', NPM, 'PreToolUse'],
    ['codex', { tool_name: 'shell', tool_input: { command: ['bash', '-lc', 'npm i zod'] } }, 'PreToolUse'],
    ['gemini', { tool_name: 'run_shell_command', tool_input: { command: 'npm i zod' } }, 'AfterTool'],
    [
      'qwen',
      { tool_name: 'write_file', tool_input: { file_path: 'src/a.ts', content: 'console.' } },
      'PostToolUse',
    ],
  ])('%s', async (agent, call, hook_event_name) => {
    expect(await printed(agent, { hook_event_name, ...call })).toEqual({
      hookSpecificOutput: { hookEventName: hook_event_name, additionalContext: TOLD },
    })
    expect(await printed(agent, { hook_event_name, ...call })).toBe('')
    expect(await printed(agent, { hook_event_name, ...call, agent_id: 'a1' })).not.toBe('')
  })

  it('by our plugin in opencode', async () => {
    const call = { tool_name: 'bash', tool_input: { command: 'npm i zod' } }
    expect(await printed('opencode', { hook_event_name: 'PostToolUse', ...call })).toEqual({ text: TOLD })
  })

  it('at one moment only', async () => {
    expect(await printed('claude-code', { hook_event_name: 'PostToolUse', ...NPM })).toBe('')
    expect(await printed('gemini', { hook_event_name: 'PreToolUse', ...NPM })).toBe('')
  })

  it('again after a compaction', async () => {
    const call = { hook_event_name: 'PreToolUse', ...NPM }
    await printed('claude-code', call)
    await printed('claude-code', { hook_event_name: 'SessionStart', source: 'compact' })
    expect(await printed('claude-code', call)).not.toBe('')
  })
})

it('nothing is said where it is not switched on, of tools that read, and of what is no call', async () => {
  const call = { hook_event_name: 'PreToolUse', ...NPM }
  expect(await printed('claude-code', call, open({}))).toBe('')
  expect(await printed('claude-code', { ...call, tool_name: 'Read' })).toBe('')
  expect(await printed('claude-code', { ...call, tool_name: undefined, tool_input: null })).toBe('')
})

describe('the filter in front of the program', () => {
  const start = (host = engine) => printed('claude-code', { hook_event_name: 'SessionStart' }, host)
  const words = () => join(callsDirectory(engine.home), place.project, 'words')
  function passes(command: string, directory = place.project): boolean {
    const script = `calls='${join(engine.home, 'calls')}'\n${CALL_FILTER}cat`
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
    const { stdout, status } = spawnSync('sh', ['-c', script], {
      input,
      env: { PWD: directory, PATH: '/usr/bin:/bin' },
      cwd: place.project,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    if (stdout !== '') expect(stdout).toBe(`${input}\n`)
    return stdout !== ''
  }

  it('lets through what has the words of a trigger, from below the project too', async () => {
    await start()
    expect(readFileSync(words(), 'utf8')).toBe('console src\nnpm i\n')
    expect(passes('cd web && npm i zod "$HOME" `x` \\\\ EOF')).toBe(true)
    expect(passes('npm i')).toBe(true)
    expect(passes('git status')).toBe(false)
    expect(passes(`npm i ${'x'.repeat(300_000)}`)).toBe(true)
  })

  it('and nothing where no project above has any', async () => {
    expect(passes('npm i zod')).toBe(false)
    await start()
    await start(open({}))
    expect(existsSync(words())).toBe(false)
    expect(passes('npm i zod')).toBe(false)
  })

  it('is the same in the plugins', () => {
    for (const plugin of ['memdir', 'gemini'])
      expect(readFileSync(`plugins/${plugin}/calls.sh`, 'utf8')).toContain(`/calls\n${CALL_FILTER}exec node`)
  })
})

describe('a call that the person wants held', () => {
  const push = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm i zod' } }
  const held = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: TOLD,
    },
  }
  const hold = async () => (await engine.guards()).hold(engine.store.list()[0]!)

  it.each<EventAgent>(['claude-code', 'codex'])('is refused once in a conversation of %s', async (agent) => {
    await hold()
    expect(await printed(agent, push)).toEqual(held)
    expect(await printed(agent, push)).toBe('')
    expect(await printed(agent, { ...push, session_id: 's2' })).toEqual(held)
    expect(await printed(agent, { ...push, agent_id: 'a1' })).toEqual(held)
  })

  it('also where rules are not brought up at calls, and though it was told', async () => {
    expect(await printed('claude-code', push)).not.toEqual(held)
    await hold()
    expect(await printed('claude-code', push, open({}))).toEqual(held)
  })

  it('is only told where it cannot be refused, where its memory says something else, and after it is let go', async () => {
    await hold()
    const after = {
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: push.tool_input,
    }
    expect(JSON.stringify(await printed('gemini', after))).not.toContain('deny')
    const path = join(engine.location.memory, 'pnpm.md')
    writeFileSync(path, readFileSync(path, 'utf8').replace('We use', 'All of us use'))
    expect((await engine.guards()).list(engine.store.list())).toMatchObject([{ status: 'changed' }])
    expect(JSON.stringify(await printed('claude-code', push))).not.toContain('deny')
    await hold()
    await (await engine.guards()).release(engine.store.list()[0]!.id)
    expect(await printed('claude-code', { ...push, session_id: 's3' })).not.toHaveProperty(
      'hookSpecificOutput.permissionDecision',
    )
  })

  it('goes on where nobody knows the conversation, and where that it was refused cannot be written down', async () => {
    await hold()
    expect(JSON.stringify(await printed('claude-code', { ...push, session_id: undefined }))).not.toContain(
      'deny',
    )
    writeFileSync(join(engine.location.state, 'shown'), '')
    expect(JSON.stringify(await printed('claude-code', push))).not.toContain('deny')
  })

  it('counts as let go where the list of what is held is damaged', async () => {
    await hold()
    writeFileSync(join(engine.location.state, 'guards.json'), '{"v":1,"guards":[{"id":7}]}')
    expect(JSON.stringify(await printed('claude-code', push))).not.toContain('deny')
  })
})
