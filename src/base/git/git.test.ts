import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { findGit, normaliseRemote, remoteAddress } from './git.ts'

function git(cwd: string, ...args: string[]): void {
  const settings = ['user.name=t', 'user.email=t@t', 'protocol.file.allow=always', 'init.defaultBranch=main']
  execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  })
}

function repository(path = temporaryDirectory()): string {
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q')
  mkdirSync(join(path, 'src'))
  writeFileSync(join(path, 'src/a.txt'), 'x')
  writeFileSync(join(path, 'linked.txt'), 'x')
  git(path, 'add', '.')
  git(path, 'commit', '-qm', 'one')
  return path
}

describe('findGit', () => {
  test('finds the repository from below, and nothing outside', () => {
    const root = repository()
    expect(findGit(join(root, 'src'))).toEqual({
      workTree: root,
      canonicalRoot: root,
      commonDir: join(root, '.git'),
      gitDir: join(root, '.git'),
    })
    expect(findGit(temporaryDirectory())).toBeUndefined()
  })

  test('a worktree shares the main directory', () => {
    const root = repository()
    const tree = join(temporaryDirectory(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    expect(findGit(tree)).toMatchObject({
      workTree: tree,
      canonicalRoot: root,
      commonDir: join(root, '.git'),
    })
  })

  test('a submodule is a project of its own', () => {
    const inner = repository()
    const outer = repository()
    git(outer, 'submodule', '--quiet', 'add', inner, 'sub')
    const place = findGit(join(outer, 'sub'))!
    expect(place).toMatchObject({
      canonicalRoot: join(outer, 'sub'),
      commonDir: join(outer, '.git/modules/sub'),
    })
    expect(remoteAddress(place.commonDir)).toBe(inner)
  })

  test('a hostile .git file cannot claim another repository', () => {
    const victim = repository()
    git(victim, 'remote', 'add', 'origin', 'git@github.com:me/secret.git')
    git(victim, 'worktree', 'add', '-q', join(temporaryDirectory(), 'tree'))
    for (const pointer of [join(victim, '.git'), join(victim, '.git/worktrees/tree')]) {
      const hostile = temporaryDirectory()
      writeFileSync(join(hostile, '.git'), `gitdir: ${pointer}\n`)
      const place = findGit(hostile)!
      expect(place.canonicalRoot).toBe(hostile)
      expect(remoteAddress(place.commonDir)).toBeUndefined()
    }
  })
})

test.runIf(process.platform === 'linux')('pipes in place of git’s files are not waited for', () => {
  const root = repository()
  for (const name of ['config', 'commondir']) {
    rmSync(join(root, '.git', name), { force: true })
    execFileSync('mkfifo', [join(root, '.git', name)])
  }
  const place = findGit(root)!
  expect(place.canonicalRoot).toBe(root)
  expect(remoteAddress(place.commonDir)).toBeUndefined()
})

test('remotes in all forms are one, without credentials', () => {
  for (const address of [
    'git@github.com:Owner/Repo.git',
    'github.com:owner/repo',
    'ssh://git@github.com/owner/repo.git',
    'ssh://git@github.com:22/owner/repo/',
    'https://github.com/owner/repo',
    'https://user:token@github.com/owner/repo.git',
    'https://user:p@ss@github.com/owner/repo',
    'git://github.com/owner/repo.git',
    'https://github.com/owner/repo.git?access_token=abc',
    'git+ssh://git@github.com/owner/repo.git',
    'user:token@github.com:owner/repo.git',
  ])
    expect(normaliseRemote(address), address).toBe('github.com/owner/repo')
  for (const address of [
    '/srv/git/repo.git',
    '../repo',
    'file:///srv/repo',
    'C:\\repo',
    'https://github.com/',
    'https://x.y/../z',
    'ext::sh -c x',
    '',
  ])
    expect(normaliseRemote(address), address).toBeUndefined()
})

test('the remote is origin, else the only one', () => {
  const root = repository()
  const address = () => remoteAddress(findGit(root)!.commonDir)
  expect(address()).toBeUndefined()
  git(root, 'remote', 'add', 'up', 'https://x.y/up')
  expect(address()).toBe('https://x.y/up')
  git(root, 'remote', 'add', 'other', 'https://x.y/other')
  expect(address()).toBeUndefined()
  git(root, 'remote', 'add', 'origin', 'https://x.y/origin')
  expect(address()).toBe('https://x.y/origin')
})
