// Names that are two files here and one on another system: a directory that is synchronised or cloned there would lose
// one of them. A new name is folded to the usual form of its accents, or to the one that is there; where only the case
// differs it is refused.
import { isAscii } from '../lib/unicode.ts'
import { type Message, message } from '../messages/message.ts'
import { NAME_COLLIDES, NAME_IS_INDEX } from '../messages/paths.ts'
import { INDEX_FILE } from './index-file.ts'
import { foldName } from './memory-path.ts'

/** The names in a directory below the memory directory ('' for itself); none where it does not exist. */
export type ListNames = (directory: string) => readonly string[]

export interface SiblingNames {
  /** The name in this directory that some system takes for the given one, that very name first. */
  like(directory: string, name: string): string | undefined
}

export type NewName = { status: 'free'; file: string } | { status: 'taken'; reason: Message }

/** Lists each directory once. `without`: files that the same change removes. */
export function siblingNames(list: ListNames, without: ReadonlySet<string> = new Set()): SiblingNames {
  const known = new Map<string, FoldedNames>()
  const namesIn = (directory: string) => {
    const names = known.get(directory) ?? foldedNames(list(directory))
    known.set(directory, names)
    return names
  }
  return {
    like(directory, name) {
      const same = namesIn(directory)(name).filter(
        (other) => other === INDEX_FILE || !without.has(pathIn(directory, other)),
      )
      const composed = name.normalize('NFC')
      return (
        same.find((other) => other === name) ??
        same.find((other) => other.normalize('NFC') === composed) ??
        same[0]
      )
    },
  }
}

/** The names that some system takes for the given one. The index is always there. */
type FoldedNames = (name: string) => string[]

/** So many look-ups go through all names; for more, all of 10,000 are folded first, which costs as much as ten. */
const FEW_LOOKUPS = 10

function foldedNames(listed: readonly string[]): FoldedNames {
  const names = [INDEX_FILE, ...listed.filter((name) => name !== INDEX_FILE)]
  const allAscii = isAscii(names.join(''))
  let lookups = 0
  let table: Map<string, string[]> | undefined
  return (name) => {
    const wanted = foldName(name)
    if (++lookups > FEW_LOOKUPS) table ??= byFoldedName(names)
    if (table) return table.get(wanted) ?? []
    // Folding keeps the length of plain letters.
    const mayBe = (other: string) => other.length === wanted.length || !(allAscii || isAscii(other))
    return names.filter((other) => mayBe(other) && foldName(other) === wanted)
  }
}

function byFoldedName(names: readonly string[]): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const name of names) {
    const same = table.get(foldName(name))
    if (same) same.push(name)
    else table.set(foldName(name), [name])
  }
  return table
}

/** Whether a new file could not have this name: some system takes it for one that is there. */
export function isTaken(file: string, siblings: SiblingNames): boolean {
  const found = newName(file, siblings)
  if (found.status === 'taken') return true
  return siblings.like(directoryOf(found.file), baseOf(found.file)) !== undefined
}

/** Step by step: a directory that differs only in case is one directory elsewhere. */
export function newName(file: string, siblings: SiblingNames): NewName {
  let path = ''
  for (const step of file.split('/')) {
    const name = step.normalize('NFC')
    const other = siblings.like(path, step)
    if (other !== undefined && other.normalize('NFC') !== name) {
      const isIndex = foldName(name) === foldName(INDEX_FILE)
      const reason = isIndex ? message(NAME_IS_INDEX) : message(NAME_COLLIDES, { other })
      return { status: 'taken', reason }
    }
    path = pathIn(path, other ?? name)
  }
  return { status: 'free', file: path }
}

function pathIn(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function baseOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
