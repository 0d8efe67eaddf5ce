// What is wrong with the files themselves: links, modes, names, what a crash left behind.

import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned } from '../../base/files/atomic-write.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { findCollisions } from '../../base/paths/portable-name.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isLogFile } from '../daily-log.ts'
import type { DoctorFinding, ExaminedMemory } from '../doctor-finding.ts'
import { MAX_MEMORY_BYTES } from '../memory.ts'
import { INDEX_FILE } from '../memory-path.ts'

/** Leftovers, links, unreadable files and modes, in one walk. */
export function examineTree(
  directory: string,
  memories: readonly Pick<ExaminedMemory, 'file'>[],
): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  const read = new Set(memories.map((memory) => memory.file))
  const visit = (path: string, prefix: string) => {
    checkMode(path, prefix || '.', 0o700, findings)
    for (const entry of attempt(() => readdirSync(path, { withFileTypes: true })) ?? []) {
      const file = prefix + entry.name
      if (entry.isDirectory() && !entry.name.startsWith('.')) visit(join(path, entry.name), `${file}/`)
      else examineEntry(join(path, entry.name), file, entry, read, findings)
    }
  }
  visit(directory, '')
  return findings
}

type UnreadCode = 'link' | 'not_regular' | 'too_large' | 'unreadable' | 'hard_link'

function examineEntry(
  path: string,
  file: string,
  entry: Dirent,
  read: ReadonlySet<string>,
  into: DoctorFinding[],
): void {
  if (isAbandoned(nodeFileOps, path)) into.push({ code: 'leftover', file, facts: {}, fixable: true })
  if (!entry.name.endsWith('.md') || entry.name.startsWith('.')) return
  const add = (code: UnreadCode, note = false) => into.push({ code, file, facts: {}, fixable: false, note })
  const isIndex = entry.name === INDEX_FILE
  // Without its index a conversation begins without memories: that is more than a note.
  const stat = attempt(() => lstatSync(path))
  if (stat?.isSymbolicLink()) add('link', !isIndex)
  else if (!stat?.isFile()) add('not_regular')
  else {
    if (stat.size > MAX_MEMORY_BYTES) add('too_large')
    else if (!isIndex && !isLogFile(file) && !read.has(file)) add('unreadable')
    if (stat.nlink > 1) add('hard_link', true)
    checkMode(path, file, 0o600, into, stat.nlink === 1)
  }
}

/** Files that are two here and one on a system that folds case or accents; and what is taken for the index there. */
export function examineNames(memories: readonly Pick<ExaminedMemory, 'file'>[]): DoctorFinding[] {
  const indexes = new Set(memories.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1) + INDEX_FILE))
  return findCollisions([...indexes, ...memories.map(({ file }) => file)]).map(
    ([of, file]): DoctorFinding => ({ code: 'name_collision', file, facts: { of }, fixable: false }),
  )
}

/** Only access for others counts: an owner may take rights from themselves. */
function checkMode(path: string, file: string, wanted: number, into: DoctorFinding[], fixable = true): void {
  if (process.platform === 'win32') return
  const mode = attempt(() => lstatSync(path).mode & 0o777)
  if (mode === undefined || (mode & 0o077) === 0) return
  into.push({
    code: 'wrong_mode',
    file,
    facts: { mode: mode.toString(8), wanted: wanted.toString(8) },
    fixable,
  })
}
