// Small steps from which the forms of repositories are made.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function git(cwd, ...args) {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'protocol.file.allow=always']
  // The same content is the same commit, however often it is built.
  const date = '2026-01-01T00:00:00Z'
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
  return execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'pipe' })
}

export function put(directory, files) {
  for (const { path, text, link } of files) {
    const full = join(directory, path)
    mkdirSync(dirname(full), { recursive: true })
    if (link === undefined) writeFileSync(full, text)
    else symlinkSync(link, full)
  }
}

export function init(repo) {
  mkdirSync(repo, { recursive: true })
  git(repo, 'init', '-q', '-b', 'main')
  writeFileSync(join(repo, 'README.md'), 'A repository.\n')
  commit(repo)
}

export function commit(repo) {
  git(repo, 'add', '-A', '-f')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'x')
}

export function tracked(repo, files, at = repo) {
  init(repo)
  mkdirSync(at, { recursive: true })
  put(at, files)
  commit(repo)
  return at
}

/** Below the directories that memdir looks at. */
export const ours = (path) => /^\.(?:memdir|claude)\//.test(path)
export const directories = (files) => [
  ...new Set(files.filter(({ path }) => ours(path)).map(({ path }) => path.split('/')[0])),
]

export function renamed(files, rename) {
  return files.map((file) => ({ ...file, path: rename(file.path) }))
}
