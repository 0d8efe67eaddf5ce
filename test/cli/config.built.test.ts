import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { below, git, json, run } = cli

describe('config, on, off', () => {
  it('shows each value and its origin, changes one, and removes it', () => {
    const file = join(cli.place.home, 'settings.json')
    expect(json(['config', 'get', 'recall.maxMemories']).data).toEqual({
      key: 'recall.maxMemories',
      value: 5,
      origin: 'default',
      path: null,
    })
    expect(json(['config', 'set', 'recall.maxMemories', '3']).data).toMatchObject({ value: 3, path: file })
    expect(run(['config', '--changed']).out).toMatch(/recall\.maxMemories +3 +\S+settings\.json/)
    expect(json(['config']).data.settings.length).toBeGreaterThan(30)
    expect(json(['config', 'get', 'recall.max_memories']).data.key).toBe('recall.maxMemories')
    json(['config', 'set', 'recall.maxMemories', '4', '--local'])
    const overruled = run(['config', 'set', 'recall.maxMemories', '6'])
    expect(overruled.err).toMatch(/Another place decides, so the value in force is 4/)
    json(['config', 'unset', 'recall.maxMemories', '--local'])
    json(['config', 'unset', 'recall.maxMemories'])
    const asInstalled = { env: { MEMDIR_BACKGROUND: undefined } }
    expect(run(['config', '--changed'], asInstalled).out).toBe('Everything is at its default.\n')
    const hooks = '{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}'
    expect(run(['config', 'set', 'hooks', hooks, '--in-project']).err).toContain('once you have approved it')
    expect(run(['config', 'unset', 'hooks', '--in-project']).code).toBe(0)
  })

  it('keeps no password of a database, and shows none that somebody wrote into a file', () => {
    const password = 'kX9f2LmQz7Tb'
    const file = join(cli.place.home, 'settings.json')
    const url = `postgres://me:${password}@127.0.0.1:1/db`
    const refused = run(['config', 'set', 'storage.url', url])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('MEMDIR_POSTGRES_PASSWORD')
    expect(refused.out + refused.err).not.toContain(password)
    expect(existsSync(file)).toBe(false)
    mkdirSync(cli.place.home, { recursive: true })
    writeFileSync(file, JSON.stringify({ storage: { backend: 'postgres', url } }))
    const shown = [['config'], ['config', '--json'], ['config', 'get', 'storage.url'], ['storage', '--json']]
    for (const words of shown) {
      const { out, err } = run(words)
      expect(out).toContain('postgres://me')
      expect(out + err).not.toContain(password)
    }
    writeFileSync(file, '{}')
  })

  it('lets no agent set what needs the person’s approval', () => {
    const env = { CLAUDECODE: '1' }
    for (const where of [[], ['--local']]) {
      for (const [key, value] of [
        ['hooks', '{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}'],
        ['models.baseUrl', 'http://127.0.0.1:1'],
        ['autoMemoryDirectory', below('elsewhere', 'memory')],
      ]) {
        expect(run(['config', 'set', key!, value!, ...where], { env }).err).toContain('only a person')
        expect(json(['config', 'get', key!]).data.origin).toBe('default')
      }
    }
    expect(run(['config', 'set', 'recall.maxMemories', '3'], { env }).code).toBe(0)
  })

  it('says in one line which settings are for parts that are not there yet, and fails for none', () => {
    expect(run(['config']).out).not.toContain('team.')
    mkdirSync(cli.place.home)
    writeFileSync(
      join(cli.place.home, 'settings.json'),
      '{"storage": {"metadataDbPath": "x"}, "team": {"sync": true}}',
    )
    const { out, err, code } = run(['config'])
    expect([code, out.includes('team.')]).toEqual([0, false])
    expect(err).toBe(
      'For parts that this version does not have, and without effect: storage.metadataDbPath, team.sync.\n',
    )
    expect(run(['config', '--lang', 'zh']).err).toContain('目前无效：storage.metadataDbPath, team.sync。')
    expect(json(['config']).data.unsupported).toEqual(['storage.metadataDbPath', 'team.sync'])
    for (const args of [['get'], ['set', 'true'], ['unset']]) {
      const [action = '', ...value] = args
      const said = run(['config', action, 'team.sync', ...value])
      expect([said.code, said.err]).toEqual([0, expect.stringContaining('without effect: team.sync.')])
    }
  })

  it('stays usable when the memory directory is refused', () => {
    expect(json(['config', 'set', 'autoMemoryDirectory', 'relative'])).toMatchObject({ code: 2 })
    mkdirSync(cli.place.home)
    writeFileSync(join(cli.place.home, 'settings.json'), '{"autoMemoryDirectory":"/etc"}')
    expect(json(['list'])).toMatchObject({ code: 1, error: { code: 'refused_path' } })
    expect(run(['list', '--lang', 'zh']).err).toMatch(/记忆目录被拒绝：直接位于文件系统根目录下。请在/)
    expect(json(['config', 'get', 'autoMemoryDirectory']).data.value).toBe('/etc')
    json(['config', 'unset', 'autoMemoryDirectory'])
    expect(json(['list']).code).toBe(0)
  })

  it('switches memory for one project without touching a committed file, or for all', () => {
    git(cli.place.project, 'init', '-q')
    expect(run(['off']).out).toMatch(/^Memory is off for .*Nothing was deleted/)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: cli.place.project, encoding: 'utf8' })).toBe(
      '',
    )
    expect(json(['status']).data).toMatchObject({ on: false })
    expect(json(['on']).data).toMatchObject({ on: true })
    const result = json(['off'], { env: { MEMDIR_DISABLE_AUTO_MEMORY: '0' } })
    expect(result).toMatchObject({
      code: 1,
      ok: false,
      error: { message: expect.stringContaining('memory stays on') },
    })
    json(['off', '--all'])
    expect(readFileSync(join(cli.place.home, 'settings.json'), 'utf8')).toContain(
      '"autoMemoryEnabled": false',
    )
  })

  it('says when something is remembered while memory is off', () => {
    run(['off'])
    const result = run(['add', 'Deploys go out on Tuesdays.'])
    expect([result.code, result.out]).toEqual([0, expect.stringContaining('✓ Remembered')])
    expect(result.err).toBe('Memory is off here: agents will not be given it until you run `memdir on`.\n')
    expect(run(['add', '周二发布。', '--lang', 'zh']).err).toContain('此处的记忆已关闭')
    run(['on'])
    expect(run(['add', 'The office is in Hangzhou.']).err).toBe('')
  })

  it('writes through no link that a repository brought along', () => {
    mkdirSync(below('elsewhere'))
    symlinkSync(below('elsewhere'), join(cli.place.project, '.memdir'))
    const set = ['config', 'set', 'recall.maxMemories', '3', '--in-project']
    expect(json(set)).toMatchObject({ code: 1, error: { code: 'refused_path' } })
    expect(json([...set, '--lang', 'zh']).error.message).toMatch(/^未更改 .*符号链接/)
    expect(json(['off']).code).toBe(0)
    expect(readdirSync(below('elsewhere'))).toEqual([])
  })
})

describe('a settings file that is broken', () => {
  const yaml = () => join(cli.place.home, 'config/memory.yaml')
  const breakFiles = () => {
    mkdirSync(join(cli.place.home, 'config'), { recursive: true })
    writeFileSync(yaml(), 'recall:\n  max_memories: 3\n bad\n')
    writeFileSync(join(cli.place.home, 'settings.json'), '{\n  "language": "en",\n}\n')
  }

  it('is reported next to the result of any command: which file, where, and what to do', () => {
    breakFiles()
    const { code, out, err } = run(['list'])
    expect([code, out]).toEqual([0, expect.stringContaining('No memories yet')])
    expect(err.trimEnd().split('\n')).toEqual([
      `! ${yaml()} is ignored: it is not valid YAML at line 3, column 1 (All mapping items must start at the same column). Correct it: until then none of its settings count.`,
      `! ${join(cli.place.home, 'settings.json')} is ignored: it is not valid JSON at line 3, column 1. Correct it: until then none of its settings count.`,
    ])
    expect(run(['list', '--lang', 'zh']).err).toMatch(/被忽略：第 3 行第 1 列处不是有效的 JSON。请修正/)
    const result = json(['list'])
    expect([result.ok, result.err.match(/is ignored/g)]).toEqual([true, ['is ignored', 'is ignored']])
    const piped = run(['config', 'get', 'recall.maxMemories'])
    expect([piped.out, piped.err.match(/is ignored/g)?.length]).toEqual(['5  (default)\n', 2])
  })

  it('is reported once by the commands that report settings anyway, and not by what a shell runs at its start', () => {
    breakFiles()
    run(['add', 'one'])
    for (const args of [['status'], ['doctor'], ['config']]) {
      const { out, err } = run(args)
      expect([args, (out + err).match(/is ignored/g)?.length]).toEqual([args, 2])
    }
    expect(run(['completion', 'bash']).err).toBe('')
  })
})
