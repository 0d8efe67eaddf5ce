// Taking changes out of the history: for a purge, and for what is older than the history is kept. Only under the write lock.
import { join } from 'node:path'
import { sweepTemporaries, writeFileAtomic } from '../../base/files/atomic-write.ts'
import { openDirectory } from '../../base/files/directory.ts'
import type { Change } from '../writer.ts'
import { type JournalPlace, journalFiles, readJournalLines } from './journal.ts'
import { groupOf, isChange, journalText } from './journal-lines.ts'

/** Removes groups with their marks. From the oldest on: a crash in between leaves marks without changes, which mean nothing. */
export function dropGroups(place: JournalPlace, groups: ReadonlySet<string>): void {
  const { directory, ops } = place
  for (const file of journalFiles(place)) {
    const path = join(directory, file)
    const lines = readJournalLines(ops, path)
    const kept = lines.filter((line) => !groups.has(groupOf(line)))
    if (kept.length === 0 && lines.length > 0) ops.unlink(path)
    else if (kept.length < lines.length) writeFileAtomic(path, journalText(kept), { ops })
  }
}

/** How many changes went. */
export function rewriteChanges(place: JournalPlace, keep: (change: Change) => Change | undefined): number {
  const { directory, ops } = place
  let removed = 0
  const known = journalFiles(place)
  if (known.length > 0) sweep(place)
  for (const file of known) {
    const path = join(directory, file)
    const lines = readJournalLines(ops, path)
    const kept = lines.flatMap((line) => (isChange(line) ? (keep(line) ?? []) : line))
    const gone = lines.length - kept.length
    removed += gone
    const changed = gone > 0 || kept.some((line, i) => line !== lines[i])
    if (changed) writeFileAtomic(path, journalText(kept), { ops })
  }
  return removed
}

/** A crash in an earlier rewriting may have left a copy of what was to be erased. */
function sweep({ ops, directory }: JournalPlace): void {
  const held = openDirectory(ops, directory, [])
  sweepTemporaries(ops, held)
  held.close()
}
