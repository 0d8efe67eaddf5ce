// `memdir trust`: what waits, asked in a terminal, accepted by hash, listed and taken back.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFile } from '../built.ts'
import { put } from './hostile-repository.ts'
import { COMMAND, ended } from './run-memdir.ts'
import { hasTerminal, listen, useChat } from './use-chat.ts'

const STORE = builtFile('base/trust/trust-store.js')
const talk = useChat()
const { cli } = talk
const { json, run } = cli

const settings = (command: string) => ({
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] },
  recall: { maxMemories: 3 },
})
const shared = () => join(cli.place.project, '.memdir/settings.json')
const hooks = () => json(['config', 'get', 'hooks']).data.value

function inTerminal(args: string[], env: Record<string, string> = {}) {
  const line = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(' ')
  const child = talk.start(['-qec', line, '/dev/null'], { command: ['script'], env })
  return { end: ended(child), said: listen(child), type: (text: string) => child.stdin!.write(text) }
}

describe.runIf(hasTerminal)('memdir trust in a terminal', () => {
  it('shows the whole content, asks, and keeps a yes; after a change it shows the difference and asks again', async () => {
    put(shared(), settings('first'))
    const ask = async (answer: string, ...words: string[]) => {
      const { end, said, type } = inTerminal(['trust'])
      for (const word of words) await said(word)
      await said('Allow exactly this')
      type(`${answer}\n`)
      return (await end).out
    }
    expect(await ask('n', '"command": "first"')).toContain('stays ignored')
    expect(hooks()).toBe(null)
    expect(await ask('y', '"command": "first"')).toContain('approved: .memdir/settings.json')
    expect(hooks()).toEqual(settings('first').hooks)
    put(shared(), settings('second'))
    expect(hooks()).toBe(null)
    const shown = await ask(
      'y',
      'You approved another content on',
      '"command": "first"',
      '"command": "second"',
    )
    expect(shown).not.toContain('maxMemories')
    expect(hooks()).toEqual(settings('second').hooks)
    expect(run(['trust']).out).toMatch(/^Nothing in .*project waits/)
  })

  it('asks about each part by itself; Ctrl-C and the end of input approve nothing more', async () => {
    put(shared(), settings('first'))
    put(join(cli.place.project, '.mcp.json'), { mcpServers: { one: { command: 'sh' } } })
    const { end, said, type } = inTerminal(['trust'])
    await said('Allow exactly this')
    type('y\n')
    await said('Allow exactly this')
    type('\u0003')
    expect((await end).code).toBe(130)
    expect(json(['trust']).data.waiting.map(({ name }: { name: string }) => name)).toEqual(['.mcp.json'])
  })

  it('does not ask where an agent has the terminal', async () => {
    put(shared(), settings('first'))
    const { out, code } = await inTerminal(['trust'], { CLAUDECODE: '1' }).end
    expect(code).toBe(2)
    expect(out).toContain('only a person can approve this, and this command was started by claude-code')
    expect(out).not.toContain('[y/N]')
  })
})

describe('memdir trust where nobody can be asked', () => {
  it('collects all kinds of parts, in both languages, and approves nothing', () => {
    const outside = put(cli.below('outside.md'), 'Outside.')
    put(shared(), settings('first'))
    put(join(cli.place.project, '.claude/settings.local.json'), { storage: { embeddingUrl: 'http://x.y' } })
    put(join(cli.place.project, '.mcp.json'), { mcpServers: { one: { command: 'sh' } } })
    put(
      join(cli.place.project, '.claude/agents/rev.md'),
      '---\nname: rev\ndescription: x\npermissionMode: acceptEdits\n---\n',
    )
    put(
      join(cli.place.project, '.claude/skills/dep/SKILL.md'),
      '---\ndescription: x\nallowed-tools: Bash\n---\n',
    )
    put(join(cli.place.project, 'CLAUDE.md'), `See @${outside}\n`)
    const { data } = json(['trust'])
    expect(data.waiting.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['settings', '.memdir/settings.json'],
      ['settings', '.claude/settings.local.json'],
      ['mcp', '.mcp.json'],
      ['agent', '.claude/agents/rev.md'],
      ['skill', '.claude/skills/dep/SKILL.md'],
      ['include', outside],
    ])
    const shown = run(['trust'])
    expect([shown.code, shown.err]).toEqual([0, expect.stringContaining('memdir trust --accept HASH')])
    for (const { hash } of data.waiting) expect(shown.out).toContain(hash)
    expect(run(['trust', '--lang', 'zh']).out).toContain('.mcp.json 要启动程序或连接地址作为 MCP 服务器：')
    expect(run(['trust', '--lang', 'zh']).err).toContain('此处无法询问')
    expect(existsSync(join(cli.place.home, 'trust.json'))).toBe(false)
    expect(json(['config']).data.waiting).toHaveLength(6)
    expect(run(['config']).err).toContain('.mcp.json: mcpServers')
    expect(run(['doctor']).out).toContain('.claude/agents/rev.md: permissionMode')
    expect(json(['doctor']).data.trust[0]).toContain('need your approval')
  })

  it('accepts exactly a whole hash, not from inside an agent, all or nothing', () => {
    put(shared(), settings('first'))
    put(join(cli.place.project, '.mcp.json'), { mcpServers: { one: { command: 'sh' } } })
    const [one, two] = json(['trust']).data.waiting.map(({ hash }: { hash: string }) => hash)
    const accept = (...hashes: string[]) => json(['trust', ...hashes.flatMap((hash) => ['--accept', hash])])
    expect(accept(one.slice(0, 40))).toMatchObject({ code: 1, error: { code: 'not_found' } })
    expect(accept(one, 'x')).toMatchObject({ code: 1 })
    for (const env of [{ CLAUDECODE: '1' }, { GEMINI_CLI: '1' }, { CODEX_THREAD_ID: 'x' }, { OPENCODE: '1' }])
      expect(json(['trust', '--accept', one], { env })).toMatchObject({ code: 2, error: { code: 'usage' } })
    expect(hooks()).toBe(null)
    expect(accept(one, two).data.approved).toHaveLength(2)
    expect(hooks()).toEqual(settings('first').hooks)
    // The same content elsewhere is another question.
    const other = cli.below('other')
    put(join(other, '.memdir/settings.json'), settings('first'))
    expect(json(['trust'], { cwd: other }).data.waiting).toHaveLength(1)
  })

  it('lists what is approved, and takes it back', () => {
    put(shared(), settings('first'))
    put(join(cli.place.project, '.mcp.json'), { mcpServers: { one: { command: 'sh' } } })
    for (const { hash } of json(['trust']).data.waiting) json(['trust', '--accept', hash])
    expect(run(['trust', '--list']).out).toMatch(/\.memdir\/settings\.json +settings +\d{4}-.* approved\n/)
    put(shared(), settings('second'))
    expect(run(['trust', '--list']).out).toMatch(/\.memdir\/settings\.json .* changed, waits\n/)
    put(shared(), settings('first'))
    expect(json(['trust', '--revoke', 'nothing'])).toMatchObject({ code: 1, error: { code: 'not_found' } })
    expect(json(['trust', '--revoke', '.memdir/settings.json']).data.revoked).toBe(1)
    expect(hooks()).toBe(null)
    expect(json(['trust', '--revoke']).data.revoked).toBe(1)
    expect(run(['trust', '--list']).out).toMatch(/^Nothing is approved/)
    expect(json(['trust', '--list', '--revoke'])).toMatchObject({ code: 2 })
  })

  it('loses no approval when several processes give some at once', async () => {
    const program = `
      const { openTrustStore } = await import(${JSON.stringify(STORE)})
      const store = openTrustStore(process.env.MEMDIR_HOME)
      for (let n = 0; n < 20; n++)
        await store.approve('/p', { kind: 'agent', name: process.pid + '-' + n, content: n }, '', new Date())`
    const processes = Array.from({ length: 4 }, () =>
      talk.start(['--input-type=module', '-e', program], { command: [process.execPath] }),
    )
    expect((await Promise.all(processes.map(ended))).map(({ code, err }) => [code, err])).toEqual(
      processes.map(() => [0, '']),
    )
    const { projects } = JSON.parse(readFileSync(join(cli.place.home, 'trust.json'), 'utf8'))
    expect(Object.keys(projects['/p'])).toHaveLength(80)
  })

  it('hides no character, shows no secret, and takes no approval for what is not shown', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    put(shared(), settings(`echo \u202e\u200b\u{e0041} safe\u001b[2K ${token}`))
    const { out } = run(['trust'])
    expect(out).toContain('echo \\u202e\\u200b\\udb40\\udc41 safe\\u001b[2K ')
    expect(out).not.toContain(token)
    expect(out).toContain('looks like a secret is not shown')
    const accepted = json(['trust', '--accept', json(['trust']).data.waiting[0].hash])
    expect(accepted).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('cannot be approved') },
    })
    expect(hooks()).toBe(null)
  })

  it('lets no command hide in what looks like a key', () => {
    const key = ['-----BEGIN RSA', 'PRIVATE KEY-----']
    put(
      shared(),
      settings(
        `: ${key.join(' ')} ; touch gone ; : MIIE${'a1B2c3D4'.repeat(16)} ${key.join(' ').replace('BEGIN', 'END')}`,
      ),
    )
    expect(run(['trust']).out).toContain('cannot be approved')
  })

  it('is asked in the person’s language, whatever the project sets, and `status` tells of it', () => {
    put(shared(), { ...settings('first'), language: 'zh' })
    expect(run(['trust']).err).toContain('Nobody can be asked here')
    expect(run(['list']).err).toContain('need your approval')
    expect(run(['status']).err).toContain('.memdir/settings.json: hooks')
    json(['trust', '--accept', json(['trust']).data.waiting[0].hash])
    expect(run(['trust']).out).toContain('没有等待您批准的内容')
  })

  it('says what waits once for each content, in the person’s language', () => {
    put(shared(), settings('first'))
    const notice = () => run(['list'], { env: { LANG: 'zh_CN.UTF-8' } }).err
    expect(notice()).toContain('需要您批准，在此之前不会生效（.memdir/settings.json: hooks）')
    expect(notice()).toBe('')
    put(shared(), settings('second'))
    expect(notice()).toContain('需要您批准')
    expect(notice()).toBe('')
    writeFileSync(join(cli.place.home, 'trust.json'), 'damaged')
    expect(notice()).toContain('trust.json，因此任何项目要求的内容都不算已批准')
    expect(run(['trust']).err).toContain('trust.json cannot be understood')
  })
})

describe('the person’s own settings of a project', () => {
  it('are below the config home: nothing is written into the tree', () => {
    cli.git(cli.place.project, 'init', '-q')
    const before = readdirSync(cli.place.project, { recursive: true }).length
    const { path } = json(['config', 'set', 'models.main', 'ollama/x', '--local']).data
    expect(path).toMatch(/home\/projects\/[^/]+\/settings\.json$/)
    expect(json(['config', 'get', 'models.main']).data).toMatchObject({
      value: 'ollama/x',
      origin: 'own',
      path,
    })
    expect(run(['off']).code).toBe(0)
    expect(json(['status']).data.on).toBe(false)
    expect(readdirSync(cli.place.project, { recursive: true }).length).toBe(before)
    expect(readFileSync(join(cli.place.project, '.git/info/exclude'), 'utf8')).not.toContain('memdir')
    // They win over what the project's files say, and hold from below and in worktrees.
    put(join(cli.place.project, '.memdir/settings.local.json'), { autoMemoryEnabled: true })
    put(join(cli.place.project, 'a/b/x'), '')
    expect(json(['status'], { cwd: join(cli.place.project, 'a/b') }).data.on).toBe(false)
    expect(json(['status'], { cwd: cli.below() }).data.on).toBe(true)
  })

  it('and the shared ones are not written through a link or into a submodule', () => {
    const outside = put(cli.below('outside/settings.json'), '{}')
    const set = () => json(['config', 'set', 'recall.maxMemories', '3', '--in-project'])
    const folder = join(cli.place.project, '.memdir')
    for (const make of [
      () => symlinkSync(cli.below('outside'), folder),
      () => put(join(folder, 'x'), '') && symlinkSync(outside, join(folder, 'settings.json')),
      () => put(join(folder, '.git'), 'gitdir: x'),
    ]) {
      make()
      expect(set()).toMatchObject({ code: 1, error: { code: 'refused_path' } })
      expect(readFileSync(outside, 'utf8')).toBe('{}')
      rmSync(folder, { recursive: true })
    }
    expect(set().data.path).toBe(join(folder, 'settings.json'))
  })
})
