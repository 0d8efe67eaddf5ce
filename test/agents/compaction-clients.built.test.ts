// Compaction in agents other than Claude Code, with conversations that these agents wrote themselves
// (test/fixtures/transcripts).
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { runHookProgram, start } from './run-hook.ts'

const cli = useCli()
const fixture = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../fixtures/transcripts/${path}`, import.meta.url)), 'utf8')

describe('when Codex compacts', () => {
  /** As it is when Codex starts again, with one command of the agent before. */
  function log(): string {
    const lines = fixture('codex-0.166.0/conversation.jsonl').split('\n')
    const compacted = lines.findIndex((line) => line.includes('"type":"compacted"'))
    const call = {
      ...{ type: 'function_call', name: 'exec_command', call_id: 'call_x' },
      arguments: JSON.stringify({ cmd: 'npm run deploy -- --env staging' }),
    }
    const output = { type: 'function_call_output', call_id: 'call_x', output: 'Deployed HARB-2231.' }
    const added = [call, output].map((payload) =>
      JSON.stringify({ timestamp: '2026-11-18T00:40:00Z', type: 'response_item', payload }),
    )
    const path = cli.below('rollout.jsonl')
    const before = lines.slice(0, compacted - 4)
    const rest = lines.slice(compacted - 4, compacted + 1)
    writeFileSync(path, `${[...before, ...added, ...rest].join('\n')}\n`)
    return path
  }

  it('is given back what neither its summary nor the messages that it keeps say', () => {
    const event = { ...start('compact'), transcript_path: log() }
    const { code, text } = runHookProgram(cli.place, event, { agent: 'codex' })
    expect(code).toBe(0)
    expect(text).toContain('npm run deploy -- --env staging')
    expect(text).not.toContain('always run pnpm test')
    expect(text.length).toBeLessThanOrEqual(9_500)
  })

  it('is told nothing before: it would not read it', () => {
    const event = { hook_event_name: 'PreCompact', session_id: 's1', transcript_path: log() }
    expect(runHookProgram(cli.place, event, { agent: 'codex' })).toMatchObject({ code: 0, out: '' })
  })
})

describe('when opencode compacts', () => {
  interface Exported {
    messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[]
  }

  /** Our plugin as opencode loads it, for a conversation up to its compaction, or whole. */
  async function open({ compacted }: { compacted: boolean }) {
    const { messages } = JSON.parse(fixture('opencode-1.18.33/conversation.json')) as Exported
    const at = messages.findIndex(({ info }) => info.summary === true)
    const data = compacted ? messages.slice(0, at + 3) : messages.slice(0, at - 1)
    Object.assign(process.env, cli.place.env)
    const url = new URL('../../plugins/opencode/memdir.js', import.meta.url)
    const { Memdir } = await import(url.href)
    const client = { session: { messages: async () => ({ data }) } }
    return Memdir({ client, directory: cli.place.project, worktree: cli.place.project })
  }

  it('has its summary keep what must survive', async () => {
    const hooks = await open({ compacted: false })
    const output = { context: [] as string[] }
    await hooks['experimental.session.compacting']({ sessionID: 'ses_1' }, output)
    const [said = ''] = output.context
    for (const kept of ['always run pnpm test before you commit', '以后提交信息都用英文写'])
      expect(said).toContain(kept)
    expect(said).toContain('word for word')
    expect(said.length).toBeLessThanOrEqual(4_000)
  })

  it('is given back with the next message what the summary lost', async () => {
    const hooks = await open({ compacted: true })
    const output = { message: { id: 'msg_9', sessionID: 'ses_1' }, parts: [] as { text: string }[] }
    await hooks['chat.message']({ sessionID: 'ses_1' }, output)
    const said = output.parts.map(({ text }) => text).join('\n')
    expect(said).toContain('always run pnpm test before you commit')
    expect(said).toContain('not a task')
  })
})
