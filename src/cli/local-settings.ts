// The private settings of a project, kept out of git without touching a committed file.
import { appendFileSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { findGit } from '../lib/git.ts'

const RELATIVE = '.memdir/settings.local.json'

export function localSettingsPath(directory: string): string {
  return settingsInProject(directory, 'settings.local.json')
}

export function projectSettingsPath(directory: string): string {
  return settingsInProject(directory, 'settings.json')
}

/** A repository that somebody else made must not lead the write elsewhere. */
function settingsInProject(directory: string, name: string): string {
  const place = join(findGit(directory)?.workTree ?? directory, '.memdir')
  for (const path of [place, join(place, name)]) {
    if (!attempt(() => lstatSync(path))?.isSymbolicLink()) continue
    throw new MemdirError('refused_path', `${path} is a symbolic link, so nothing was written`, {
      fix: 'Remove the link, or change your own settings instead.',
    })
  }
  return join(place, name)
}

/** Adds the file to the repository's own, uncommitted exclude list. Best effort: the setting counts without it. */
export function excludeFromGit(directory: string): void {
  const git = findGit(directory)
  if (!git) return
  const exclude = join(git.commonDir, 'info', 'exclude')
  const text = attempt(() => readFileSync(exclude, 'utf8')) ?? ''
  if (text.split(/\r?\n/).includes(RELATIVE)) return
  attempt(() => {
    mkdirSync(dirname(exclude), { recursive: true })
    appendFileSync(exclude, `${text === '' || text.endsWith('\n') ? '' : '\n'}${RELATIVE}\n`)
  })
}
