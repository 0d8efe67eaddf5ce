import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { runHookProgram, start } from './run-hook.ts'

const cli = useCli()

/** A log as Claude Code writes it, with a compaction at its end where `summary` is given. */
function log(summary?: string): string {
  const lines: object[] = []
  const add = (type: string, message: object, more: object = {}) =>
    lines.push({
      ...{ type, uuid: `u${lines.length}`, parentUuid: lines.length > 0 ? `u${lines.length - 1}` : null },
      ...{ sessionId: 's1', timestamp: '2026-11-01T08:00:00Z', message, ...more },
    })
  add('user', { role: 'user', content: 'Never push to main. The ticket is DEV-4711. 部署前必须先备份。' })
  const input = { command: 'npm run deploy -- --env staging' }
  add('assistant', {
    ...{ role: 'assistant', id: 'm1' },
    content: [
      { type: 'text', text: 'We decided to use port 8431.' },
      { type: 'tool_use', id: 't1', name: 'Bash', input },
      { type: 'tool_use', id: 't2', name: 'Edit', input: { file_path: '/srv/app.ts' } },
    ],
  })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
  add('user', { role: 'user', content: [result('t1'), result('t2')] })
  if (summary !== undefined) add('user', { role: 'user', content: summary }, { isCompactSummary: true })
  const path = cli.below('log.jsonl')
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  return path
}

describe('when Claude Code compacts', () => {
  it('is told what its summary must keep, as plain text', () => {
    const event = { hook_event_name: 'PreCompact', trigger: 'auto', session_id: 's1', transcript_path: log() }
    const { code, out } = runHookProgram(cli.place, event)
    expect(code).toBe(0)
    for (const kept of [
      'Never push to main.',
      'DEV-4711',
      '部署前必须先备份',
      'port 8431',
      'npm run deploy',
      '/srv/app.ts',
    ])
      expect(out).toContain(kept)
    expect(out.length).toBeLessThanOrEqual(4_000)
    expect(runHookProgram(cli.place, event, { agent: 'codex' }).out).toBe('')
  })

  it('is given back what the summary lost, and only that', () => {
    const transcript_path = log('We use port 8431 for DEV-4711: we decided to use port 8431.')
    const { text } = runHookProgram(cli.place, { ...start('compact'), transcript_path })
    for (const lost of ['Never push to main.', 'npm run deploy', '/srv/app.ts']) expect(text).toContain(lost)
    expect(text).not.toContain('We decided to use port')
    const startup = runHookProgram(cli.place, { ...start('startup'), transcript_path })
    expect(startup.text ?? '').not.toContain('Never push')
  })

  it('gets nothing, and no error, where the log cannot be read', () => {
    const transcript_path = cli.below('gone.jsonl')
    const event = { hook_event_name: 'PreCompact', session_id: 's1', transcript_path }
    expect(runHookProgram(cli.place, event)).toMatchObject({ code: 0, out: '', err: '' })
    expect(runHookProgram(cli.place, { ...start('compact'), transcript_path })).toMatchObject({
      code: 0,
      err: '',
    })
  })
})
