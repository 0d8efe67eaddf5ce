import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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
    expect(json(['config']).data.settings.length).toBeGreaterThan(50)
    json(['config', 'set', 'recall.maxMemories', '4', '--local'])
    const overruled = run(['config', 'set', 'recall.maxMemories', '6'])
    expect(overruled.err).toMatch(/Another place decides, so the value in force is 4/)
    json(['config', 'unset', 'recall.maxMemories', '--local'])
    json(['config', 'unset', 'recall.maxMemories'])
    const asInstalled = { env: { MEMDIR_BACKGROUND: undefined } }
    expect(run(['config', '--changed'], asInstalled).out).toBe('Everything is at its default.\n')
    const hooks = '{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}'
    expect(run(['config', 'set', 'hooks', hooks, '--in-project']).err).toContain('not trusted yet')
    expect(run(['config', 'unset', 'hooks', '--in-project']).code).toBe(0)
    expect(run(['config', 'set', 'dream.hours', '5', '--local']).err).toContain('nothing in this version')
    expect(run(['config', 'unset', 'dream.hours', '--local']).code).toBe(0)
    expect(run(['config']).out).toMatch(/dream\.hours .*\(not used yet\)/)
    expect(run(['config']).out).not.toMatch(/recall\.enabled .*\(not used yet\)/)
    expect(json(['config', 'set', 'storage.backend', 'chroma', '--in-project'])).toMatchObject({ code: 2 })
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
    const told = json(['off'], { env: { MEMDIR_DISABLE_AUTO_MEMORY: '0' } })
    expect(told).toMatchObject({
      code: 1,
      ok: false,
      error: { message: expect.stringContaining('memory stays on') },
    })
    json(['off', '--all'])
    expect(readFileSync(join(cli.place.home, 'settings.json'), 'utf8')).toContain(
      '"autoMemoryEnabled": false',
    )
  })

  it('writes through no link that a repository brought along', () => {
    mkdirSync(below('elsewhere'))
    symlinkSync(below('elsewhere'), join(cli.place.project, '.memdir'))
    expect(json(['off'])).toMatchObject({ code: 1, error: { code: 'refused_path' } })
    expect(readdirSync(below('elsewhere'))).toEqual([])
  })
})
