import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { below, git, json, run } = cli

describe('projects and init', () => {
  const repository = (name: string) => {
    mkdirSync(below(name))
    git(below(name), 'init', '-q')
    writeFileSync(below(name, 'readme'), name)
    git(below(name), 'add', '.')
    git(below(name), 'commit', '-q', '-m', 'first')
    return below(name)
  }

  it('shows a memory that was found by alias, and keeps it apart on request', () => {
    const old = repository('old')
    run(['add', 'kept'], { cwd: old })
    renameSync(old, below('new'))
    const listed = run(['list'], { cwd: below('new') })
    expect(listed.out).toContain('kept')
    expect(listed.err).toMatch(/^Using the memory of .*old \(same repository: root commit\)\. .*unlink\n$/)
    expect(run(['projects', 'unlink'], { cwd: below('new') }).code).toBe(0)
    expect(json(['list'], { cwd: below('new') }).data.total).toBe(0)
    expect(run(['projects', 'link', old], { cwd: below('new') }).out).toContain('now uses the memory of')
    expect(json(['list'], { cwd: below('new') }).data.total).toBe(1)
  })

  it('moves a project, also one that lay inside another repository', () => {
    const outer = repository('outer')
    run(['add', 'of outer'], { cwd: outer })
    mkdirSync(join(outer, 'inner'))
    git(join(outer, 'inner'), 'init', '-q')
    run(['add', 'of inner'], { cwd: join(outer, 'inner') })
    renameSync(join(outer, 'inner'), below('moved'))
    expect(run(['projects']).out).toContain('(not there any more)')
    expect(json(['projects', 'move', join(outer, 'inner'), below('moved')]).code).toBe(0)
    expect(json(['list'], { cwd: below('moved') }).data.memories[0].content).toBe('of inner\n')
    expect(json(['list'], { cwd: outer }).data.memories[0].content).toBe('of outer\n')
    expect(json(['projects', 'move', outer, '/no/where'])).toMatchObject({ code: 1 })
  })

  it('finds memories whose entry was lost, and can link them', () => {
    run(['add', 'kept'])
    renameSync(join(cli.place.home, 'projects.json'), below('aside.json'))
    mkdirSync(below('other'))
    const [project] = json(['projects'], { cwd: below('other') }).data.projects
    expect(project).toMatchObject({ memories: 1, paths: [] })
    run(['projects', 'link', project.name.slice(1, -2)], { cwd: below('other') })
    expect(json(['list'], { cwd: below('other') }).data.total).toBe(1)
  })

  it('sets up once and says where', () => {
    const first = json(['init'])
    expect(first.data).toMatchObject({ created: true, root: cli.place.project })
    expect(json(['init']).data.created).toBe(false)
    expect(run(['path']).out).toBe(`${first.data.directory}\n`)
    expect(run(['path', '--state']).out).toMatch(/state\n$/)
  })
})
