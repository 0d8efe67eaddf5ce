import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startMemdir } from '../cli/run-memdir.ts'
import { useCli } from '../cli/use-cli.ts'
import { inTerminal } from '../cli/use-terminal.ts'

/** One for each kind of file; every agent's own files are tried in odd-files.test.ts. */
const SETUP_NAMES = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'vscode'] as const

const cli = useCli()
const user = (...parts: string[]) => cli.below('user', ...parts)

/** Files of other programs, as people have them. */
function populate(): void {
  const files: Record<string, string> = {
    '.claude/settings.json': '{\n    "model": "opus",\n    "enabledPlugins": { "other@x": true }\n}\n',
    '.codex/config.toml': 'model = "gpt-5"\n\n[tools]\nweb = true\n',
    '.codex/hooks.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"notify"}]}]}}\n',
    '.gemini/settings.json':
      '{\n\t"hooksConfig": {\n\t\t"enabled": true\n\t},\n\t"mcpServers": {\n\t\t"x": {\n\t\t\t"command": "y"\n\t\t}\n\t}\n}\n',
    '.config/opencode/opencode.json': '{\n  "model": "a/b"\n}\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(user(path), '..'), { recursive: true })
    writeFileSync(user(path), text)
  }
  mkdirSync(user('.cursor'), { recursive: true })
  writeFileSync(user('.cursor/argv.json'), '{}\n')
  mkdirSync(join(cli.place.project, '.github'))
  writeFileSync(join(cli.place.project, '.github/copilot-instructions.md'), '# Rules\n\nBe kind.\n')
}

function snapshot(directory: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of (existsSync(directory) ? readdirSync(directory, { recursive: true }) : [])
    .map(String)
    .sort()) {
    const path = join(directory, name)
    if (statSync(path).isFile()) files[name] = readFileSync(path, 'utf8')
  }
  return files
}

const everything = () => ({ user: snapshot(user()), project: snapshot(cli.place.project) })
describe('memdir init with an agent', () => {
  it.each(SETUP_NAMES)(
    '%s: shows a diff, changes nothing on a dry run, is idempotent, can be undone',
    (agent) => {
      populate()
      const before = everything()
      const dry = cli.run(['init', agent, '--dry-run'])
      expect(dry.code).toBe(0)
      expect(dry.out).toMatch(/^[+~] .*\n {2}@@/m)
      expect(everything()).toEqual(before)
      expect(cli.run(['init', agent]).err).toContain('--yes')
      expect(everything()).toEqual(before)

      expect(cli.run(['init', agent, '--yes']).code).toBe(0)
      const after = everything()
      expect(after).not.toEqual(before)
      expect(cli.json(['init', agent, '--yes']).data.changed).toBe(false)
      expect(everything()).toEqual(after)

      expect(cli.run(['init', agent, '--undo', '--yes']).code).toBe(0)
      expect(everything()).toEqual(before)
    },
  )

  it('claude-code --mcp-hook: in the diff, idempotent, never together with the plugin, can be undone', () => {
    populate()
    writeFileSync(
      user('.claude.json'),
      '{\n  "numStartups": 7,\n  "mcpServers": { "x": { "command": "y" } }\n}\n',
    )
    const before = everything()
    const dry = cli.run(['init', 'claude-code', '--mcp-hook', '--dry-run'])
    expect(dry.out).toContain('"type": "mcp_tool"')
    expect(dry.out).toContain('.claude.json')
    expect(everything()).toEqual(before)

    expect(cli.run(['init', 'claude-code', '--mcp-hook', '--yes']).code).toBe(0)
    const after = everything()
    const settings = () => JSON.parse(readFileSync(user('.claude/settings.json'), 'utf8'))
    const servers = () => JSON.parse(readFileSync(user('.claude.json'), 'utf8')).mcpServers
    expect(settings().hooks.UserPromptSubmit).toEqual([
      {
        hooks: [
          {
            type: 'mcp_tool',
            server: 'memdir',
            tool: 'hook',
            timeout: 3,
            input: Object.fromEntries(
              ['hook_event_name', 'session_id', 'prompt'].map((name) => [name, `$\{${name}}`]),
            ),
          },
        ],
      },
    ])
    expect(Object.keys(settings().hooks)).toHaveLength(7)
    expect(settings().enabledPlugins).toEqual({ 'other@x': true })
    expect(servers()).toMatchObject({ x: { command: 'y' }, memdir: { type: 'stdio' } })
    expect(cli.json(['init', 'claude-code', '--mcp-hook', '--yes']).data.changed).toBe(false)
    expect(everything()).toEqual(after)
    // Known as set up, whichever way; the other way replaces it, and back.
    expect(cli.run(['init']).out).not.toContain('memdir init claude-code')
    expect(cli.run(['init', 'claude-code', '--yes']).code).toBe(0)
    expect(settings()).toMatchObject({ enabledPlugins: { 'memdir@memdir': true } })
    expect(settings()).not.toHaveProperty('hooks')
    expect(servers()).toEqual({ x: { command: 'y' } })
    cli.run(['init', 'claude-code', '--mcp-hook', '--yes'])
    expect(everything()).toEqual(after)

    expect(cli.run(['init', 'claude-code', '--undo', '--yes']).code).toBe(0)
    expect(everything()).toEqual(before)
    const refused = cli.run(['init', 'codex', '--mcp-hook'])
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('Codex CLI has no hooks that ask'),
    ])
  })

  it('keeps what other programs and people wrote', () => {
    populate()
    for (const agent of SETUP_NAMES) cli.run(['init', agent, '--yes'])
    const claude = JSON.parse(readFileSync(user('.claude/settings.json'), 'utf8'))
    expect(claude).toMatchObject({
      model: 'opus',
      enabledPlugins: { 'other@x': true, 'memdir@memdir': true },
    })
    const codex = JSON.parse(readFileSync(user('.codex/hooks.json'), 'utf8'))
    expect(codex.hooks.Stop[0].hooks[0].command).toBe('notify')
    expect(codex.hooks.Stop).toHaveLength(2)
    expect(readFileSync(user('.codex/config.toml'), 'utf8')).toMatch(
      /^model = "gpt-5"\n\n\[tools\]\nweb = true\n\n\[mcp_servers\.memdir\]\ncommand = /,
    )
    expect(readFileSync(user('.gemini/settings.json'), 'utf8')).toContain('\n\t"mcpServers"')
    expect(readFileSync(join(cli.place.project, '.github/copilot-instructions.md'), 'utf8')).toMatch(
      /^# Rules\n\nBe kind\.\n\n<!-- memdir/,
    )
  })

  it.each(SETUP_NAMES)('%s: undo removes the files that init made', (agent) => {
    const before = everything()
    expect(cli.run(['init', agent, '--yes']).code).toBe(0)
    expect(cli.run(['init', agent, '--undo', '--yes']).code).toBe(0)
    expect(everything().project).toEqual(before.project)
    expect(everything().user).toEqual(before.user)
  })

  it('undo and uninstall remove the directories that init made and that are empty; detection takes none of them for an agent', () => {
    const agents = [
      'codex',
      'gemini',
      'opencode',
      'qwen',
      'copilot',
      'cline',
      'cursor',
      'vscode',
      'zed',
      'kiro',
      'devin',
    ]
    const directories = () =>
      [user(), cli.place.project]
        .flatMap((root) =>
          (existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [])
            .filter((entry) => entry.isDirectory() && !entry.parentPath.includes('.git'))
            .map(({ parentPath, name }) => join(parentPath, name)),
        )
        .sort()
    mkdirSync(user('.config'), { recursive: true })
    mkdirSync(join(cli.place.project, '.kiro/steering'), { recursive: true })
    const before = directories()
    for (const agent of agents) cli.run(['init', agent, '--yes'])
    expect(directories().length).toBeGreaterThan(before.length + agents.length)
    writeFileSync(join(cli.place.project, '.cursor/mine'), '')
    for (const agent of agents) cli.run(['init', agent, '--undo', '--yes'])
    expect(directories()).toEqual([...before, join(cli.place.project, '.cursor')].sort())
    rmSync(join(cli.place.project, '.cursor'), { recursive: true })
    for (const agent of agents) cli.run(['init', agent, '--yes'])
    cli.run(['uninstall', '--yes'])
    expect(directories()).toEqual(before)
    mkdirSync(user('.cline/data/settings'), { recursive: true })
    expect(cli.json(['init'], { env: { PATH: '/nonexistent' } }).data.agents).toEqual([])
  })

  it('writes into files of the project what works on other machines too, or says that it does not', () => {
    const mcp = () => JSON.parse(readFileSync(join(cli.place.project, '.cursor/mcp.json'), 'utf8')).mcpServers
    const here = cli.run(['init', 'cursor', '--yes'], { env: { PATH: join(process.execPath, '..') } })
    expect(here.out).toContain('of this machine only')
    expect(mcp().memdir.args).toEqual([join(cli.place.home, 'memdir-hook'), 'mcp'])
    mkdirSync(cli.below('bin'))
    writeFileSync(cli.below('bin/memdir'), '', { mode: 0o755 })
    const portable = cli.run(['init', 'cursor', '--yes'], { env: { PATH: cli.below('bin') } })
    expect(portable.out).not.toContain('of this machine only')
    expect(mcp()).toEqual({ memdir: { command: 'memdir', args: ['mcp'] } })
  })

  it('refuses a file that it cannot edit safely, with the lines to add by hand', () => {
    populate()
    writeFileSync(user('.codex/config.toml'), 'mcp_servers = { x = { command = "y" } }\n')
    const before = everything()
    const { code, err } = cli.run(['init', 'codex', '--yes'])
    expect(code).toBe(1)
    expect(err).toMatch(/^ {2}memdir = \{ command = ".*", args = \[".*memdir-hook", "mcp"\] \}$/m)
    expect(err).toContain('it was not changed')
    expect(everything()).toEqual(before)
    // What the lines start is there, and starts.
    const starter = join(cli.place.home, 'memdir-hook')
    expect(
      spawnSync('sh', [starter, 'mcp'], { env: cli.place.env as NodeJS.ProcessEnv, input: '' }).status,
    ).toBe(0)
    rmSync(starter)
    expect(cli.run(['init', 'codex', '--dry-run']).err).toContain('memdir-hook')
    expect(existsSync(starter)).toBe(false)
    writeFileSync(user('.gemini/settings.json'), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(cli.run(['init', 'gemini', '--yes']).err).toContain('not UTF-8')
    expect(readFileSync(user('.gemini/settings.json'))).toEqual(Buffer.from([0x7b, 0xff, 0x7d]))
  })

  it('names the agent whose file it cannot edit, with the fault and its line', () => {
    populate()
    writeFileSync(user('.gemini/settings.json'), '{\n  // mine\n  "theme": "x",\n}\n')
    writeFileSync(user('.claude/settings.json'), '{\n  "a": 1,\n  "b": 2 // mine\n}\n')
    const { code, err } = cli.run(['init'])
    expect(code).toBe(0)
    expect(err).toMatch(
      /^! Gemini CLI is here too, but .*settings\.json has a comma after the last entry \(line 3\)/m,
    )
    expect(err).toMatch(
      /^! Claude Code is here too, but .* has a comment \(line 3\).*memdir init claude-code$/m,
    )
    expect(cli.run(['init', '--lang', 'zh']).err).toMatch(
      /检测到 Gemini CLI，但 .* 第 3 行：最后一项之后有逗号/,
    )
    const { agents, refused } = cli.json(['init']).data
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names(refused)).toEqual(['claude-code', 'gemini'])
    expect(names(agents)).toContain('codex')
    // JSON that a person can copy.
    const byHand = cli.run(['init', 'gemini', '--yes']).err
    expect(byHand).toMatch(/^ {4}"mcpServers": \{\n {6}"memdir": \{\n {8}"command": /m)
    expect(cli.run(['doctor', '--lang', 'zh']).out).toMatch(/! gemini: .*第 3 行：最后一项之后有逗号/)
  })

  it.each([
    ['{\n "a": 1\n "b": 2\n}', 'is broken JSON (line 3: a comma is missing)'],
    ['{\n "a": [1,\n', 'is broken JSON (line 3: a value is missing)'],
    ['[]', 'has something else than an object at its top (line 1)'],
    ['{\n "mcpServers": []\n}', 'has something else than an object at mcpServers (line 2)'],
    [
      '{\n "hooks": { "SessionStart": {} }\n}',
      'has something else than a list at hooks.SessionStart (line 2)',
    ],
    ['\ufeff{}', 'has a byte order mark (line 1)'],
  ])('says what is wrong with %j', (text, said) => {
    populate()
    writeFileSync(user('.gemini/settings.json'), text)
    expect(cli.run(['init', 'gemini', '--yes']).err).toContain(said)
    expect(readFileSync(user('.gemini/settings.json'), 'utf8')).toBe(text)
  })

  it('puts nothing in the place of what it cannot read', () => {
    const directory = join(cli.place.root, 'user', '.gemini')
    const path = join(directory, 'settings.json')
    mkdirSync(directory, { recursive: true })
    for (const target of ['settings.json', join(cli.place.root, 'not-mounted.json')]) {
      symlinkSync(target, path)
      const refused = cli.run(['init', 'gemini', '--yes'])
      expect(refused.code).not.toBe(0)
      expect(refused.err).toContain(`${path} cannot be read`)
      expect(readlinkSync(path)).toBe(target)
      rmSync(path)
    }
    mkdirSync(path)
    expect(cli.run(['init', 'gemini', '--yes', '--lang', 'zh']).err).toContain('EISDIR')
  })

  it('asks Codex itself before anything is written', () => {
    populate()
    mkdirSync(cli.below('bin'))
    const fake =
      '#!/bin/sh\ncat "$CODEX_HOME/config.toml" >> "$ASKED"\n! grep -q memdir "$CODEX_HOME/config.toml"\n'
    writeFileSync(cli.below('bin/codex'), fake, { mode: 0o755 })
    const env = {
      PATH: `${cli.below('bin')}:/usr/bin:/bin:${join(process.execPath, '..')}`,
      ASKED: cli.below('asked'),
    }
    const before = everything()
    const refused = cli.run(['init', 'codex', '--yes'], { env })
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('could not read its configuration'),
    ])
    expect(everything()).toEqual(before)
    expect(readFileSync(env.ASKED, 'utf8')).toContain('[mcp_servers.memdir]')
    writeFileSync(cli.below('bin/codex'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    expect(cli.run(['init', 'codex', '--yes'], { env }).code).toBe(0)
    expect(everything()).not.toEqual(before)
  })

  it('says why Codex was not asked', () => {
    populate()
    const init = (path: string, language = 'en') => {
      const env = { PATH: `${path}:/usr/bin:/bin` }
      return cli.run(['init', 'codex', '--dry-run', '--lang', language], { env }).out
    }
    expect(init('/nonexistent')).toContain('Codex CLI is not on the PATH, so it was not asked')
    expect(init('/nonexistent', 'zh')).toContain('Codex CLI 不在 PATH 中')
    mkdirSync(cli.below('bin'))
    writeFileSync(cli.below('bin/codex'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(init(cli.below('bin'))).toContain('cannot read its configuration as it is now')
    writeFileSync(cli.below('bin/codex'), '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
    expect(init(cli.below('bin'))).toContain('and did not answer')
  })

  it('says that there is nothing to undo', () => {
    const { code, out } = cli.run(['init', 'zed', '--undo'])
    expect([code, out]).toEqual([0, 'memdir is not in Zed: there is nothing to undo.\n'])
    expect(cli.run(['init', 'zed', '--undo', '--lang', 'zh']).out).toContain('没有可撤销的内容')
    expect(cli.json(['init', 'zed', '--undo']).data).toMatchObject({ changed: false })
  })

  it('without a name lists the agents that are here, with the commands', () => {
    mkdirSync(user('.qwen'), { recursive: true })
    writeFileSync(user('.qwen/installation_id'), 'x')
    mkdirSync(cli.below('bin'))
    writeFileSync(cli.below('bin/copilot'), '', { mode: 0o755 })
    const env = { PATH: cli.below('bin') }
    const listed = cli.json(['init'], { env }).data.agents
    expect(listed).toEqual([
      { name: 'qwen', title: 'Qwen Code', command: 'memdir init qwen' },
      { name: 'copilot', title: 'Copilot CLI', command: 'memdir init copilot' },
    ])
    expect(cli.run(['init'], { env }).out).toMatch(/Qwen Code is here too: {2}memdir init qwen\nCopilot CLI/)
  })

  it('without a name offers them one by one to a person at a terminal', async () => {
    mkdirSync(user('.qwen'), { recursive: true })
    writeFileSync(user('.qwen/installation_id'), 'x')
    mkdirSync(user('.copilot'), { recursive: true })
    writeFileSync(user('.copilot/installation_id'), 'x')
    const terminal = inTerminal(cli.place, ['init'], { env: { PATH: '/usr/bin:/bin' } })
    await terminal.said('settings.json')
    await terminal.said('Make these changes?')
    terminal.type('n\r')
    await terminal.said('mcp-config.json')
    await terminal.said('Make these changes?')
    terminal.type('y\r')
    await terminal.end
    expect(existsSync(user('.qwen/settings.json'))).toBe(false)
    expect(readFileSync(user('.copilot/mcp-config.json'), 'utf8')).toContain('"memdir"')
  })

  it('refuses agents that it does not know', () => {
    expect(cli.run(['init', 'emacs']).err).toContain('claude-code')
    expect(cli.run(['init', 'claude']).err).toContain('Did you mean claude-code?')
    expect(cli.run(['init', 'claude', '--lang', 'zh']).err).toContain('您是否指 claude-code？')
  })
})

describe('memory shared with Claude Code', () => {
  const claudeDirectory = () =>
    user('.claude/projects', cli.place.project.replace(/[^A-Za-z0-9]/g, '-'), 'memory')

  it('what is copied keeps its time, so that lists keep their order', () => {
    cli.run(['rm', cli.add('Makes the directory').id, '--yes'])
    // Files that say nothing of time themselves, as people and other programs write them.
    const files = ['c.md', 'a.md', 'b.md']
    files.forEach((file, at) => {
      writeFileSync(join(cli.memory, file), `---\nname: ${file}\n---\nSaid in ${file}\n`)
      const time = new Date(Date.now() - (at + 1) * 3_600_000)
      utimesSync(join(cli.memory, file), time, time)
    })
    const listed = () => cli.json(['list']).data.memories.map(({ file }: { file: string }) => file)
    expect(listed()).toEqual(files)
    cli.run(['init', 'claude-code', '--yes'])
    expect(cli.run(['path']).out.trim()).toBe(claudeDirectory())
    expect(listed()).toEqual(files)
  })

  it('uses Claude’s own directory: one index, and what was there before comes along', () => {
    populate()
    cli.add('Remembered before the agent was set up')
    mkdirSync(claudeDirectory(), { recursive: true })
    writeFileSync(join(claudeDirectory(), 'theirs.md'), '---\nname: theirs\n---\nWritten by Claude\n')
    expect(cli.run(['init', 'claude-code', '--dry-run']).out).toContain('1 memory is copied to it')
    expect(cli.run(['init', 'claude-code', '--dry-run', '--lang', 'zh']).out).toContain('将复制 1 条记忆')
    const { data } = cli.json(['init', 'claude-code', '--yes'])
    expect(data).toMatchObject({ memory: claudeDirectory(), copied: 1 })
    expect(cli.run(['init', 'claude-code', '--dry-run']).out).not.toContain('copied')
    expect(cli.run(['path']).out.trim()).toBe(claudeDirectory())
    expect(cli.json(['list']).data.total).toBe(2)
    expect(readFileSync(join(claudeDirectory(), 'MEMORY.md'), 'utf8')).toContain('remembered_before')
    const stays = cli.run(['init', 'claude-code', '--undo', '--yes']).out
    expect(stays).toContain(`The memories of this project stay in ${claudeDirectory()}`)
    expect(cli.run(['path']).out.trim()).toBe(claudeDirectory())
    cli.run(['init', 'claude-code', '--undo', '--memory', 'own', '--yes'])
    expect(cli.run(['path']).out).toContain(cli.place.home)
  })

  it('undo brings back what was written in the meantime, by whom it was, and says so', () => {
    populate()
    cli.add('Deploys go out on Tuesdays')
    const { file: gone } = cli.add('The staging cluster is called heron')
    const { file: edited } = cli.add('Reports are written in Danish')
    cli.run(['init', 'claude-code', '--yes'])
    cli.json(['add', 'Invoices are numbered by year'], { env: { CLAUDECODE: '1' } })
    cli.run(['rm', gone, '--yes'])
    const path = join(claudeDirectory(), edited)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Danish', 'Finnish'))
    const dry = cli.run(['init', 'claude-code', '--undo', '--memory', 'own', '--dry-run'])
    expect(dry.out).toContain(`2 memories written since then are copied to it from ${claudeDirectory()}`)
    expect(dry.out).toContain(`still in memdir’s directory: ${gone}`)
    expect(cli.run(['path']).out.trim()).toBe(claudeDirectory())
    const undone = cli.run(['init', 'claude-code', '--undo', '--memory', 'own', '--yes'])
    expect(undone.out).toContain('No memory was removed')
    expect(cli.run(['path']).out).toContain(cli.place.home)
    expect(cli.json(['list']).data.total).toBe(4)
    expect(cli.run(['show', edited]).out).toContain('Finnish')
    const { changes } = cli.json(['log']).data
    const copied = changes.filter((change: { reason?: string }) => change.reason?.startsWith('copied from'))
    // All of them are one change, which is undone at once; each keeps its author.
    expect(copied).toHaveLength(1)
    const authors = copied[0].changes.map((change: { actor: string }) => change.actor)
    expect(authors.sort()).toEqual(['claude-code', 'user'])
  })

  it('uninstall leaves no cache behind that it writes at its own end, and with --memories nothing', () => {
    cli.add('Deploys go out on Tuesdays')
    const env = { MEMDIR_CODE_CACHE: '' }
    const code = join(cli.place.home, 'code')
    const run = (...args: string[]) => startMemdir(cli.place, args, { env }).code
    expect([run('list'), existsSync(code)]).toEqual([0, true])
    expect([run('uninstall', '--yes'), existsSync(code)]).toEqual([0, false])
    expect([run('uninstall', '--memories', '--yes'), existsSync(cli.place.home)]).toEqual([0, false])
  })

  it('uninstall says where memories stay that are not in memdir’s home, even with --memories', () => {
    populate()
    cli.run(['init', 'claude-code', '--yes'])
    cli.add('Deploys go out on Tuesdays')
    const [, forgets, uninstalled] = [['--dry-run'], ['--memories', '--dry-run'], ['--yes']].map((more) => {
      const { out } = cli.run(['uninstall', ...more])
      expect(out).toContain(`kept: ${claudeDirectory()} (1 memory)`)
      return out
    })
    expect(cli.json(['list']).data.total).toBe(1)
    // Without the list of projects memdir does not know of it.
    expect(forgets).not.toContain('memdir init claude-code --undo')
    expect(uninstalled).toContain(`The memories of ${cli.place.project} stay in the directory of an agent`)
    const zh = cli.run(['uninstall', '--dry-run', '--lang', 'zh']).out
    expect(zh).toContain('请在项目中运行：memdir init claude-code --undo --memory own')
    expect(zh).toMatch(/仅作展示：未作任何更改。\n$/)
    expect(forgets).toMatch(/Only shown: nothing was changed\.\n$/)
    expect(cli.run(['init', 'claude-code', '--undo', '--memory', 'own', '--yes']).code).toBe(0)
    expect(cli.run(['path']).out).toContain(cli.place.home)
    expect(cli.json(['list']).data.total).toBe(1)
  })

  it('or moves Claude’s memories to memdir’s directory and switches Claude’s own off', () => {
    populate()
    mkdirSync(claudeDirectory(), { recursive: true })
    writeFileSync(join(claudeDirectory(), 'theirs.md'), '---\nname: theirs\n---\nWritten by Claude\n')
    const { data } = cli.json(['init', 'claude-code', '--memory', 'own', '--yes'])
    expect(data.copied).toBe(1)
    expect(cli.run(['path']).out).toContain(cli.place.home)
    const local = JSON.parse(readFileSync(join(cli.place.project, '.claude/settings.local.json'), 'utf8'))
    expect(local.autoMemoryEnabled).toBe(false)
    expect(cli.json(['list']).data.total).toBe(1)
    expect(cli.json(['status']).data.on ?? true).toBe(true)
  })

  describe('a second agent with a directory of its own', () => {
    const local = () => join(cli.place.project, '.claude/settings.local.json')
    const qwenDirectory = () =>
      user('.qwen/projects', cli.place.project.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
    const setUp = () => {
      populate()
      cli.run(['init', 'qwen', '--yes'])
      cli.add('Deploys go out on Tuesdays')
      mkdirSync(claudeDirectory(), { recursive: true })
      writeFileSync(join(claudeDirectory(), 'theirs.md'), '---\nname: theirs\n---\nWritten by Claude\n')
    }

    it('is told where the project’s is, with its memories, and as before when it is taken out', () => {
      setUp()
      const plain = cli.run(['init', 'claude-code', '--yes']).out
      expect(plain).toContain('memdir init claude-code --memory project')
      expect(existsSync(local())).toBe(false)
      expect(
        cli.run(['init', 'claude-code', '--memory', 'project', '--dry-run', '--lang', 'zh']).out,
      ).toContain('将 Claude Code 的 1 条记忆复制到该目录')
      const { data } = cli.json(['init', 'claude-code', '--memory', 'project', '--yes'])
      expect(data).toMatchObject({ memory: qwenDirectory(), copied: 1, changed: true })
      expect(JSON.parse(readFileSync(local(), 'utf8'))).toEqual({ autoMemoryDirectory: qwenDirectory() })
      expect(cli.json(['list']).data.total).toBe(2)
      expect(cli.run(['doctor']).out).toContain(
        `Claude Code keeps its memories of this project in the project’s directory: ${qwenDirectory()}`,
      )
      expect(cli.json(['init', 'claude-code', '--yes']).data.changed).toBe(false)
      cli.run(['init', 'claude-code', '--undo', '--yes'])
      expect(existsSync(local())).toBe(false)
      expect(cli.run(['path']).out.trim()).toBe(qwenDirectory())
    })

    it('is switched on again where memdir had switched it off, and off again', () => {
      setUp()
      cli.run(['init', 'claude-code', '--memory', 'own', '--yes'])
      const own = cli.run(['path']).out.trim()
      cli.run(['init', 'claude-code', '--memory', 'project', '--yes'])
      expect(JSON.parse(readFileSync(local(), 'utf8'))).toEqual({
        autoMemoryEnabled: true,
        autoMemoryDirectory: own,
      })
      cli.run(['init', 'claude-code', '--memory', 'share', '--yes'])
      expect(existsSync(local())).toBe(false)
      expect(cli.run(['path']).out.trim()).toBe(claudeDirectory())
    })

    it('is told nothing any more after an uninstall, from wherever', () => {
      setUp()
      cli.run(['init', 'claude-code', '--memory', 'project', '--yes'])
      expect(cli.run(['uninstall', '--yes'], { cwd: user() }).code).toBe(0)
      expect(existsSync(local())).toBe(false)
    })

    it('keeps a directory that the person named themselves', () => {
      setUp()
      mkdirSync(join(local(), '..'))
      const before = '{\n  "autoMemoryDirectory": "/srv/of/mine"\n}\n'
      writeFileSync(local(), before)
      cli.run(['init', 'claude-code', '--memory', 'project', '--yes'])
      expect(readFileSync(local(), 'utf8')).toContain(qwenDirectory())
      cli.run(['init', 'claude-code', '--undo', '--yes'])
      expect(readFileSync(local(), 'utf8')).toBe(before)
      cli.run(['init', 'claude-code', '--undo', '--yes'])
      expect(readFileSync(local(), 'utf8')).toBe(before)
    })

    it('is offered to a person at a terminal; Qwen Code cannot be told', async () => {
      setUp()
      const terminal = inTerminal(cli.place, ['init', 'claude-code'])
      await terminal.said('Let Claude Code use the project’s directory')
      terminal.type('y\r')
      await terminal.said('settings.local.json')
      await terminal.said('Make these changes?')
      terminal.type('y\r')
      await terminal.said('Show a line in the agent')
      terminal.type('n\r')
      await terminal.end
      expect(readFileSync(local(), 'utf8')).toContain(qwenDirectory())
      const refused = cli.run(['init', 'qwen', '--memory', 'project', '--yes'])
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('cannot be told')])
    })
  })
})

describe('hooks whose program is of no use', () => {
  const runCommand = (command: string, event: string) =>
    spawnSync('sh', ['-c', command], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '0.3' },
      input: JSON.stringify({ hook_event_name: event, session_id: 's1' }),
      encoding: 'utf8',
      timeout: 20_000,
    })
  const quiet = { status: 0, stderr: '', stdout: '' }
  const says = (text: string) => ({
    ...quiet,
    stdout: expect.stringMatching(new RegExp(`^\\{"systemMessage":"[^\n]*${text}[^\n]*"\\}\n$`)),
  })
  /** What `init` wrote, for a program at another place, and the plugin's launcher, which looks there too. */
  const commands = (agent: string, file: string, elsewhere: string) => {
    cli.run(['init', agent, '--yes'])
    const { hooks } = JSON.parse(readFileSync(user(file), 'utf8'))
    const command = String(hooks.SessionStart[0].hooks[0].command)
    const script = join(cli.place.home, 'memdir-hook')
    const text = readFileSync(script, 'utf8')
    const bin = /"([^"]*)\/hook\.js"/.exec(text)?.[1] ?? ''
    writeFileSync(script, text.replaceAll(bin, elsewhere))
    writeFileSync(join(cli.place.home, 'install.json'), JSON.stringify({ v: 1, bin: elsewhere }))
    cpSync(new URL('../../plugins/memdir', import.meta.url), cli.below('copy'), { recursive: true })
    return [command, `exec "${process.execPath}" "${cli.below('copy')}/run.cjs" hook`]
  }

  it.each([
    ['codex', '.codex/hooks.json', 'Stop'],
    ['gemini', '.gemini/settings.json', 'BeforeAgent'],
    ['qwen', '.qwen/settings.json', 'UserPromptSubmit'],
  ])(
    'in %s tell the person when a conversation starts, say nothing afterwards, and never fail',
    (agent, file, later) => {
      const place = cli.below('elsewhere')
      mkdirSync(place)
      const program = join(place, 'hook.js')
      // The launcher is the same for all.
      const both = commands(agent, file, place).slice(0, agent === 'codex' ? 2 : 1)
      const expectTold = (text: string) => {
        for (const command of both) {
          expect(runCommand(command, 'SessionStart')).toMatchObject(says(text))
          expect(runCommand(command, later)).toMatchObject(quiet)
        }
      }
      expectTold('memdir is not installed')
      writeFileSync(program, '\0 not a program (')
      expectTold('memdir cannot be started')
      writeFileSync(program, 'setInterval(() => {}, 1_000)')
      expectTold('memdir does not answer')
    },
  )

  it('are silent where nothing of memdir is there any more', () => {
    const [command = ''] = commands('gemini', '.gemini/settings.json', cli.below('nowhere'))
    rmSync(cli.place.home, { recursive: true })
    expect(runCommand(command, 'SessionStart')).toMatchObject(quiet)
  })
})

describe('the files of a repository that somebody else made', () => {
  it.each([
    ['vscode', '.github/copilot-instructions.md'],
    ['cursor', '.cursor/mcp.json'],
    ['kiro', '.kiro/steering/memdir.md'],
    ['devin', '.devin/mcp_config.json'],
  ])('%s: init and its undo do not follow %s out of it', (agent, file) => {
    const startup = cli.below('startup')
    writeFileSync(startup, '{}\n')
    const path = join(cli.place.project, file)
    mkdirSync(join(path, '..'), { recursive: true })
    symlinkSync(startup, path)
    for (const more of [['--dry-run'], ['--yes'], ['--undo', '--yes']]) {
      const { code, out, err } = cli.run(['init', agent, ...more])
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`${path} is a symbolic link to ${startup}`)
      expect(err).toContain(`ls -ld ${path}`)
    }
    expect(cli.run(['uninstall', '--dry-run']).err).toContain(`${path} is a symbolic link to ${startup}`)
    expect([readFileSync(startup, 'utf8'), readlinkSync(path)]).toEqual(['{}\n', startup])
  })

  it('a file of one’s own behind a link is shown with where it leads', () => {
    const target = cli.below('dotfiles.json')
    writeFileSync(target, '{}\n')
    mkdirSync(user('.gemini'), { recursive: true })
    symlinkSync(target, user('.gemini/settings.json'))
    expect(cli.run(['init', 'gemini', '--dry-run']).out).toContain(
      `~ ${user('.gemini/settings.json')} → ${target}`,
    )
    expect(cli.json(['init', 'gemini', '--dry-run']).data.edits[0]).toMatchObject({ target })
  })
})

describe('memdir uninstall', () => {
  it('takes everything out but the memories, their history and the settings', () => {
    populate()
    const before = everything()
    for (const agent of SETUP_NAMES.filter((name) => name !== 'claude-code'))
      cli.run(['init', agent, '--yes'])
    cli.add('A memory that stays')
    cli.add('One for all projects', '--everywhere')
    const memory = cli.memory
    cli.run(['config', 'set', 'language', 'en'])
    const everywhere = join(cli.place.home, 'everywhere')
    const planned = cli.run(['uninstall', '--dry-run', '--lang', 'zh']).out
    expect(planned).toContain(`保留：${memory}（1 条记忆）`)
    expect(planned).toContain(`保留：${everywhere}/memory（1 条记忆）`)
    expect(planned).toContain(`保留：${everywhere}/state（1 次历史更改）`)
    const { data } = cli.json(['uninstall', '--yes'])
    expect(data).toMatchObject({ changed: true, failed: [], problems: [] })
    expect(data.kept).toContainEqual({ path: join(everywhere, 'memory'), counts: { memories: 1 } })
    expect(everything().user).toEqual(before.user)
    const left = ['everywhere', 'locks', 'projects', 'projects.json', 'settings.json']
    expect(readdirSync(cli.place.home).sort()).toEqual(left)
    expect(cli.json(['list']).data.total).toBe(2)
    expect(cli.json(['list', '--everywhere']).data.total).toBe(1)
    expect(cli.json(['undo', '--everywhere']).data.undone).toHaveLength(1)
    expect(cli.json(['undo']).data.undone).toHaveLength(1)
  })

  it('cleans the files of every checkout, also of those that it is not started in', () => {
    const other = join(cli.place.root, 'other')
    mkdirSync(join(other, '.git'), { recursive: true })
    cli.run(['init', 'cursor', '--yes'], { cwd: other })
    cli.run(['init', 'vscode', '--yes'])
    expect(Object.keys(snapshot(other))).toContain('.cursor/mcp.json')
    const planned = cli.json(['uninstall', '--dry-run']).data.edits
    expect(planned).toContain(join(other, '.cursor/mcp.json'))
    cli.run(['uninstall', '--yes'])
    expect(readdirSync(other)).toEqual(['.git'])
    expect(snapshot(cli.place.project)).toEqual({})
  })

  it('says which files it leaves alone, and so does doctor, in the language of the person', () => {
    mkdirSync(user('.codex'), { recursive: true })
    writeFileSync(user('.codex', 'config.toml'), '[broken\n')
    const said = cli.run(['uninstall', '--dry-run', '--lang', 'zh']).err
    expect(said).toMatch(/! .*config\.toml[^\n]*未作更改/)
    expect(cli.run(['doctor', '--lang', 'zh']).out).toMatch(/config\.toml[^\n]*未作更改/)
  })

  it('and the memories too, if asked', () => {
    cli.add('A memory that goes')
    expect(cli.run(['uninstall', '--memories', '--yes']).code).toBe(0)
    expect(existsSync(cli.place.home)).toBe(false)
  })
})

describe('memdir doctor', () => {
  it('proves write → recall for each agent that is set up, and says what is missing for the others', () => {
    populate()
    cli.run(['init', 'codex', '--yes'])
    cli.run(['init', 'cursor', '--yes'])
    const { agents } = cli.json(['doctor'], { env: { PATH: `${join(process.execPath, '..')}` } }).data
    const reported = (agent: string) =>
      agents
        .filter((check: { agent: string }) => check.agent === agent)
        .map((check: { check: string; status: string }) => `${check.check} ${check.status}`)
    expect(reported('codex')).toEqual(['installed ok', 'trusted note', 'fires note', 'loop ok'])
    expect(reported('cursor')).toEqual(['installed ok', 'mcp ok'])
    expect(reported('gemini')).toEqual(['installed note'])
    expect(reported('vscode')).toEqual([])
    // Set up in the project: nothing of the editor's need be in the home.
    cli.run(['init', 'vscode', '--yes'])
    rmSync(user('.cursor'), { recursive: true })
    const lines = cli.run(['doctor']).out
    expect(lines).toMatch(/cursor: memdir is in Cursor/)
    expect(lines).toMatch(/vscode: memdir is in VS Code/)
    const hook = JSON.parse(readFileSync(user('.codex/hooks.json'), 'utf8'))
    hook.hooks.SessionStart = []
    writeFileSync(user('.codex/hooks.json'), JSON.stringify(hook))
    const broken = cli.run(['doctor', '--fail-on-hit'], { env: { PATH: '/nonexistent' } })
    expect(broken.code).toBe(1)
    expect(broken.out).toMatch(/codex: .*memdir init codex/)
  })
})

it('the plugin works where a client has copied it: by install.json, by the PATH, or not at all', () => {
  cli.add('Integration tests use a real database, never mocks, because a mocked suite hid a broken migration')
  cpSync(new URL('../../plugins/memdir', import.meta.url), cli.below('copy'), { recursive: true })
  const input = JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    cwd: cli.place.project,
    prompt: 'write integration tests for the database migration',
  })
  const run = (env: Record<string, string | undefined>) =>
    execFileSync(process.execPath, [cli.below('copy', 'run.cjs'), 'hook'], {
      input,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20', ...env },
      encoding: 'utf8',
    })
  expect(run({ PATH: '/nonexistent' })).toBe('')
  populate()
  cli.run(['init', 'codex', '--yes'])
  expect(run({ PATH: '/nonexistent' })).toContain('never mocks')
})
