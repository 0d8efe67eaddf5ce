import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedText } from '../base/agents/typed-text.ts'
import { readClientEvent } from './client-event.ts'

describe('an event of a client', () => {
  it('is read in one form, whoever sends it', () => {
    const common = { session_id: 's', cwd: '/p' }
    const claude = { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'hi there' }
    expect(readClientEvent(claude, { env: { CLAUDECODE: '1' } })).toMatchObject({
      kind: 'prompt',
      agent: 'claude-code',
      prompt: 'hi there',
      directory: '/p',
    })
    expect(readClientEvent({ ...claude, turn_id: 't', model: 'gpt-5' }, { env: {} }).agent).toBe('codex')
    const gemini = {
      ...common,
      hook_event_name: 'AfterTool',
      tool_name: 'read_file',
      tool_input: { absolute_path: '/m/a.md' },
    }
    expect(readClientEvent(gemini, { agent: 'gemini', env: {} })).toMatchObject({
      kind: 'tool',
      agent: 'gemini',
      filesRead: ['/m/a.md'],
    })
    const shell = {
      ...common,
      hook_event_name: 'PostToolUse',
      tool_input: { command: ['cat', '/m/b.md;', '/m/c.md'] },
    }
    expect(readClientEvent(shell, { env: {} }).filesRead).toEqual(['/m/b.md', '/m/c.md'])
  })

  it('belongs to the project that Claude Code names, not to where its shell is', () => {
    const event = readClientEvent({ cwd: '/p/sub' }, { env: { CLAUDE_PROJECT_DIR: '/p' } })
    expect(event.directory).toBe('/p')
  })

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.anything(), (input) => void readClientEvent(input, { env: {} })))
  })
})

describe('what the person typed', () => {
  it('is what is left without blocks of clients, editors and hooks', () => {
    expect(typedText('<hook_context>index\nof things</hook_context>\n\nfix the tests')).toBe('fix the tests')
    expect(typedText('<system-reminder>x</system-reminder>fix <b>it</b>')).toBe('fix <b>it</b>')
    expect(typedText('/compact keep the plan')).toBe('')
    expect(typedText('/etc/hosts is wrong')).toBe('/etc/hosts is wrong')
  })

  it('is found in linear time', () => {
    const hostile = '<system-reminder>'.repeat(20_000)
    const started = performance.now()
    typedText(hostile)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
