// Notes of conversations through the built command: other agents' logs, handing over, and those of a chat.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeSlug } from '../../src/base/agents/claude-memory.ts'
import { promptsPath } from '../../src/models/typed-prompts.ts'
import { COMMAND, runMemdirServed } from './run-memdir.ts'
import { useChat } from './use-chat.ts'

const { serve, chat, cli, sessions } = useChat()
const SECRET = ['ghp', 'x7Kq2LmN8pRt4VwYz1AbC5dEfG9hJ3kM6nPq'].join('_')

/** A log as Claude Code writes it. */
function claudeLog(
  turns: number,
  path: string,
  asked = (n: number) => `Step ${n}: raise the limit`,
  cwd = cli.place.project,
): void {
  mkdirSync(dirname(path), { recursive: true })
  let parent: string | null = null
  const line = (uuid: string, more: Record<string, unknown>) => {
    const text = JSON.stringify({
      ...{
        parentUuid: parent,
        uuid,
        isSidechain: false,
        sessionId: 's',
        version: '2.1.325',
        cwd,
      },
      ...{ timestamp: '2026-11-01T08:00:00.000Z', ...more },
    })
    parent = uuid
    return text
  }
  const lines: string[] = []
  for (let n = 0; n < turns; n++) {
    const use = { type: 'tool_use', id: `t${n}`, name: 'Edit', input: { file_path: `/p/limits-${n % 3}.ts` } }
    lines.push(
      line(`u${n}`, { type: 'user', message: { role: 'user', content: asked(n) } }),
      line(`a${n}`, { type: 'assistant', message: { id: `m${n}`, role: 'assistant', content: [use] } }),
      line(`r${n}`, {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'x'.repeat(500) }],
        },
      }),
      line(`b${n}`, {
        type: 'assistant',
        message: { id: `n${n}`, role: 'assistant', content: [{ type: 'text', text: `Raised it ${n}.` }] },
      }),
    )
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
}

const project = () => dirname(cli.run(['path']).out.trim())
const claudePath = (id: string) =>
  join(cli.place.env.HOME!, '.claude/projects', claudeSlug(cli.place.project), `${id}.jsonl`)
const notesOf = (id: string) => cli.json(['notes', id]).data as { text: string; agent: string }

/** A turn of another agent that ended. */
function spoolTurn(id: string, more: { agent?: string; transcript?: string; name?: string } = {}): void {
  const { agent = 'claude-code', transcript, name = '1' } = more
  const event = {
    hook_event_name: 'Stop',
    session_id: id,
    cwd: cli.place.project,
    transcript_path: transcript,
  }
  const spool = join(project(), 'state/spool')
  mkdirSync(spool, { recursive: true })
  writeFileSync(
    join(spool, `000000000-${name}.json`),
    JSON.stringify({ v: 1, agent, event: 'turn-end', conversation: id, raw: JSON.stringify(event) }),
  )
}

const RUN_TURNS = ['jobs', 'run', '--job', 'turns']

describe('notes of other agents’ conversations', () => {
  it('are listed, shown as new as the log, and handed over, without secrets', () => {
    const id = '4f2a91c0-1111-4222-8333-444455556666'
    claudeLog(2, claudePath(id), (n) => `Step ${n}: raise the limit with ${SECRET}`)
    const listed = cli.json(['notes']).data as { conversations: { id: string; agent: string }[] }
    expect(listed.conversations).toMatchObject([{ id, agent: 'claude-code' }])
    expect(notesOf('4f2a').text).toContain('- `/p/limits-1.ts`: changed')
    claudeLog(5, claudePath(id), (n) => `Step ${n}: raise the limit with ${SECRET}`)
    const { out } = cli.run(['notes', id])
    expect(out).toMatch(/# Current State\n_.*_\nAsked last: Step 4: raise the limit/)
    expect(cli.run(['notes']).out).toMatch(/4f2a91c0\S+ +claude-code .*Step 0: raise the limit/)
    const handed = cli.run(['notes', '--handoff'])
    expect(handed.out).toMatch(/^# Handed over from Claude Code\n\nYou take over work/)
    expect(handed.out).toContain(`Conversation ${id} in project`)
    expect(out + handed.out).not.toContain(SECRET)
    expect(handed.out.length).toBeLessThan(20_500)
  })

  it('are listed by how they begin, before there are any', () => {
    claudeLog(1, claudePath('aaaa1111'), () => `Error: it never works\n\tat main (app.ts:3)`)
    claudeLog(1, claudePath('bbbb2222'), () => `Why does this fail?\n\`\`\`\nx\n\`\`\` ${SECRET}`)
    claudeLog(1, claudePath('cccc3333'), () => '/compact')
    const { out } = cli.run(['notes'])
    expect(out).toMatch(/bbbb2222 .*Why does this fail\?\n/)
    expect(out).toMatch(/aaaa1111 .*Error: it never works/)
    expect(out).toMatch(/cccc3333 .*\(nothing typed\)/)
    expect(cli.run(['notes', '--lang', 'zh']).out).toContain('（未输入文字）')
  })

  it('are not those of another project whose log Claude Code keeps in the same place', () => {
    // As `/home/ana/my-app` and `/home/ana/my/app` are.
    const other = join(dirname(cli.place.project), 'other')
    claudeLog(1, claudePath('aaaa1111'), () => 'Ours.')
    claudeLog(1, claudePath('bbbb2222'), () => 'Theirs.', other)
    claudeLog(1, claudePath('cccc3333'), () => 'Below.', join(cli.place.project, 'src'))
    claudeLog(1, claudePath('dddd4444'), () => 'Beside.', `${cli.place.project}-two`)
    writeFileSync(claudePath('eeee5555'), '{"type":"summary","summary":"Nobody’s."}\n')
    const listed = cli.json(['notes']).data as { conversations: { id: string }[] }
    expect(listed.conversations.map(({ id }) => id).sort()).toEqual(['aaaa1111', 'cccc3333'])
    expect(cli.run(['notes', 'bbbb2222'])).toMatchObject({ code: 1, out: '' })
    expect(cli.run(['notes', '--handoff', 'bbbb2222'])).toMatchObject({ code: 1, out: '' })
  })

  it('are listed by how they begin also where there are more than files may be open', () => {
    for (let n = 0; n < 300; n++) claudeLog(1, claudePath(`many-${n}`), () => `Begins with ${n}.`)
    const listed = `ulimit -n 128; exec '${process.execPath}' '${COMMAND}' notes --json`
    const { cwd, env } = { cwd: cli.place.project, env: cli.place.env }
    const { stdout } = spawnSync('sh', ['-c', listed], { cwd, env, encoding: 'utf8' })
    const { conversations } = JSON.parse(stdout).data as { conversations: { title: string }[] }
    expect(conversations.filter(({ title }) => title.startsWith('Begins with'))).toHaveLength(300)
  })

  it('keep within their size for a conversation of a thousand turns', () => {
    const file = join(cli.place.project, 'log.jsonl')
    claudeLog(1_000, file, (n) => `Question ${n} ${'with many words '.repeat(40)}`)
    expect(cli.run(['notes', 'log.jsonl']).out.length).toBeLessThan(48_500)
    expect(cli.run(['notes', '--handoff', 'log.jsonl']).out.length).toBeLessThan(20_500)
  })

  it('say what is not there, in both languages', () => {
    expect(cli.run(['notes']).out).toContain('No agent had a conversation in this project yet.')
    expect(cli.run(['notes', '--handoff'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no conversations with notes'),
    })
    expect(cli.run(['notes', 'abc', '--lang', 'zh']).err).toContain('没有对话 abc 的笔记')
    expect(cli.run(['notes', ''])).toMatchObject({
      code: 2,
      err: expect.stringContaining('an empty text names no conversation'),
    })
    expect(cli.run(['notes', '', '--lang', 'zh']).err).toContain('空文本不能指定对话')
    writeFileSync(join(cli.place.project, 'x.jsonl'), 'nothing\n')
    expect(cli.run(['notes', 'x.jsonl']).err).toContain('is not the log of an agent')
  })

  it('are kept by the worker when the log has grown by a quarter', () => {
    const id = 'a1b2c3d4-0000-4000-8000-000000000000'
    const end = (turns: number) => {
      claudeLog(turns, claudePath(id))
      spoolTurn(id, { transcript: claudePath(id), name: String(turns) })
      return cli.json(RUN_TURNS).data as { runs: { did: Record<string, number> }[] }
    }
    const did = (turns: number) => end(turns).runs[0]!.did.notes ?? 0
    expect([did(1), did(40), did(42), did(60)]).toEqual([1, 1, 0, 1])
    const path = join(project(), 'sessions', id, 'session-memory/summary.md')
    expect(readFileSync(path, 'utf8')).toContain('Asked last: Step 59')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('notes by a small model', () => {
  const ID = 'b1b2c3d4-0000-4000-8000-000000000000'
  const BETTER = JSON.stringify({ sections: [{ heading: 'Current State', text: 'The limit is raised.' }] })
  const turns = async (settings: Record<string, unknown>) => {
    const { requests } = await serve(() => BETTER, { sessionMemory: { byModel: true }, ...settings })
    claudeLog(40, claudePath(ID))
    spoolTurn(ID, { transcript: claudePath(ID) })
    const { out } = await runMemdirServed(cli.place, [...RUN_TURNS, '--json'])
    const { did } = JSON.parse(out).data.runs[0] as { did: Record<string, number> }
    return { did, requests, text: notesOf(ID).text }
  }

  it('are made where the person asked for it, counted, and added to by rules', async () => {
    const { did, requests, text } = await turns({})
    expect(requests).toHaveLength(1)
    expect(did).toMatchObject({ notes: 1 })
    expect(text).toMatch(/# Current State\n_.*_\nThe limit is raised\.\n/)
    expect(text).toContain('- `/p/limits-0.ts`: changed')
    const spent = cli.json(['cost']).data as { groups: { name: string; calls: number }[] }
    expect(spent.groups).toMatchObject([{ name: 'notes', calls: 1 }])
    claudeLog(41, claudePath(ID))
    expect(notesOf(ID).text).toContain('Asked last: Step 40')
  })

  it('are made by rules over the cap, and without the setting nobody is asked', async () => {
    const over = await turns({ spend: { caps: { background: { tokens: 0 } } } })
    expect(over.requests).toHaveLength(0)
    expect(over.did).toMatchObject({ notes: 1, 'by rules': 1 })
    expect(over.text).toContain('Asked last: Step 39')
    const off = await turns({ sessionMemory: {} })
    expect(off.requests).toHaveLength(0)
  })
})

it('of an agent whose log cannot be read, notes say what was typed', () => {
  const id = 'ses_4f2a91c0'
  const path = promptsPath(join(project(), 'state'), id)
  mkdirSync(dirname(path), { recursive: true })
  const typed = (n: number) => ({ v: 1, id: `p${n}`, text: `Ask ${n}`, time: '2026-11-01T08:00:00.000Z' })
  writeFileSync(path, [typed(1), typed(2)].map((one) => `${JSON.stringify(one)}\n`).join(''))
  spoolTurn(id, { agent: 'opencode' })
  cli.run(RUN_TURNS)
  expect(cli.run(['notes']).out).toMatch(/ses_4f2a91c0 +opencode .*Ask 1/)
  expect(notesOf(id).text).toContain('Asked last: Ask 2')
  expect(cli.run(['notes', '--handoff', id]).out).toContain('# Handed over from opencode')
})

describe('notes in memdir chat', () => {
  const isUpdate = ({ body }: { body: { messages?: unknown } }) =>
    JSON.stringify(body.messages).includes('notes that are kept of it')

  it('/notes update makes them, /notes shows them, and the calls are in the ledger', async () => {
    const { requests } = await serve((request) => {
      if (!isUpdate(request)) return 'Hello.'
      const told = JSON.stringify(request.body.messages)
      if (told.includes('Changed ')) return 'Done.'
      const path = /bring the file (\S+) up to date/.exec(told)![1]!
      const guide = '_Step by step, what was attempted and done; one terse line each_'
      return {
        say: [
          {
            tool: 'Edit',
            input: { file_path: path, old_string: guide, new_string: `${guide}\n- said hello` },
          },
        ],
      }
    })
    const { out, err } = await chat([], 'hi\n/notes\n/notes update\n/notes\n/notes what')
    expect(out).toContain('There are no notes of this conversation yet: the first come at 10,000 tokens.')
    expect(out.match(/- said hello/g)).toHaveLength(2)
    expect(err).toContain('/notes what')
    expect(requests.filter(isUpdate)).toHaveLength(2)
    const spent = cli.json(['cost']).data as { groups: { name: string; calls: number }[] }
    expect(spent.groups).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'notes', calls: 2 })]),
    )
    const [log] = sessions().filter((path) => path.endsWith('.jsonl'))
    expect(readFileSync(log!, 'utf8')).toContain('"kind":"session-notes"')
    expect(cli.run(['notes']).out).toContain('memdir')
    expect(cli.run(['notes', '--handoff']).out).toContain('- said hello')
  })

  it('are off with the setting, and /notes says so', async () => {
    await serve(() => 'Hello.', { sessionMemory: { enabled: false } })
    const { err } = await chat([], 'hi\n/notes update')
    expect(err).toContain('notes of conversations are switched off')
    expect(sessions().filter((path) => existsSync(join(path, 'session-memory')))).toEqual([])
  })
})
