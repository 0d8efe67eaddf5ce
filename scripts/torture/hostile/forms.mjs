// How somebody else's files get into a working tree. Each form puts `files` ({path, text} or {path, link}) into a new
// directory `repo`, as a clone, an archive or a checkout would, and returns the working directory.
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINKED_FORMS } from './linked-forms.mjs'
import { commit, directories, git, init, ours, put, renamed, tracked } from './repository.mjs'

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

const listed = (forms, linked) => Object.entries(forms).map(([name, build]) => ({ name, build, linked }))
export const ALL_FORMS = [...listed(FORMS, false), ...listed(LINKED_FORMS, true)]
