// The names in the directories of a memory directory, kept from one change of a process to the next: a directory of
// 10,000 is not listed and folded for each. They count while nobody else has written: no other process of memdir, by the
// position of the journal, and no other program, by the directory's time. What another program makes within the tick of
// the file system's clock in which we wrote is seen with the next listing, at most `MOST_AGE_MS` later.
import { join } from 'node:path'
import type { FileOps } from '../../base/files/file-ops.ts'
import { look } from '../files/look.ts'
import { FoldedNames, type NamesIn } from './folded-names.ts'
import type { Journal } from './journal.ts'

/** What a writer remembers. */
export interface KnownNames {
  /** Where the journal was after our last change; undefined: nothing counts. */
  position: string | undefined
  directories: Map<string, KnownDirectory>
}

interface KnownDirectory {
  names: FoldedNames
  /** Which directory it was, and when names were last added or taken. */
  stamp: string | undefined
  listedAt: number
}

interface NamesOfChange {
  namesIn: NamesIn
  /** These files are as planned. Where this is not called, all is listed again. */
  changed(files: readonly { file: string; after: Buffer | undefined }[]): void
}

const MOST_AGE_MS = 60_000

interface NamesPlace {
  directory: string
  ops: FileOps
  journal: Pick<Journal, 'position'>
  names: KnownNames
}

/** For one change, under the lock. */
export function namesForChange({ ops, directory, journal, names: known }: NamesPlace): NamesOfChange {
  if (known.position === undefined || known.position !== journal.position()) known.directories.clear()
  known.position = undefined
  const seen = new Map<string, FoldedNames>()
  const stampOf = (path: string): string | undefined => {
    // The directory itself, where its name is a link.
    const stat = look(() => ops.find(`${join(directory, path)}/.`))
    return stat?.isDirectory() ? `${stat.dev} ${stat.ino} ${stat.mtimeMs}` : undefined
  }
  const find = (path: string): FoldedNames => {
    const stamp = stampOf(path)
    const before = known.directories.get(path)
    const now = performance.now()
    if (before && stamp !== undefined && before.stamp === stamp && now - before.listedAt < MOST_AGE_MS)
      return before.names
    const names = new FoldedNames(look(() => ops.readdir(join(directory, path))) ?? [])
    known.directories.set(path, { names, stamp, listedAt: now })
    return names
  }
  /** A new file may have brought the directories above it along; whether a removed one took them along is not known. */
  const note = (path: string, name: string, { there, last }: { there: boolean; last: boolean }) => {
    const names = seen.get(path)
    if (there) names?.add(name)
    else if (last) names?.delete(name)
    const entry = known.directories.get(path)
    if (entry && names && (there || last)) entry.stamp = stampOf(path)
    else known.directories.delete(path)
  }
  return {
    namesIn: (path) => {
      const names = seen.get(path) ?? find(path)
      seen.set(path, names)
      return names
    },
    changed: (files) => {
      for (const { file, after } of files) {
        const steps = file.split('/')
        for (const [depth, name] of steps.entries())
          note(steps.slice(0, depth).join('/'), name, {
            there: after !== undefined,
            last: depth === steps.length - 1,
          })
      }
      known.position = journal.position()
    },
  }
}
