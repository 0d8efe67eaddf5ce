// The private settings of a project, kept out of git without touching a committed file.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { findGit } from '../lib/git.ts'

const RELATIVE = '.memdir/settings.local.json'

export function localSettingsPath(directory: string): string {
  return join(findGit(directory)?.workTree ?? directory, RELATIVE)
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
