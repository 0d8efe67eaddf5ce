// The completion scripts, run by the shells they are for. zsh and fish are not on every machine: where one is missing,
// its test is skipped and its script is only read.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()

/** The script of a shell, and the built command to be put on its PATH. */
function install(shell: string): string {
  const script = cli.below(`completion.${shell}`)
  if (existsSync(script)) return script
  writeFileSync(script, cli.run(['completion', shell]).out)
  mkdirSync(cli.below('bin'), { recursive: true })
  writeFileSync(cli.below('bin', 'memdir'), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`)
  chmodSync(cli.below('bin', 'memdir'), 0o755)
  return script
}

function runShell(shell: string, args: string[]): string[] {
  const { PATH = '', ...env } = cli.place.env as Record<string, string>
  const out = execFileSync(shell, args, {
    encoding: 'utf8',
    cwd: cli.place.project,
    env: { ...env, PATH: `${cli.below('bin')}:${PATH || process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  return out.split('\n').filter((line) => line !== '')
}

function isMissing(shell: string): boolean {
  return spawnSync(shell, ['--version']).status !== 0
}

/** What bash offers for the last of these words. */
function complete(...words: string[]): string[] {
  const script = install('bash')
  const quoted = ['memdir', ...words].map((word) => `'${word}'`).join(' ')
  const lines = [
    `source '${script}'`,
    'complete -p memdir | grep -q -- "-F _memdir memdir" || echo "not registered"',
    `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _memdir`,
    `for word in "\${COMPREPLY[@]}"; do echo "$word"; done`,
  ]
  return runShell('bash', ['--norc', '-c', lines.join('\n')])
}

/** An interactive zsh on a terminal of its own: types each line and a tab, and prints what the line is then. */
const ZSH = String.raw`
zmodload zsh/zpty
zpty shell zsh -f -i
typed() { zpty -w -n shell "$1" }
await() { local text=; while ! [[ $text == *$1* ]]; do zpty -r shell line || return 1; text+=$line; done; print -r -- "$text" }
typed "PS1=; stty -echo; autoload -U compinit; compinit -u -d $1; source $2; show() { print -r -- \"=<\$BUFFER>=\"; BUFFER=; }; zle -N show; bindkey '^X' show; print REA''DY"$'\n'
await READY >/dev/null
shift 2
for words in "$@"; do
  typed "$words"$'\t\x18'
  await '>=' | tr -d '\r' | grep -o '=<.*>='
done
zpty -d shell
`

/** The lines after a tab at the end of each. */
function completeInZsh(...lines: string[]): string[] {
  const script = install('zsh')
  const given = [cli.below('.zcompdump'), script, ...lines]
  return runShell('zsh', ['-f', '-c', ZSH, 'zsh', ...given]).map((line) => line.slice(2, -2).trimEnd())
}

/** What fish offers, without descriptions. */
function completeInFish(line: string): string[] {
  const commands = `source '${install('fish')}'; complete -C '${line}'`
  return runShell('fish', ['--no-config', '-c', commands]).map((offer) => offer.split('\t')[0] ?? '')
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
    expect(complete('init', 'c')).toEqual(['claude-code', 'codex', 'copilot', 'cline', 'cursor'])
    expect(complete('init', '--yes', 'cod')).toEqual(['codex'])
    expect(complete('config', 's')).toEqual(['set'])
    expect(complete('config', 'get', 'recall.maxMem')).toEqual(['recall.maxMemories'])
    expect(complete('config', 'set', 'recall.maxMemories', 'rec')).toEqual([])
    expect(complete('completion', 'z')).toEqual(['zsh'])
    expect(complete('secrets', 'scan', '')).toEqual([])
  })

  it('asks for memories, tags, changes and what is in the inbox', () => {
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
    const held = cli.json(['inbox']).data.quarantine[0].id
    expect(complete('inbox', 'accept', '')).toEqual([held])
    // There is nothing of another directory.
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
  it.skipIf(isMissing('zsh'))('is run by zsh', () => {
    const lines = ['memdir doc', 'memdir add --imp', 'memdir config get recall.maxM', 'memdir add --type fe']
    expect(completeInZsh(...lines)).toEqual([
      'memdir doctor',
      'memdir add --importance',
      'memdir config get recall.maxMemories',
      'memdir add --type feedback',
    ])
  })

  it.skipIf(isMissing('fish'))('is run by fish', () => {
    const { id, file } = cli.add('Deploys happen on Tuesdays')
    expect(completeInFish('memdir doc')).toEqual(['doctor'])
    expect(completeInFish('memdir add --imp')).toEqual(['--importance'])
    expect(completeInFish('memdir config get recall.maxM')).toEqual(['recall.maxMemories'])
    expect(completeInFish('memdir show ').sort()).toEqual([id, file].sort())
  })

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
