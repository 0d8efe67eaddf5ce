import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../../connect/engine.ts'
import { joinProject, keepApart, moveProject } from './link-project.ts'
import { updateRegistry } from './project-registry.ts'
import { projectName } from './slug.ts'

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
const open = (directory: string, env = place.env): Engine => openEngine({ directory, env })
async function remember(directory: string, content: string, env = place.env): Promise<Engine> {
  const engine = open(directory, env)
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
      expect(open(directory).location.identity).toMatchObject({ root: path, by: 'path', offers: [] })
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
    expect(open(two).location.identity.offers).toEqual([])
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
    // A worktree of the submodule is the submodule, as git records it.
    git(join(app, 'vendor/library'), 'worktree', 'add', '-q', below('library-fix'))
    expect(open(below('library-fix')).location.identity.root).toBe(join(app, 'vendor/library'))
  })

  it('is shared by the worktrees that agents make, also with relative records', async () => {
    const path = repository('shop')
    await remember(path, 'shared')
    const worktree = join(path, '.claude/worktrees/fix-login')
    git(path, 'worktree', 'add', '-q', '-b', 'worktree-fix-login', worktree)
    expect(texts(worktree)).toEqual(['shared'])
    const record = join(path, '.git/worktrees/fix-login')
    writeFileSync(join(worktree, '.git'), `gitdir: ${relative(worktree, record)}\n`)
    writeFileSync(join(record, 'gitdir'), `${relative(record, join(worktree, '.git'))}\n`)
    expect(texts(worktree)).toEqual(['shared'])
  })

  it('is shared by the worktrees of a bare repository', async () => {
    const path = repository('shop')
    git(place.root, 'clone', '-q', '--bare', path, 'bare.git')
    git(below('bare.git'), 'worktree', 'add', '-q', below('one'))
    git(below('bare.git'), 'worktree', 'add', '-q', '-b', 'fix', below('two'))
    await remember(below('one'), 'shared')
    expect([texts(below('two')), texts(below('bare.git'))]).toEqual([['shared'], ['shared']])
  })

  it('is one through a symbolic link to the checkout, and another for a name in other case', async () => {
    const path = repository('shop')
    await remember(path, 'kept')
    symlinkSync(path, below('link'))
    mkdirSync(join(path, 'src'))
    expect([texts(below('link')), texts(below('link/src'))]).toEqual([['kept'], ['kept']])
    symlinkSync(place.project, below('plain-link'))
    await remember(place.project, 'plain')
    expect(texts(below('plain-link'))).toEqual(['plain'])
    // The names are apart on every file system: the hash is of the path as it is written.
    const other = below('SHOP')
    expect(projectName(other).toLowerCase()).not.toBe(projectName(path).toLowerCase())
    if (existsSync(other)) return
    repository('SHOP')
    expect(texts(other)).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)(
    'reads a repository of another user without running its git',
    async () => {
      const path = repository('theirs', 'git@example.org:team/shop.git')
      execFileSync('chown', ['-R', '54321', path])
      // git itself refuses here (safe.directory).
      expect(() => git(path, 'status')).toThrow(/dubious ownership/)
      const { identity } = (await remember(path, 'x')).location
      expect(identity.root).toBe(path)
      expect(registry().projects[identity.name].roots).toHaveLength(1)
    },
  )
})

describe('a repository that moved or was cloned again', () => {
  const source = async () => {
    const path = repository('source', 'git@example.org:team/shop.git')
    await remember(path, 'private')
    return path
  }
  /** Nothing of the other is read or written, and it is offered. */
  const expectOffer = async (directory: string, offer: Record<string, unknown>) => {
    expect(open(directory).location.identity).toMatchObject({
      root: directory,
      name: projectName(directory),
      by: 'new',
      offers: [offer],
    })
    expect(texts(directory)).toEqual([])
    await remember(directory, 'of its own')
    expect(texts(directory)).toEqual(['of its own'])
    // Offered until a person answers, also when it has an entry and git is not started.
    const again = openEngine({ directory, env: place.env, probeHistory: false })
    expect(again.location.identity).toMatchObject({ by: 'path', offers: [offer] })
  }

  it('does not use the memory after a move, and offers it', async () => {
    await remember(repository('old'), 'kept')
    renameSync(below('old'), below('new'))
    await expectOffer(below('new'), {
      path: below('old'),
      gone: true,
      same: ['root commit'],
      different: [],
      state: 'open',
    })
  })

  it('does not use the memory in another clone, whatever form the address has', async () => {
    const path = await source()
    git(place.root, 'clone', '-q', path, 'again')
    git(below('again'), 'remote', 'set-url', 'origin', 'https://user:secret@EXAMPLE.org/team/shop')
    await expectOffer(below('again'), { path, gone: false, same: ['root commit', 'remote'] })
    expect(texts(path)).toEqual(['private'])
    expect(readFileSync(join(place.home, 'projects.json'), 'utf8')).not.toContain('secret')
  })

  it('does not use it in a shallow clone with the same remote', async () => {
    const path = await source()
    writeFileSync(join(path, 'second'), '')
    git(path, 'add', '.')
    git(path, 'commit', '-q', '-m', 'second')
    git(place.root, 'clone', '-q', '--depth', '1', `file://${path}`, 'shallow')
    git(below('shallow'), 'remote', 'set-url', 'origin', 'ssh://git@example.org:22/team/shop.git')
    await expectOffer(below('shallow'), { path, same: ['remote'], different: [] })
  })

  it("does not use it in a stranger's fork, and says what differs", async () => {
    const path = await source()
    git(place.root, 'clone', '-q', path, 'fork')
    git(below('fork'), 'remote', 'set-url', 'origin', 'git@example.org:stranger/shop.git')
    await expectOffer(below('fork'), { path, same: ['root commit'], different: ['remote'] })
  })

  it("does not use it in an archive that carries the real remote, or a fork's history without one", async () => {
    const path = await source()
    const archive = repository('archive', 'https://example.org/team/shop.git')
    await expectOffer(archive, { path, same: ['remote'], different: ['root commit'] })
    cpSync(path, below('copy'), { recursive: true })
    git(below('copy'), 'remote', 'remove', 'origin')
    expect(texts(below('copy'))).toEqual([])
  })

  it('offers all candidates, the most alike first', async () => {
    const path = await source()
    const alike = repository('alike', 'git@example.org:team/shop.git')
    await remember(alike, 'of the other')
    cpSync(path, below('three'), { recursive: true })
    const { identity } = open(below('three')).location
    expect(identity.offers.map((offer) => offer.path)).toEqual([path, alike])
    expect(texts(below('three'))).toEqual([])
  })

  it('is not offered to the older one, nor to one that already has an entry', async () => {
    const path = await source()
    cpSync(path, below('copy'), { recursive: true })
    await remember(below('copy'), 'x')
    expect(open(path).location.identity.offers).toEqual([])
  })

  it('starts no git on the prompt’s path, and still offers by the remote', async () => {
    const path = await source()
    cpSync(path, below('copy'), { recursive: true })
    const env = { ...place.env, PATH: '/nonexistent' }
    const engine = openEngine({ directory: below('copy'), env, probeHistory: false })
    expect(engine.location.identity.offers).toMatchObject([{ same: ['remote'] }])
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

describe('what the person said', () => {
  const now = '2026-04-10T00:00:00Z'
  const SHOP = 'git@example.org:team/shop.git'
  /** A clone that the person joined to its source. */
  async function joined(): Promise<{ path: string; clone: string; name: string }> {
    const path = repository('source', SHOP)
    const { name } = (await remember(path, 'shared')).location.identity
    const clone = below('clone')
    cpSync(path, clone, { recursive: true })
    await remember(clone, 'of the clone')
    await updateRegistry(place.home, (known) =>
      joinProject(known, name, { root: clone, remote: 'example.org/team/shop', now }),
    )
    return { path, clone, name }
  }

  it('joins a path for as long as its remote is the one that was confirmed', async () => {
    const { path, clone, name } = await joined()
    expect(open(clone).location.identity).toMatchObject({ name, by: 'path', offers: [] })
    expect(texts(clone)).toEqual(['shared'])
    // Another repository at the same path.
    git(clone, 'remote', 'set-url', 'origin', 'git@example.org:stranger/shop.git')
    expect(texts(clone)).toEqual(['of the clone'])
    expect(open(clone).location.identity.offers).toMatchObject([{ name, joinedBefore: true, state: 'open' }])
    expect(texts(path)).toEqual(['shared'])
    git(clone, 'remote', 'set-url', 'origin', SHOP)
    expect(texts(clone)).toEqual(['shared'])
  })

  it('keeps a path apart, with what it had, and asks no more', async () => {
    const { clone } = await joined()
    await updateRegistry(place.home, (known) => keepApart(known, { root: clone, now }))
    expect(texts(clone)).toEqual(['of the clone'])
    expect(open(clone).location.identity.offers).toEqual([])
    git(clone, 'remote', 'set-url', 'origin', 'git@example.org:stranger/shop.git')
    expect(open(clone).location.identity.offers).toEqual([])
  })

  it('moves a project, and another repository at its old path does not get its memory', async () => {
    const path = repository('source', SHOP)
    const { name } = (await remember(path, 'kept')).location.identity
    renameSync(path, below('new'))
    const to = { root: below('new'), remote: 'example.org/team/shop', now, exists: existsSync }
    await updateRegistry(place.home, (known) => moveProject(known, name, path, to))
    expect(texts(below('new'))).toEqual(['kept'])
    repository('source', 'git@example.org:stranger/other.git')
    expect(texts(path)).toEqual([])
    await remember(path, 'of another')
    expect([texts(path), texts(below('new'))]).toEqual([['of another'], ['kept']])
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
      expect(open(below('evil')).location.identity).toMatchObject({ root: below('evil'), offers: [] })
      expect(texts(below('evil'))).toEqual([])
    }
  })

  it('cannot claim it by a record of its own that names the repository', async () => {
    const victim = repository('victim')
    await remember(victim, 'private')
    // Everything that git needs, in one archive; `git -C evil log` shows the victim's history.
    mkdirSync(below('evil/record'), { recursive: true })
    writeFileSync(below('evil/.git'), 'gitdir: record\n')
    writeFileSync(below('evil/record/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(below('evil/record/commondir'), `${join(victim, '.git')}\n`)
    writeFileSync(below('evil/record/gitdir'), '../.git\n')
    expect(git(below('evil'), 'log', '--format=%s')).toBe('first of victim\n')
    expect(open(below('evil')).location.identity).toMatchObject({ root: below('evil'), offers: [] })
    expect(texts(below('evil'))).toEqual([])
    // The same with a `.git` directory that names a common one.
    mkdirSync(below('evil2/.git'), { recursive: true })
    writeFileSync(below('evil2/.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(below('evil2/.git/commondir'), `${join(victim, '.git')}\n`)
    expect(texts(below('evil2'))).toEqual([])
  })

  it('cannot claim it as a submodule, nor send us in circles', async () => {
    const victim = repository('victim')
    await remember(victim, 'private')
    mkdirSync(below('evil/common/worktrees/w'), { recursive: true })
    writeFileSync(below('evil/.git'), 'gitdir: common/worktrees/w\n')
    writeFileSync(below('evil/common/worktrees/w/commondir'), '../..\n')
    writeFileSync(below('evil/common/worktrees/w/gitdir'), `${below('evil/.git')}\n`)
    for (const claimed of [victim, below('evil')]) {
      writeFileSync(below('evil/common/config'), `[core]\n\tworktree = ${claimed}\n`)
      expect(texts(below('evil'))).toEqual([])
      expect(open(below('evil')).location.identity.root).toContain('evil')
    }
  })

  it('is not opened where it is a pipe, nor its configuration', async () => {
    for (const name of ['pipe/.git', 'config/.git/config', 'head/.git/packed-refs']) {
      mkdirSync(dirname(below(name)), { recursive: true })
      if (name !== 'pipe/.git') writeFileSync(join(dirname(below(name)), 'HEAD'), 'ref: refs/heads/main\n')
      execFileSync('mkfifo', [below(name)])
      await remember(below(name.split('/')[0]!), 'kept')
      expect(texts(below(name.split('/')[0]!))).toEqual(['kept'])
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
    const ran = `touch ${below('ran')}`
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'remote.origin.uploadpack'])
      git(path, 'config', key, ran)
    git(path, 'config', 'core.hooksPath', below('hooks'))
    git(path, 'config', 'filter.evil.clean', ran)
    writeFileSync(join(path, '.gitattributes'), '* filter=evil\n')
    // A missing commit would be fetched, by a program of the repository's choice.
    git(path, 'config', 'remote.origin.url', path)
    git(path, 'config', 'remote.origin.promisor', 'true')
    git(path, 'config', 'extensions.partialClone', 'origin')
    git(path, 'config', 'core.repositoryformatversion', '1')
    writeFileSync(join(path, '.git/refs/heads/main'), `${'1'.repeat(40)}\n`)
    // As a git before 2.39.4, which knows no way to forbid it.
    mkdirSync(below('bin'))
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    writeFileSync(below('bin/git'), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${real} "$@"\n`, {
      mode: 0o755,
    })
    await remember(path, 'x', { ...place.env, PATH: `${below('bin')}:${place.env.PATH}` })
    expect(existsSync(below('ran'))).toBe(false)
  })
})
