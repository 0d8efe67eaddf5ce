import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/registry.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { below, json, run } = cli

describe('help and usage', () => {
  it('has a page for every command, in both languages, each with an example', () => {
    for (const lang of ['en', 'zh']) {
      const overview = run(['--help', '--lang', lang])
      expect(overview.code).toBe(0)
      for (const name of Object.keys(COMMANDS)) expect(overview.out).toContain(`  ${name} `)
    }
    // The pages come from the same process for all commands but one: that is enough to see that it is wired.
    const english = run(['add', '--help'])
    expect(english.out).toMatch(
      /^Usage: memdir add[\s\S]*--importance[\s\S]*--json[\s\S]*Examples:\n {2}memdir add/,
    )
    const chinese = run(['help', 'add'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(chinese.out).toMatch(/^用法：memdir add[\s\S]*示例：\n {2}memdir add/)
  })

  it('says of add what it merges and what it supersedes, as it is', () => {
    const { out } = run(['add', '--help'])
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /A text that a memory of the same kind says already is merged .* plainly corrects a memory takes its place/,
    )
    const chinese = run(['add', '--help', '--lang', 'zh']).out
    expect(chinese.replace(/\s+/g, '')).toContain('已有相同文本则合并')
    expect(out + chinese).not.toContain('0.85')
  })

  it('prints help as a document with --json', () => {
    expect(json(['list', '--help']).data.help).toContain('Usage: memdir list')
    expect(json(['help', 'add']).data.help).toContain('memdir add')
  })

  it.each([
    [['nosuch'], 'unknown command "nosuch"'],
    [['help', 'nosuch'], 'unknown command "nosuch"'],
    [['lst'], 'unknown command "lst"'],
    [['list', '--nosuch'], 'unknown option --nosuch'],
    [['list', 'word'], 'unexpected argument "word"'],
    [['list', '--limit'], '--limit needs a value'],
    [['-C'], '-C needs a value'],
    [['--lang'], '--lang needs a value'],
    [
      ['completion', 'powershell'],
      'there is no completion for the shell "powershell". Choose bash, zsh or fish',
    ],
    [['config', 'foo'], 'unknown subcommand "config foo"'],
    [['sandbox', 'check', '--tool', 'Write'], 'sandbox check --tool Write needs --path'],
    [
      ['list', '--limit', 'x'],
      '--limit must be a number from 0 to 1000000000, not "x". For example: --limit 10.',
    ],
    [['list', '--limit', '--all'], '--limit needs a value'],
    [['list', '--all=yes'], '--all takes no value'],
    [['list', '--limit', '-1'], '--limit must be a number from 0 to 1000000000, not "-1"'],
    [['list', '--limit', 'x'], '--limit must be a number from 0 to 1000000000, not "x"'],
    [['list', '--type', 'nosuch'], 'unknown type "nosuch"'],
    [['list', '--lang', 'fr'], 'invalid value "fr" for --lang'],
    [['list', '--project', '/no/where'], 'no such directory: /no/where'],
    [['add', 'x', '--importance', '9'], '--importance must be a number from 1 to 5, not "9"'],
    [['add', 'x', '--expires', '2027-02-30'], 'invalid time "2027-02-30"'],
    [['add', 'x', '--expires', '2020-01-01'], '"2020-01-01" is in the past'],
    [['add'], 'no text given. Give the text, or pipe it in; text that starts with "-"'],
    [['add', '-dash'], 'no text given. Give the text, or pipe it in; text that starts with "-"'],
    [['add', 'x', '--tag', 'a'], 'unknown option --tag. Did you mean --tags? Run `memdir add --help`.'],
    [['list', '-x'], 'unknown option -x. Run `memdir list --help`; text that starts with "-" goes after'],
    [['show'], 'missing argument: the id or file name of a memory'],
    [['rm'], 'missing argument: the id or file name of a memory'],
    [['completion', 'tcsh'], 'there is no completion for the shell "tcsh"'],
    [['config', 'set', 'recall.maxMemories'], 'config set needs a value'],
    [['config', 'set', 'recall.maxMemories', '99'], 'recall.maxMemories must be a number from 0 to 20'],
    [['config', 'set', 'nosuch', '1'], 'unknown setting "nosuch". See `memdir config` for all names.'],
    [['config', 'set', 'retention', '{"bogus":"x"}'], 'retention must not contain "bogus"; known are'],
    [['config', 'set', 'retention', '{"fact":"x"}'], 'retention must give "fact" a number from 1 to 36500'],
    [
      ['config', 'set', 'spend.caps', '{"daily":1}'],
      'spend.caps.daily: known are perTurn, perDay, perProject, background',
    ],
    [['config', 'set', 'spend.prices', '{"m":{"input":1}}'], 'spend.prices.m: "output" is missing'],
    [['projects', 'nosuch'], 'unknown subcommand "projects nosuch"'],
  ] as [string[], string][])('%j is a usage error: exit 2 and one line', (args, message) => {
    const { code, out, err } = run(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^memdir: [^\n]+[.?] [A-Z`"][^\n]+\.\n$/)
    expect(err).toContain(`memdir: ${message}`)
    expect(existsSync(join(cli.place.home, 'projects.json'))).toBe(false)
  })

  it('reports errors as one document with --json', () => {
    const result = json(['list', '--limit', 'x'])
    expect(result).toMatchObject({ code: 2, ok: false, error: { code: 'usage' } })
    expect(Object.keys(result.error)).toEqual(['code', 'message', 'fix'])
    expect(json(['nosuch'])).toMatchObject({ code: 2, error: { code: 'usage' } })
    expect(json(['list', '--nosuch'])).toMatchObject({ code: 2, error: { code: 'usage' } })
  })

  it('says what is not there with exit 1', () => {
    expect(json(['show', 'nope'])).toMatchObject({ code: 1, error: { code: 'not_found' } })
    expect(json(['undo'])).toMatchObject({ code: 1, error: { code: 'not_found' } })
    expect(json(['diff'])).toMatchObject({ code: 1, error: { code: 'not_found' } })
    expect(json(['projects', 'link', '/no/where'])).toMatchObject({ code: 1, error: { code: 'not_found' } })
  })

  it('speaks Chinese by locale, flag or setting, in errors too', () => {
    expect(run(['show', 'nope'], { env: { LANG: 'zh_CN.UTF-8' } }).err).toBe(
      'memdir: 没有记忆“nope”。`memdir list` 列出编号和文件名；`memdir search 词语` 按内容查找。\n',
    )
    run(['config', 'set', 'language', 'zh'])
    expect(run(['list']).out).toContain('还没有记忆')
    expect(run(['list', '--nosuch']).err).toMatch(/未知选项 --nosuch。请运行/)
    expect(run(['add', 'x', '--tag', 'a']).err).toMatch(/未知选项 --tag。您是否想用 --tags？请运行/)
    expect(run(['config', 'set', 'spend.caps', '{"daily":1}']).err).toContain('spend.caps.daily：可用的有')
    expect(run(['list', '--lang', 'en']).out).toContain('No memories yet')
  })

  it('takes the common options before the command as well', () => {
    mkdirSync(below('other'))
    expect(JSON.parse(run(['--json', '-C', below('other'), 'path']).out).data.path).toContain('other')
  })

  it('does not blame itself for what the machine refuses', () => {
    mkdirSync(cli.place.home)
    mkdirSync(join(cli.place.home, 'settings.json'))
    const result = json(['config', 'set', 'language', 'zh'])
    expect(result).toMatchObject({ code: 1, ok: false, error: { code: 'io' } })
    expect(result.error.fix).not.toContain('fault in memdir')
  })

  it('prints its version', () => {
    expect(run(['--version']).out).toMatch(/^memdir \d+\.\d+\.\d+\n$/)
  })
})

describe('names that were mistyped, and Chinese', () => {
  it.each([
    ['serach', 'search'],
    ['lits', 'list'],
    ['recal', 'recall'],
    ['docter', 'doctor'],
  ])('%s: did you mean %s', (given, meant) => {
    expect(run([given]).err).toContain(`Did you mean \`memdir ${meant}\`?`)
    expect(run([given, '--lang', 'zh']).err).toContain(`您是否想运行 \`memdir ${meant}\``)
  })

  it('an unlike name is not guessed at', () => {
    expect(run(['xyzzy']).err).not.toContain('Did you mean')
  })

  it('jobs, the sandbox and the example of search speak Chinese', () => {
    cli.takeModels()
    run(['add', '发布前先在预发环境跑一遍回归'])
    expect(run(['jobs', 'run', '--lang', 'zh']).out).toMatch(/^(?:开始 +用时 +任务|已有任务在运行)/)
    expect(run(['jobs', '--lang', 'zh']).out).toContain('命令')
    expect(run(['search', '--lang', 'zh']).err).toContain('memdir search 怎么部署')
    const check = (command: string) =>
      run(['sandbox', 'check', '--tool', 'Bash', '--command', command, '--lang', 'zh']).out
    expect(check('ls -l')).toContain('允许：已确认该命令只读')
    for (const line of [
      'rm x',
      'git log',
      'ls > x',
      'echo $HOME',
      'python3 x.py',
      'ls --nonsense',
      'cat',
      'sed -i s/a/b/ x',
    ])
      expect(check(line), line).not.toMatch(/[：:].*\b(?:it|is|the|not|a)\b/)
  })
})
