// Keeps a folder out of version control by the repository's own list (`.git/info/exclude`), which nobody else gets.
import { lstatSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { writeFileBelow } from '../files/atomic-write.ts'
import { readBelow } from '../files/read-below.ts'
import { attempt } from '../values/attempt.ts'
import { findGit } from './git.ts'

const LIST = 'info/exclude'
const MOST_BYTES = 1_000_000
const HEADING = '# Kept here, not shared: memories of agents (memdir)'

/** Once for a folder; where there is no repository, or its list is a link or cannot be written, nothing is done. */
export function excludeFromGit(folder: string): void {
  const git = findGit(folder)
  if (!git || attempt(() => lstatSync(git.commonDir).isDirectory()) !== true) return
  const path = relative(git.workTree, folder).split(sep).join('/')
  if (path === '' || path.startsWith('../')) return
  const list = readBelow(git.commonDir, LIST, MOST_BYTES)
  if (list.status === 'refused') return
  const text = list.status === 'read' ? list.bytes.toString('utf8') : ''
  if (text.split(/\r?\n/).some((line) => line.replace(/^\/|\/$/g, '') === path)) return
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const mode = list.status === 'read' ? list.stat.mode & 0o777 : 0o644
  attempt(() => writeFileBelow(git.commonDir, LIST, `${before}${HEADING}\n/${path}/\n`, { mode }))
}
