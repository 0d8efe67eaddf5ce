import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../src/base/text/unicode.ts'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { add, below, json, run } = cli

describe('add, list, show', () => {
  it('warns once of one likely password, in the person’s language', () => {
    const word = `${'Tr0ub4dor'}&3xyz`
    expect(run(['add', `The wiki: password: ${word}`]).err).toMatch(
      /^! line 1 of the text may contain a secret \(generic-password\)\n! if it is a secret: `memdir purge \S+` removes .*\n$/,
    )
    expect(run(['add', `维基的密码：${word}`, '--lang', 'zh']).err).toMatch(
      /^! 文本第 1 行可能含有密钥（generic-password）\n! 如果确实是密钥：`memdir purge \S+` .*\n$/,
    )
  })

  it('keeps what was given and makes the rest', () => {
    const memory = add(
      'Use PostgreSQL 16 in tests. Never mock it.',
      ...'--type feedback --kind workflow --name Database --tags a,b --category tests -i 4 --expires 90d --conversation talk'.split(
        ' ',
      ),
    )
    expect(memory).toMatchObject({
      type: 'feedback',
      kind: 'workflow',
      name: 'Database',
      tags: ['a', 'b'],
      category: 'tests',
      importance: 4,
      confidence: 1,
      source: { origin: 'user', conversation: 'talk' },
      expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
      file: 'feedback_database.md',
    })
    expect(memory.description).toContain('PostgreSQL')
    const piped = json(['add', '--related', memory.id], { input: '发布前先跑回归测试。\n第二行\n' }).data
      .memory
    expect(piped).toMatchObject({
      name: '发布前先跑回归测试',
      kind: 'other',
      importance: 3,
      related: [memory.id],
    })
    expect(json(['add', '-', '--type', 'reference'], { input: 'board' }).data.memory.kind).toBe('fact')
    expect(run(['add', '--', '-5 is the limit']).out).toContain('Remembered: -5 is the limit')
    expect(Date.parse(add('short', '--expires', '12h').expires)).toBeGreaterThan(Date.now())
    const listed = json(['list'])
    expect(listed.data.total).toBe(5)
    expect(listed.data.memories).toHaveLength(5)
    expect(json(['show', memory.id.slice(0, 6)]).data.memory).toMatchObject({
      id: memory.id,
      hash: memory.hash,
    })
  })

  it('marks what an agent writes from its shell', () => {
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'talk-7' }
    expect(json(['add', 'x'], { env }).data.memory.source).toEqual({
      origin: 'agent',
      conversation: 'talk-7',
    })
    expect(json(['log']).data.changes[0]).toMatchObject({ actor: 'claude-code' })
  })

  it('refuses to write outside, and hidden characters', () => {
    expect(json(['add', 'x', '--file', '../../evil.md'])).toMatchObject({
      code: 1,
      error: { code: 'refused_path' },
    })
    expect(json(['add', 'x\u202ey'])).toMatchObject({ code: 1, error: { code: 'refused_content' } })
    const zh = run(['add', 'x', '--file', '../evil.md', '--lang', 'zh'])
    expect(zh.err).toMatch(/不能写入/)
    expect(existsSync(below('evil.md'))).toBe(false)
  })

  it('lists as a table that lines up, also with wide characters, and never with colour when piped', () => {
    add('Integration tests use a real database', '--type', 'feedback', '-i', '5')
    add('发布前要先在预发环境跑一遍回归', '--type', 'project')
    for (const lang of ['en', 'zh']) {
      const { out } = run(['list', '--lang', lang])
      expect(out).not.toContain('\u001b')
      const [header, ...rows] = out.trimEnd().split('\n')
      const last = lang === 'en' ? 'MEMORY' : '记忆'
      const column = displayWidth(header!.slice(0, header!.lastIndexOf(last)))
      expect(displayWidth(rows[0]!.slice(0, rows[0]!.indexOf('发布')))).toBe(column)
      expect(displayWidth(rows[1]!.slice(0, rows[1]!.indexOf('Integration')))).toBe(column)
      expect(rows[1]).toContain('★★★★★')
      expect(rows[0]).toContain('★★★☆☆')
    }
    expect(run(['list'], { env: { FORCE_COLOR: '1' } }).out).toContain('\u001b[')
    expect(run(['list', '--type', 'user']).out).toBe('None of the 2 memories matches.\n')
    expect(json(['list', '--min-importance', '4']).data.total).toBe(1)
    expect(json(['list', '--limit', '1', '--sort', 'importance']).data.memories[0].importance).toBe(5)
  })

  it('never sends escape codes of memories, files or settings to the terminal', () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J'
    const directory = json(['init']).data.directory
    writeFileSync(
      join(directory, `x${evil}.md`),
      `---\nname: "n ${JSON.stringify(evil).slice(1, -1)}"\n---\n${evil}\n`,
    )
    writeFileSync(join(directory, 'y.md'), `body ${evil}\n`)
    mkdirSync(join(cli.place.project, '.memdir'))
    writeFileSync(join(cli.place.project, '.memdir/settings.json'), JSON.stringify({ [evil]: 1 }))
    for (const args of [
      ['list'],
      ['show', 'y'],
      ['doctor'],
      ['status'],
      ['config'],
      ['show', evil],
      ['index'],
    ]) {
      const { out, err } = run(args)
      expect(out + err).not.toMatch(/[\u001b\u0007]/)
    }
    expect(run(['show', 'y', '--raw']).out).toContain(evil)
  })

  it('does not mind a reader that goes away', () => {
    const directory = json(['init']).data.directory
    for (let n = 0; n < 400; n++) writeFileSync(join(directory, `m${n}.md`), `${'word '.repeat(60)}${n}\n`)
    const command = `${process.execPath} ${COMMAND} list --all | head -n 1; echo "\${PIPESTATUS[0]}"`
    const done = spawnSync('bash', ['-c', command], {
      cwd: cli.place.project,
      env: cli.place.env,
      encoding: 'utf8',
    })
    expect(done.stderr).toBe('')
    expect(done.stdout.trimEnd().split('\n').at(-1)).toBe('0')
  })
})

it('says in show once what the name and the description say as well', () => {
  const { id } = add('Short answers, please.')
  expect(run(['show', id]).out.match(/Short answers, please/g)).toHaveLength(2)
  const { out } = run([
    'show',
    add('Deploys go out on Tuesdays. Never on Fridays.', '--description', 'When').id,
  ])
  expect(out).toMatch(/^Deploys go out on Tuesdays\nWhen\n/)
})

it('marks in list and show what has expired', () => {
  add('Old news', '--type', 'project')
  const text = run(['show', 'project_old_news.md', '--raw']).out
  writeFileSync(
    join(run(['path']).out.trim(), 'project_old_news.md'),
    text.replace('created:', 'expires: 2020-01-01\ncreated:'),
  )
  expect(run(['list']).out).toContain('[expired] Old news')
  expect(run(['list', '--lang', 'zh']).out).toContain('[已过期] Old news')
  expect(run(['list', '--type', 'project']).out).toContain('[expired] Old news')
  expect(run(['show', 'project_old_news.md']).out).toMatch(/expires +2020-01-01 \[expired\]/)
  expect(run(['show', 'project_old_news.md', '--lang', 'zh']).out).toContain('[已过期]')
  expect(run(['list', '--type', 'user']).out).toBe('The one memory does not match.\n')
})
