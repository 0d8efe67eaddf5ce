// Dreams through the built command: what they say in both languages, what they change, and that two never run at once.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedStatements } from '../support/hostile-dreams.ts'
import { ended, runMemdirServed } from './run-memdir.ts'
import { useChat } from './use-chat.ts'

const { serve, chat, cli, start } = useChat()

const byAgent = (id: string, body: string, day = '01') =>
  `---\nid: ${id}\ntype: project\nsource:\n  origin: agent\ncreated: 2026-04-${day}T10:00:00Z\n---\n${body}\n`

function plant(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    const path = join(cli.memory, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

const snapshot = () =>
  Object.fromEntries(
    readdirSync(cli.memory, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path.slice(cli.memory.length + 1), readFileSync(path, 'utf8')]),
  )

const DOUBLES = {
  'project_a.md': byAgent('a', 'The API uses tabs.'),
  'project_b.md': byAgent('b', 'The API uses tabs.', '02'),
  'project_c.md': byAgent('c', 'The freeze starts tomorrow.', '03'),
}

describe('memdir dream', () => {
  it('says what it did and why, can be looked at and taken back, and says so where nothing was to be done', () => {
    plant(DOUBLES)
    const before = snapshot()
    const { out, code } = cli.run(['dream'])
    expect(code).toBe(0)
    expect(out).toContain('merged  project_b.md → project_a.md  the same text')
    expect(out).toContain('dated  project_c.md  written on 2026-04-03')
    expect(out).toContain('index  MEMORY.md  pointer to project_a.md added')
    expect(out).toMatch(/✓ \d memories improved\. To take all of it back: memdir undo --conversation dream-/)
    const run = /--conversation (dream-\w+)/.exec(out)?.[1] ?? ''
    const { changes } = cli.json(['log', '--conversation', run]).data as { changes: { id: string }[] }
    const shown = changes.map(({ id }) => cli.run(['diff', id]).out).join('\n')
    expect(shown).toContain('+The freeze starts on 2026-04-04.')
    expect(cli.run(['dream']).out).toBe('Everything was in order: nothing changed.\n')
    expect(cli.run(['undo', '--conversation', run, '--yes']).code).toBe(0)
    expect(snapshot()).toEqual(before)
  })

  it('says all of it in Chinese', () => {
    plant({ ...DOUBLES, 'MEMORY.md': '- [Gone](gone.md): nothing\n' })
    const { out } = cli.run(['dream', '--lang', 'zh'])
    expect(out).toContain('合并  project_b.md → project_a.md  文本相同')
    expect(out).toContain('改为绝对日期  project_c.md  写于 2026-04-03')
    expect(out).toContain('索引  MEMORY.md  移除指向 gone.md 的条目')
    // Nothing but names and the command is in Latin letters.
    const rest = out.replace(/[\w-]+\.md|memdir undo --conversation dream-\w+/g, '')
    expect(rest).not.toMatch(/[A-Za-z]{2}/)
  })

  it('counts no memories where only the index was put in order', () => {
    plant({ 'project_a.md': DOUBLES['project_a.md'] })
    expect(cli.run(['dream']).out).toContain('✓ The index was put in order; no memory was changed.')
    plant({ 'project_c.md': byAgent('c', 'The demo is on Friday.') })
    expect(cli.run(['dream', '--lang', 'zh']).out).toContain('已整理索引；记忆没有更改。全部撤销：')
  })

  it('--dry-run shows it as a diff and changes nothing', () => {
    plant(DOUBLES)
    const before = snapshot()
    const { out } = cli.run(['dream', '--dry-run'])
    expect(out).toContain('-The freeze starts tomorrow.\n')
    expect(out).toContain('+The freeze starts on 2026-04-04.\n')
    const { data } = cli.json(['dream', '--dry-run']) as {
      data: { operations: { op: string; reason: string }[]; held: unknown[] }
    }
    expect(data.operations.find(({ op }) => op === 'merge')).toMatchObject({ reason: 'the same text' })
    expect(data.held).toEqual([])
    expect(snapshot()).toEqual(before)
    expect(cli.run(['jobs']).out).not.toContain('dream')
  })

  it('takes one option at a time, and says what it does not know', () => {
    expect(cli.run(['dream', '--dry-run', '--held'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('one at a time'),
    })
    expect(cli.run(['dream', '--accept', 'nothing']).err).toContain('no proposal of a dream has the id')
    expect(cli.run(['dream', '--held', '--lang', 'zh']).out).toBe('没有待您决定的建议。\n')
  })

  it('leaves what the team shares to the team, and says so', () => {
    const shared = {
      'team/project_a.md': DOUBLES['project_a.md'],
      'team/project_b.md': DOUBLES['project_b.md'],
    }
    plant({ ...shared, 'project_c.md': DOUBLES['project_c.md'] })
    expect(cli.run(['dream']).out).toContain('1 pair of the same text in team memory: left to the team')
    expect(snapshot()).toMatchObject(shared)
    expect(cli.run(['dream', '--dry-run', '--lang', 'zh']).out).toContain('团队记忆中有 1 对相同文本')
  })
})

describe('with a model', () => {
  const FILLING = Object.fromEntries(
    ['Alpha runs first.', 'Beta is in Go.', 'Gamma has no tests.', 'Delta belongs to Mina.'].map(
      (body, at) => [`project_f${at}.md`, byAgent(`f${at}`, body)],
    ),
  )
  const taskOf = ({ body }: { body: { messages?: unknown } }) =>
    (body.messages as { role: string; content: string }[]).find(({ role }) => role === 'user')?.content ?? ''

  it('what it proposes beyond a quarter waits; accepted by id it is done, in either language', async () => {
    plant(FILLING)
    await serve((request) => {
      const drops = askedStatements(taskOf(request)).slice(0, 2)
      return JSON.stringify({
        operations: drops.map(({ number }) => ({ op: 'drop', statement: number, reason: 'of no use' })),
      })
    })
    const { out } = await runMemdirServed(cli.place, ['dream', '--lang', 'zh'])
    expect(out).toMatch(/待您决定 {2}\w+ {2}移除 {2}/)
    const held = (await runMemdirServed(cli.place, ['dream', '--held'])).out
    const [, id = '', words = ''] = /^(\w+) {2}drop {2}(.+)$/m.exec(held) ?? []
    expect(held).toContain('more than a quarter of the statements would be lost · of no use')
    expect(Object.values(snapshot()).join()).toContain(words)
    expect(cli.run(['dream', '--accept', id]).out).toBe('✓ Done.\n')
    expect(Object.values(snapshot()).join()).not.toContain(words)
  })

  it('two processes never both dream; what a killed one held is free', async () => {
    plant(FILLING)
    let asked = () => {}
    const firstAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const { requests } = await serve((_, number) => {
      asked()
      // The first waits for an answer for as long as the others take.
      return { say: [{ text: '{"operations": []}' }], delayMs: number === 1 ? 60_000 : 0 }
    })
    const first = start(['dream'])
    await firstAsked
    const second = await ended(start(['dream', '--json']))
    expect(JSON.parse(second.out).data).toEqual({ status: 'busy' })
    expect((await ended(start(['dream', '--lang', 'zh']))).out).toBe('另一个进程正在整理。\n')
    expect((await ended(start(['jobs', 'run', '--job', 'dream']))).out).toContain(
      'A worker is running already.',
    )
    expect(requests).toHaveLength(1)
    first.kill('SIGKILL')
    await ended(first)
    const third = await ended(start(['dream', '--json']))
    expect(JSON.parse(third.out).data.status).toBe('done')
    expect(requests).toHaveLength(2)
  })
})

describe('/dream', () => {
  it('shows the plan, tidies, and knows no other word', async () => {
    plant(DOUBLES)
    await serve(() => '{"operations": []}')
    const { out, err } = await chat([], '/dream dry-run\n/dream\n/dream now')
    expect(out).toContain('+The freeze starts on 2026-04-04.')
    expect(out).toContain('merged  project_b.md → project_a.md  the same text')
    expect(out.match(/memories improved/g)).toHaveLength(1)
    expect(err).toContain('/dream now')
  })
})
