// Forms with a symbolic link in the path of the settings: nothing in them is read.
import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { commit, directories, init, ours, put } from './repository.mjs'

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

export const LINKED_FORMS = {
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
