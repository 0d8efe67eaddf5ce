// Daily-log mode through the built command: noting, finding, distilling by rules and by a model, taking back.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runMemdirServed } from './run-memdir.ts'
import { useChat } from './use-chat.ts'

const { serve, cli } = useChat()

const settings = (more: Record<string, unknown> = {}) => {
  mkdirSync(cli.place.home, { recursive: true })
  writeFileSync(
    join(cli.place.home, 'settings.json'),
    JSON.stringify({ dailyLog: { enabled: true }, ...more }),
  )
}
beforeEach(() => settings())

interface Listed {
  memories: { content: string; evidence?: string; source?: { origin: string } }[]
}
const memories = () => (cli.json(['list']).data as Listed).memories
/** An entry of a day that is over. */
function logged(...lines: string[]): void {
  const path = join(cli.memory, 'logs/2026/04/2026-04-09.md')
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, lines.map((line, at) => `- 14:0${at}:00 ${line}\n`).join(''))
}

describe('memdir log-note', () => {
  it('appends a line that search finds by its moment, and can be taken back', () => {
    const { out, code } = cli.run(['log-note', 'The aquarium is cleaned by Mina'])
    expect(code).toBe(0)
    const [, file = ''] = /✓ (logs\/\d{4}\/\d\d\/\d{4}-\d\d-\d\d\.md)/.exec(out) ?? []
    expect(readFileSync(join(cli.memory, file), 'utf8')).toMatch(/^- \d\d:\d\d:\d\d The aquarium is cleaned/)
    const { hits } = cli.json(['search', 'aquarium', '--threshold', '0']).data as {
      hits: { memory: { name: string; file: string } }[]
    }
    expect(hits[0]?.memory).toMatchObject({
      name: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      file: `${file}#1`,
    })
    expect(cli.run(['search', 'aquarium']).out).not.toContain('.md#1.md')
    expect(cli.run(['list']).out).not.toContain('aquarium')
    expect(cli.run(['undo', '--yes']).code).toBe(0)
    expect(cli.json(['search', 'aquarium', '--threshold', '0']).data).toMatchObject({ hits: [] })
  })

  it('is refused where the mode is off, by the name of the setting, in both languages', () => {
    settings({ dailyLog: { enabled: false } })
    const { code, err } = cli.run(['log-note', 'x'])
    expect(code).not.toBe(0)
    expect(err).toContain('daily-log mode is off (dailyLog.enabled)')
    expect(err).toContain('memdir config set dailyLog.enabled true')
    expect(cli.run(['log-note', 'x', '--lang', 'zh']).err).toContain('每日日志模式未开启（dailyLog.enabled）')
    expect(cli.run(['config', 'set', 'dailyLog.enabled', 'true']).code).toBe(0)
    expect(cli.run(['log-note', 'x']).code).toBe(0)
    expect(cli.run(['log-note', ' ']).err).toContain('there is nothing to note')
  })
})

describe('memdir dream --logs', () => {
  it('makes memories of what rules find, once, and says so where there is nothing new', () => {
    logged('From now on, always write commit messages in English.', 'Nothing of importance happened')
    expect(cli.run(['dream', '--logs']).out).toBe('2 entries read, 1 memory made of them.\n')
    expect(memories()).toMatchObject([
      {
        evidence: 'From now on, always write commit messages in English.',
        source: { origin: 'agent', conversation: 'log-2026-04-09', message: 'logs/2026/04/2026-04-09.md#1' },
      },
    ])
    expect(cli.run(['dream', '--logs', '--lang', 'zh']).out).toContain('没有未读过的条目')
    logged('以后都用中文写注释。')
    expect(cli.run(['dream', '--logs', '--lang', 'zh']).out).toBe('读取 1 条日志，提炼出 1 条记忆。\n')
    expect(cli.run(['jobs']).out).toMatch(/logs .* 1 entry, 1 distilled/)
  })

  const SECRET = ['ghp', 'x7Kq2LmN8pRt4VwYz1AbC5dEfG9hJ3kM6nPq'].join('_')
  const STATEMENTS = [
    {
      content: 'The staging database is refreshed every Sunday night.',
      evidence: 'staging is refreshed on Sunday nights',
    },
    { content: 'The office moves to Lisbon.', evidence: 'the office moves to Lisbon' },
    { content: `The token is ${SECRET}.`, evidence: 'staging is refreshed on Sunday nights' },
    { content: 'Backups are flaky.', evidence: 'backups look flaky', confidence: 0.1 },
  ].map((one) => ({ kind: 'project_context', importance: 3, confidence: 0.9, ...one }))
  const distil = async (more: Record<string, unknown> = {}) => {
    const { requests } = await serve(() => JSON.stringify({ statements: STATEMENTS }), {
      dailyLog: { enabled: true },
      extraction: { byModel: true },
      ...more,
    })
    logged(
      'Talked to Ola: staging is refreshed on Sunday nights',
      'Hm, backups look flaky',
      `old key ${SECRET}`,
    )
    const { out } = await runMemdirServed(cli.place, ['dream', '--logs'])
    return { requests, out }
  }

  it('with a model keeps what rests on an entry and nothing else, under "dream" in the ledger', async () => {
    const { requests, out } = await distil()
    expect(out).toBe('3 entries read, 1 memory made of them.\n')
    expect(memories().map(({ content }) => content.trim())).toEqual([STATEMENTS[0]?.content])
    expect(memories()).toMatchObject([
      { evidence: 'Talked to Ola: staging is refreshed on Sunday nights', source: { origin: 'agent' } },
    ])
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(requests[0]?.body)).not.toContain(SECRET)
    const { groups } = cli.json(['cost']).data as { groups: { name: string; calls: number }[] }
    expect(groups).toMatchObject([{ name: 'dream', calls: 1 }])
  })

  it('over the cap the rules go on', async () => {
    const { requests, out } = await distil({ spend: { caps: { background: { tokens: 0 } } } })
    expect(requests).toHaveLength(0)
    expect(out).toContain('3 entries read')
    expect(cli.run(['jobs']).out).toContain('1 by rules')
  })
})

describe('by meaning', () => {
  it('entries are found once the worker has embedded them, and no prompt does that', () => {
    cli.takeModels()
    cli.run(['log-note', 'Mina feeds the fish and cleans their tank'])
    cli.run(['log-note', 'The quarterly invoices were mailed to the accountant'])
    const found = () =>
      (
        cli.json(['search', 'who looks after the aquarium', '--mode', 'meaning', '--threshold', '0'])
          .data as {
          hits: { memory: { content: string } }[]
        }
      ).hits.map(({ memory }) => memory.content.trim())
    expect(found()).toEqual([])
    cli.run(['recall', 'who looks after the aquarium?'])
    expect(found()).toEqual([])
    const { runs } = cli.json(['jobs', 'run', '--job', 'entries']).data as { runs: { did: object }[] }
    expect(runs).toMatchObject([{ status: 'done', did: { embedded: 2 } }])
    expect(found()[0]).toBe('Mina feeds the fish and cleans their tank')
    expect(cli.json(['jobs', 'run', '--job', 'entries']).data).toMatchObject({ runs: [{ did: {} }] })
  })

  it('entries take no place of a memory in recall, embedded or not', () => {
    cli.takeModels()
    settings({ dailyLog: { enabled: false }, recall: { maxMemories: 2 } })
    for (const text of [
      'Mina owns the fish tank.',
      'The fish tank is in the lobby.',
      'Ola waters the plants.',
    ])
      cli.add(text)
    cli.run(['jobs', 'run', '--job', 'embedding'])
    const recalled = (prompt: string) =>
      (
        cli.json(['recall', '--prompt', prompt]).data as { memories: { memory: { file: string } }[] }
      ).memories.map(({ memory }) => memory.file)
    const prompts = ['Who owns the fish tank in the lobby?', 'Who waters the plants?']
    const without = prompts.map(recalled)
    expect(without.map(({ length }) => length)).toEqual([2, 1])
    settings({ recall: { maxMemories: 2 } })
    cli.run(['log-note', 'Who owns the fish tank in the lobby was asked again: Mina owns the fish tank'])
    cli.run(['log-note', 'Ola waters the plants in the lobby on Mondays'])
    const memoriesOf = (files: string[]) => files.filter((file) => !file.startsWith('logs/'))
    const byWords = prompts.map(recalled)
    expect(byWords.map(memoriesOf)).toEqual(without)
    cli.run(['jobs', 'run', '--job', 'entries'])
    expect(prompts.map((prompt) => memoriesOf(recalled(prompt)))).toEqual(without)
  })
})
