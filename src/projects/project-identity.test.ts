import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../engine.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always']
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe', encoding: 'utf8' })
const below = (...parts: string[]) => join(place.root, ...parts)

/** A repository with a commit of its own. */
function repository(name: string, remote?: string): string {
  const path = below(name)
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q', '-b', 'main')
  writeFileSync(join(path, 'readme'), name)
  git(path, 'add', '.')
  git(path, 'commit', '-q', '-m', `first of ${name}`)
  if (remote) git(path, 'remote', 'add', 'origin', remote)
  return path
}
const open = (directory: string): Engine => openEngine({ directory, env: place.env })
async function remember(directory: string, content: string): Promise<Engine> {
  const engine = open(directory)
  await engine.register()
  await engine.store.add({ content }, { actor: 'user' })
  return engine
}
const texts = (directory: string) =>
  open(directory)
    .store.list()
    .map((memory) => memory.content.trim())
const registry = () => JSON.parse(readFileSync(join(place.home, 'projects.json'), 'utf8'))

describe('one repository, one memory', () => {
  it('is shared by its root, its subdirectories and its worktrees', async () => {
    const path = repository('shop')
    await remember(path, 'shared')
    mkdirSync(join(path, 'src/deep'), { recursive: true })
    git(path, 'worktree', 'add', '-q', below('shop-fix'))
    git(path, 'worktree', 'add', '-q', join(path, 'inside'))
    for (const directory of [join(path, 'src/deep'), below('shop-fix'), join(path, 'inside')])
      expect(open(directory).location.identity).toMatchObject({ root: path, by: 'path', candidates: [] })
    expect(texts(below('shop-fix'))).toEqual(['shared'])
    expect(Object.keys(registry().projects)).toHaveLength(1)
  })

  it('keeps apart what only looks alike', async () => {
    const one = repository('a/app')
    const two = repository('b/app')
    mkdirSync(below('plain/app'), { recursive: true })
    await remember(one, 'of one')
    await remember(two, 'of two')
    await remember(below('plain/app'), 'of three')
    expect([texts(one), texts(two), texts(below('plain/app'))]).toEqual([
      ['of one'],
      ['of two'],
      ['of three'],
    ])
    expect(open(two).location.identity.candidates).toEqual([])
  })

  it('gives a directory outside git its own memory, and not that of its parent', async () => {
    mkdirSync(join(place.project, 'child'))
    await remember(place.project, 'of the parent')
    expect(texts(join(place.project, 'child'))).toEqual([])
  })

  it('treats a submodule as a project of its own', async () => {
    const library = repository('library')
    const app = repository('app')
    git(app, 'submodule', 'add', '-q', library, 'vendor/library')
    await remember(app, 'of the app')
    expect(open(join(app, 'vendor/library')).location.identity.root).toBe(join(app, 'vendor/library'))
    expect(texts(join(app, 'vendor/library'))).toEqual([])
  })
})

describe('a repository that moved or was cloned again', () => {
  it('finds its memory after a move, says so, and is known by the new path after a write', async () => {
    const before = await remember(repository('old'), 'kept')
    renameSync(below('old'), below('new'))
    const { identity } = open(below('new')).location
    expect(identity).toMatchObject({
      by: 'alias',
      name: before.location.identity.name,
      linked: { path: below('old'), because: ['root commit'] },
    })
    expect(texts(below('new'))).toEqual(['kept'])
    await remember(below('new'), 'more')
    expect(open(below('new')).location.identity.by).toBe('path')
    expect(registry().projects[identity.name].paths).toEqual([below('old'), below('new')])
  })

  it('finds its memory in another clone, whatever form the address has', async () => {
    const source = repository('source', 'git@example.org:team/shop.git')
    await remember(source, 'kept')
    git(place.root, 'clone', '-q', source, 'again')
    git(below('again'), 'remote', 'set-url', 'origin', 'https://user:secret@EXAMPLE.org/team/shop')
    expect(open(below('again')).location.identity).toMatchObject({
      by: 'alias',
      linked: { because: ['root commit', 'remote'] },
    })
    expect(texts(below('again'))).toEqual(['kept'])
    await remember(below('again'), 'x')
    expect(readFileSync(join(place.home, 'projects.json'), 'utf8')).not.toContain('secret')
  })

  it('finds its memory in a shallow clone by the remote', async () => {
    const source = repository('source', 'git@example.org:team/shop.git')
    writeFileSync(join(source, 'second'), '')
    git(source, 'add', '.')
    git(source, 'commit', '-q', '-m', 'second')
    await remember(source, 'kept')
    git(place.root, 'clone', '-q', '--depth', '1', `file://${source}`, 'shallow')
    git(below('shallow'), 'remote', 'set-url', 'origin', 'ssh://git@example.org:22/team/shop.git')
    expect(open(below('shallow')).location.identity).toMatchObject({
      by: 'alias',
      linked: { because: ['remote'] },
    })
    expect(texts(below('shallow'))).toEqual(['kept'])
  })

  it('never guesses between two candidates: both are shown, none is used', async () => {
    const one = repository('one')
    await remember(one, 'of one')
    cpSync(one, below('two'), { recursive: true })
    // A person keeps the copy apart; both now have the same root commit.
    const { name } = open(below('two')).location.identity
    const data = registry()
    data.projects['two-apart'] = { ...data.projects[name], paths: [below('two')] }
    writeFileSync(join(place.home, 'projects.json'), JSON.stringify(data))
    renameSync(one, below('three'))
    const { identity } = open(below('three')).location
    expect(identity.by).toBe('new')
    expect(identity.candidates.map((candidate) => candidate.path).sort()).toEqual([
      below('one'),
      below('two'),
    ])
    expect(texts(below('three'))).toEqual([])
  })

  it('shows a fork, and does not link it', async () => {
    const source = repository('source', 'git@example.org:team/shop.git')
    await remember(source, 'of the team')
    git(place.root, 'clone', '-q', source, 'fork')
    git(below('fork'), 'remote', 'set-url', 'origin', 'git@example.org:stranger/shop.git')
    const { identity } = open(below('fork')).location
    expect(identity).toMatchObject({ by: 'new', candidates: [{ because: ['root commit'], strong: false }] })
    expect(texts(below('fork'))).toEqual([])
  })

  it('does not start git when it is told not to', async () => {
    await remember(repository('old'), 'kept')
    renameSync(below('old'), below('new'))
    const engine = openEngine({ directory: below('new'), env: place.env, probeHistory: false })
    expect(engine.location.identity.by).toBe('new')
  })

  it('starts no git for later writes, with or without a remote', async () => {
    const path = repository('solo')
    await remember(path, 'one')
    const engine = openEngine({ directory: path, env: { ...place.env, PATH: '/nonexistent' } })
    await engine.register()
    expect(registry().projects[engine.location.identity.name].roots).toHaveLength(1)
    git(path, 'remote', 'add', 'origin', 'git@example.org:me/solo.git')
    await open(path).register()
    expect(registry().projects[engine.location.identity.name].remotes).toEqual(['example.org/me/solo'])
  })

  it('works in an empty repository and without git on the machine', async () => {
    mkdirSync(below('empty'))
    git(below('empty'), 'init', '-q')
    await remember(below('empty'), 'kept')
    expect(texts(below('empty'))).toEqual(['kept'])
    const path = repository('solo')
    const engine = openEngine({ directory: path, env: { ...place.env, PATH: '/nonexistent' } })
    await engine.register()
    expect(engine.location.identity.by).toBe('new')
  })
})

describe('a hostile .git', () => {
  it('cannot claim the memory of a repository by naming it as its own', async () => {
    const victim = repository('victim')
    await remember(victim, 'private')
    git(victim, 'worktree', 'add', '-q', below('real'))
    for (const pointer of [
      join(victim, '.git'),
      join(victim, '.git/worktrees/real'),
      '../victim/.git/worktrees/real',
    ]) {
      rmSync(below('evil'), { recursive: true, force: true })
      mkdirSync(below('evil'))
      writeFileSync(below('evil/.git'), `gitdir: ${pointer}\n`)
      expect(open(below('evil')).location.identity).toMatchObject({ root: below('evil'), candidates: [] })
      expect(texts(below('evil'))).toEqual([])
    }
  })

  it('cannot claim it through a symbolic link either', async () => {
    const victim = repository('victim')
    await remember(victim, 'private')
    mkdirSync(below('evil'))
    symlinkSync(join(victim, '.git'), below('evil/.git'))
    expect(texts(below('evil'))).toEqual([])
    await remember(below('evil'), 'x')
    expect(texts(victim)).toEqual(['private'])
  })

  it.each([
    '',
    'gitdir: ',
    'gitdir: /nonexistent\n',
    'nonsense',
    `gitdir: ${'x/'.repeat(3000)}\n`,
    'gitdir: \0\n',
  ])('survives %j', (text) => {
    mkdirSync(below('odd'))
    writeFileSync(below('odd/.git'), text)
    expect(open(below('odd')).location.identity.name).toContain('odd')
  })

  it('does not run what the repository configures', async () => {
    const path = repository('evil')
    git(path, 'config', 'core.fsmonitor', `touch ${below('ran')}`)
    git(path, 'config', 'core.pager', `touch ${below('ran')}`)
    git(path, 'config', 'core.hooksPath', below('hooks'))
    await remember(path, 'x')
    expect(() => readFileSync(below('ran'))).toThrow()
  })
})

describe('projects.json', () => {
  it.each([
    '{',
    '[]',
    '{"v":2,"projects":{}}',
    '{"v":1}',
    '{"v":1,"projects":null}',
    '{"v":1,"projects":{"a":{}}}',
  ])('is refused with what to do, never overwritten: %s', async (text) => {
    mkdirSync(place.home)
    writeFileSync(join(place.home, 'projects.json'), text)
    expect(() => open(place.project)).toThrow(/projects\.json cannot be read/)
    expect(readFileSync(join(place.home, 'projects.json'), 'utf8')).toBe(text)
  })

  it('loses no entry when many register at once', async () => {
    const names = Array.from({ length: 12 }, (_, i) => below(`p${i}`))
    for (const name of names) mkdirSync(name)
    await Promise.all(names.map((name) => open(name).register()))
    expect(Object.values(registry().projects)).toHaveLength(12)
  })
})
