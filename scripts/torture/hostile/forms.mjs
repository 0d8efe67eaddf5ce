// How somebody else's files get into a working tree. Each form puts `files` ({path, text} or {path, link}) into a new
// directory `repo`, as a clone, an archive or a checkout would, and returns the working directory.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

function git(cwd, ...args) {
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

function put(directory, files) {
  for (const { path, text, link } of files) {
    const full = join(directory, path)
    mkdirSync(dirname(full), { recursive: true })
    if (link === undefined) writeFileSync(full, text)
    else symlinkSync(link, full)
  }
}

function init(repo) {
  mkdirSync(repo, { recursive: true })
  git(repo, 'init', '-q', '-b', 'main')
  writeFileSync(join(repo, 'README.md'), 'A repository.\n')
  commit(repo)
}

function commit(repo) {
  git(repo, 'add', '-A', '-f')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'x')
}

function tracked(repo, files, at = repo) {
  init(repo)
  mkdirSync(at, { recursive: true })
  put(at, files)
  commit(repo)
  return at
}

const ours = (path) => /^\.(?:memdir|claude)\//.test(path)
const directories = (files) => [
  ...new Set(files.filter(({ path }) => ours(path)).map(({ path }) => path.split('/')[0])),
]

/** Puts what is in .memdir and .claude into `target(name)` and a link in its place. */
function linkedDirectories(repo, files, target) {
  init(repo)
  put(repo, files)
  for (const name of directories(files)) {
    const place = target(name)
    mkdirSync(dirname(place), { recursive: true })
    renameSync(join(repo, name), place)
    symlinkSync(relative(repo, place), join(repo, name))
  }
  commit(repo)
  return repo
}

function renamed(files, rename) {
  return files.map((file) => ({ ...file, path: rename(file.path) }))
}

const FORMS = {
  tracked: (repo, files) => tracked(repo, files),
  untracked: (repo, files) => {
    init(repo)
    put(repo, files)
    return repo
  },
  ignored: (repo, files) => {
    init(repo)
    writeFileSync(join(repo, '.gitignore'), '.memdir\n.claude\n')
    put(repo, files)
    return repo
  },
  archive: (repo, files) => {
    mkdirSync(repo)
    put(repo, files)
    return repo
  },
  'archive with a git directory': (repo, files) => {
    tracked(repo, files)
    rmSync(join(repo, '.git/index'))
    return repo
  },
  'archive with settings for git': (repo, files, bait) => {
    tracked(repo, files)
    const run = bait ? bait.command('git') : 'true'
    const lines = [
      'core.fsmonitor',
      'core.sshCommand',
      'core.pager',
      'core.editor',
      'diff.external',
      'gpg.program',
    ]
    for (const key of lines) git(repo, 'config', key, run)
    for (const name of ['post-index-change', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman'])
      writeFileSync(join(repo, '.git/hooks', name), `#!/bin/sh\n${run}\n`, { mode: 0o755 })
    return repo
  },
  'index of version 4': (repo, files) => {
    tracked(repo, files)
    git(repo, 'update-index', '--index-version', '4')
    return repo
  },
  'split index': (repo, files) => {
    tracked(repo, files)
    git(repo, 'update-index', '--split-index')
    return repo
  },
  'nested directory of a repository': (repo, files) => {
    const at = join(repo, 'packages/app')
    return tracked(repo, files, at)
  },
  'below the root of a repository': (repo, files) => {
    tracked(repo, files)
    mkdirSync(join(repo, 'packages/app'), { recursive: true })
    return join(repo, 'packages/app')
  },
  'nested directory of an archive': (repo, files) => {
    put(join(repo, 'packages/app'), files)
    mkdirSync(join(repo, 'packages/app'), { recursive: true })
    return join(repo, 'packages/app')
  },
  'below the root of an archive': (repo, files) => {
    put(repo, files)
    mkdirSync(join(repo, 'packages/app'), { recursive: true })
    return join(repo, 'packages/app')
  },
  'inside the settings directory': (repo, files) => {
    tracked(repo, files)
    mkdirSync(join(repo, '.memdir/.memdir'), { recursive: true })
    put(join(repo, '.memdir'), files)
    return join(repo, '.memdir')
  },
  'repository in a repository': (repo, files) => {
    init(repo)
    return tracked(join(repo, 'vendor/inner'), files)
  },
  worktree: (repo, files) => {
    const main = `${repo}-main`
    tracked(main, files)
    git(main, 'worktree', 'add', '-q', repo)
    return repo
  },
  'worktree, untracked': (repo, files) => {
    const main = `${repo}-main`
    init(main)
    git(main, 'worktree', 'add', '-q', repo)
    put(repo, files)
    return repo
  },
  'git pointer into the tree': (repo, files) => {
    tracked(repo, files)
    renameSync(join(repo, '.git'), join(repo, 'dot-git'))
    writeFileSync(join(repo, '.git'), 'gitdir: dot-git\n')
    git(repo, 'config', 'core.worktree', '..')
    rmSync(join(repo, 'dot-git/index'))
    return repo
  },
  'git pointer to nowhere': (repo, files) => {
    mkdirSync(repo)
    put(repo, files)
    writeFileSync(join(repo, '.git'), 'gitdir: /nonexistent/elsewhere\n')
    return repo
  },
  'git directory is a link': (repo, files) => {
    tracked(repo, files)
    renameSync(join(repo, '.git'), `${repo}-git`)
    symlinkSync(`${repo}-git`, join(repo, '.git'))
    return repo
  },
  'case of the directory': (repo, files) =>
    tracked(
      repo,
      renamed(files, (path) => path.replace(/^\.\w+/, (name) => name.toUpperCase())),
    ),
  'case of the file': (repo, files) =>
    tracked(
      repo,
      renamed(files, (path) => path.replace('settings', 'Settings').replace('.local', '.LOCAL')),
    ),
  submodule: (repo, files) => {
    const own = files.filter(({ path }) => ours(path))
    init(repo)
    put(
      repo,
      files.filter((file) => !own.includes(file)),
    )
    for (const name of directories(files)) {
      const source = `${repo}-${name.slice(1)}`
      const inside = own.filter(({ path }) => path.startsWith(`${name}/`))
      tracked(
        source,
        renamed(inside, (path) => path.slice(name.length + 1)),
      )
      git(repo, 'submodule', '--quiet', 'add', source, name)
    }
    commit(repo)
    return repo
  },
  'settings directory is a repository': (repo, files) => {
    init(repo)
    put(repo, files)
    for (const name of directories(files)) {
      git(join(repo, name), 'init', '-q', '-b', 'main')
      commit(join(repo, name))
    }
    commit(repo)
    return repo
  },
  'file is a hard link': (repo, files) => {
    init(repo)
    put(repo, files)
    for (const { path, link } of files.filter(({ path }) => ours(path)))
      if (link === undefined) linkSync(join(repo, path), join(repo, path.replaceAll('/', '_')))
    commit(repo)
    return repo
  },
}

/** Nothing in them is read: there is a link in the path. */
const LINKED_FORMS = {
  'directory is a link': (repo, files) =>
    linkedDirectories(repo, files, (name) => join(repo, 'config', name.slice(1))),
  'directory is a link out of the tree': (repo, files) =>
    linkedDirectories(repo, files, (name) => join(`${repo}-beside`, name.slice(1))),
  'directory is a chain of links': (repo, files) => {
    linkedDirectories(repo, files, (name) => join(repo, 'config', name.slice(1)))
    for (const name of readdirSync(join(repo)).filter((one) => /^\.(?:memdir|claude)$/.test(one))) {
      renameSync(join(repo, name), join(repo, `${name.slice(1)}-link`))
      symlinkSync(`${name.slice(1)}-link`, join(repo, name))
    }
    commit(repo)
    return repo
  },
  'file is a link': (repo, files) => {
    init(repo)
    put(repo, files)
    for (const { path, link } of files.filter(({ path }) => ours(path))) {
      if (link !== undefined) continue
      const target = join(repo, 'files', path.replaceAll('/', '_'))
      mkdirSync(dirname(target), { recursive: true })
      renameSync(join(repo, path), target)
      symlinkSync(relative(dirname(join(repo, path)), target), join(repo, path))
    }
    commit(repo)
    return repo
  },
  'working directory is a link': (repo, files) => {
    linkedDirectories(repo, files, (name) => join(repo, 'config', name.slice(1)))
    symlinkSync(repo, `${repo}-link`)
    return `${repo}-link`
  },
}

const listed = (forms, linked) => Object.entries(forms).map(([name, build]) => ({ name, build, linked }))
export const ALL_FORMS = [...listed(FORMS, false), ...listed(LINKED_FORMS, true)]
