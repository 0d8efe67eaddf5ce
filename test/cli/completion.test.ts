// The completion scripts. bash runs its own; zsh and fish are not on every machine and are only read.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()

/** What bash offers for the last of these words, with the built command on the PATH. */
function complete(...words: string[]): string[] {
  const script = cli.below('completion.sh')
  if (!existsSync(script)) {
    writeFileSync(script, cli.run(['completion', 'bash']).out)
    mkdirSync(cli.below('bin'))
    writeFileSync(cli.below('bin', 'memdir'), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`)
    chmodSync(cli.below('bin', 'memdir'), 0o755)
  }
  const quoted = ['memdir', ...words].map((word) => `'${word}'`).join(' ')
  const lines = [
    `source '${script}'`,
    'complete -p memdir | grep -q -- "-F _memdir memdir" || echo "not registered"',
    `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _memdir`,
    `for word in "\${COMPREPLY[@]}"; do echo "$word"; done`,
  ]
  const { PATH = '', ...env } = cli.place.env as Record<string, string>
  const out = execFileSync('bash', ['--norc', '-c', lines.join('\n')], {
    encoding: 'utf8',
    cwd: cli.place.project,
    env: { ...env, PATH: `${cli.below('bin')}:${PATH || process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return out.split('\n').filter((line) => line !== '')
}

describe('completion in bash', () => {
  it('knows commands, the options of each, and their choices', () => {
    expect(complete('do')).toEqual(['doctor'])
    expect(complete('help', 'do')).toEqual(['doctor'])
    expect(complete('--json', 'do')).toEqual(['doctor'])
    expect(complete('add', '--imp')).toEqual(['--importance'])
    expect(complete('list', '--fix')).toEqual([])
    expect(complete('doctor', '--fi')).toEqual(['--fix'])
    expect(complete('add', '--type', 'fe')).toEqual(['feedback'])
    expect(complete('add', '-t', 'fe')).toEqual(['feedback'])
    expect(complete('add', '--type', '=', 'fe')).toEqual(['feedback'])
    expect(complete('add', '--kind', 'te')).toEqual(['technical_decision'])
    expect(complete('export', '--format', 'm')).toEqual(['markdown'])
    expect(complete('list', '')).toEqual([])
  })

  it('knows agents, settings, actions and shells', () => {
    expect(complete('init', 'c')).toEqual(['claude-code', 'codex', 'cursor'])
    expect(complete('init', '--yes', 'co')).toEqual(['codex'])
    expect(complete('config', 's')).toEqual(['set'])
    expect(complete('config', 'get', 'recall.maxMem')).toEqual(['recall.maxMemories'])
    expect(complete('config', 'set', 'recall.maxMemories', 'rec')).toEqual([])
    expect(complete('completion', 'z')).toEqual(['zsh'])
    expect(complete('secrets', 'scan', '')).toEqual([])
  })

  it('asks for memories, tags, changes and what is in quarantine', () => {
    const first = cli.add('Deploy on Fridays', '--file', 'deploy.md', '--tags', 'release')
    const second = cli.add('Use tabs', '--file', 'tabs.md')
    const { id: change } = cli.json(['log', 'tabs.md']).data.changes[0]
    expect(complete('show', 'dep')).toEqual(['deploy.md'])
    expect(complete('show', '')).toEqual(
      expect.arrayContaining([first.id, 'deploy.md', second.id, 'tabs.md']),
    )
    expect(complete('show', 'deploy.md', 'ta')).toEqual([])
    expect(complete('rm', 'deploy.md', 'ta')).toEqual(['tabs.md'])
    expect(complete('tag', 'tabs.md', '+r')).toEqual(['+release'])
    expect(complete('undo', change)).toEqual([change])
    cli.json(['add', 'The API is at v2', '--origin', 'web'])
    const held = cli.json(['quarantine']).data.held[0].id
    expect(complete('quarantine', 'confirm', '')).toEqual([held])
    // Of another directory there is nothing.
    mkdirSync(cli.below('elsewhere'))
    expect(complete('show', '-C', cli.below('elsewhere'), 'dep')).toEqual([])
    expect(complete('-C', cli.place.project, 'show', 'dep')).toEqual(['deploy.md'])
  })

  it('runs nothing that a name contains, and says nothing where it fails', () => {
    cli.add('Deploy on Fridays', '--file', 'deploy.md')
    for (const name of ['$(touch ran).md', '`touch ran`.md', 'a b.md', '*.md', "it's.md"])
      writeFileSync(join(cli.memory, name), 'Text.\n')
    expect(complete('show', '').filter((word) => word.endsWith('.md'))).toEqual(['deploy.md'])
    expect(existsSync(join(cli.place.project, 'ran'))).toBe(false)
    writeFileSync(cli.below('bin', 'memdir'), '#!/bin/sh\necho broken >&2\nexit 1\n')
    expect(complete('show', '')).toEqual([])
  })
})

describe('completion in other shells', () => {
  it('is the same function in zsh, and lines of `complete` in fish', () => {
    expect(cli.run(['completion', 'zsh']).out).toMatch(/^#compdef memdir\nautoload -U \+X bashcompinit/)
    const fish = cli.run(['completion', 'fish']).out
    expect(fish).toContain('complete -c memdir -n __fish_use_subcommand -a add ')
    expect(fish).toContain(
      "complete -c memdir -n '__fish_seen_subcommand_from show' -a '(memdir completion memories 2>/dev/null)'",
    )
    expect(fish).toContain(
      "complete -c memdir -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from get set unset' -a 'get set unset'",
    )
    expect(fish).toMatch(/from get set unset' -a '[^']*recall\.maxMemories/)
    expect(fish).toContain("complete -c memdir -n '__fish_seen_subcommand_from import' -F")
  })
})
