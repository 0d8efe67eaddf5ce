import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { gitStatus } from './git-status.ts'

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always']
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' })
const env = { PATH: process.env.PATH ?? '' }

function repository(...options: string[]): string {
  const root = temporaryDirectory()
  git(root, 'init', '-q', '-b', 'main', ...options)
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name)
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'one')
  return root
}

test('says what changed, as git does, without what is excluded', async () => {
  for (const root of [repository(), repository('--object-format=sha256')]) {
    writeFileSync(join(root, 'a'), 'changed')
    writeFileSync(join(root, 'new'), '')
    writeFileSync(join(root, 'private'), '')
    writeFileSync(join(root, '.git/info/exclude'), 'private\n')
    git(root, 'rm', '-q', 'b')
    const expected = ['# Git status at the start', '> ## main', '>  M a', '> D  b', '> ?? new'].join('\n')
    expect(await gitStatus(root, env)).toBe(expected)
    git(root, 'pack-refs', '--all')
    expect(await gitStatus(root, env)).toBe(expected)
    git(root, 'worktree', 'add', '-q', join(root, 'inside'))
    writeFileSync(join(root, 'inside/c'), 'changed')
    expect(await gitStatus(join(root, 'inside'), env)).toBe('# Git status at the start\n> ## inside\n>  M c')
    git(root, 'checkout', '-q', '--detach')
    expect(await gitStatus(root, env)).toContain('## HEAD (no branch)')
  }
})

test('runs nothing that a repository or its submodule configures', async () => {
  const root = repository()
  const ran = join(root, 'ran')
  git(root, 'submodule', 'add', '-q', repository(), 'module')
  git(root, 'commit', '-qm', 'two')
  for (const place of [root, join(root, 'module')]) {
    git(place, 'config', 'filter.evil.clean', `touch ${ran}; cat`)
    git(place, 'config', 'core.fsmonitor', `touch ${ran}; false`)
    writeFileSync(join(place, '.gitattributes'), '* filter=evil\n')
    // Git looks into a file whose time is not that of the index.
    utimesSync(join(place, 'a'), new Date(0), new Date(0))
  }
  expect(await gitStatus(root, env)).toBe('# Git status at the start\n> ## main\n> ?? .gitattributes')
  expect(existsSync(ran)).toBe(false)
})

test('says nothing before the first commit, outside git, and where the references cannot be read', async () => {
  const empty = temporaryDirectory()
  expect(await gitStatus(empty, env)).toBeUndefined()
  git(empty, 'init', '-q')
  expect(await gitStatus(empty, env)).toBeUndefined()
  for (const head of ['ref: ../../../etc/passwd', 'ref: refs/../../x', 'nonsense', '']) {
    writeFileSync(join(empty, '.git/HEAD'), head)
    expect(await gitStatus(empty, env), head).toBeUndefined()
  }
  mkdirSync(join(empty, '.git/refs/heads/dir'))
  writeFileSync(join(empty, '.git/HEAD'), 'ref: refs/heads/dir')
  expect(await gitStatus(empty, env)).toBeUndefined()
})
