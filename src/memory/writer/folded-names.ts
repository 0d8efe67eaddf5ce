// The names in one directory, looked up as systems do that know no case.

import { foldName } from '../../base/paths/portable-name.ts'
import { isAscii } from '../../base/text/unicode.ts'
import { INDEX_FILE } from '../memory-path.ts'

/** The names in a directory below the memory directory ('' for itself); none where it does not exist. */
type ListNames = (directory: string) => readonly string[]
export type NamesIn = (directory: string) => FoldedNames

/** So many look-ups go through all names; for more, all of 10,000 are folded first, which costs as much as ten. */
const FEW_LOOKUPS = 10

/** The index is always there. */
export class FoldedNames {
  readonly #names: Set<string>
  #allAscii: boolean
  #lookups = 0
  #table: Map<string, string[]> | undefined

  constructor(listed: readonly string[]) {
    this.#names = new Set([INDEX_FILE, ...listed])
    this.#allAscii = isAscii(listed.join(''))
  }

  /** The names that some system takes for the given one. */
  like(name: string): string[] {
    const wanted = foldName(name)
    if (++this.#lookups > FEW_LOOKUPS) this.#table ??= byFoldedName(this.#names)
    if (this.#table) return this.#table.get(wanted) ?? []
    const found: string[] = []
    for (const other of this.#names) {
      // Folding keeps the length of plain letters.
      const mayBe = other.length === wanted.length || !(this.#allAscii || isAscii(other))
      if (mayBe && foldName(other) === wanted) found.push(other)
    }
    return found
  }

  add(name: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    this.#allAscii &&= isAscii(name)
    if (this.#table) insert(this.#table, name)
  }

  delete(name: string): void {
    if (name === INDEX_FILE || !this.#names.delete(name)) return
    const folded = foldName(name)
    const same = this.#table?.get(folded)
    if (same)
      this.#table?.set(
        folded,
        same.filter((other) => other !== name),
      )
  }
}

/** Lists each directory once. */
export function listedNames(list: ListNames): NamesIn {
  const known = new Map<string, FoldedNames>()
  return (directory) => {
    const names = known.get(directory) ?? new FoldedNames(list(directory))
    known.set(directory, names)
    return names
  }
}

function byFoldedName(names: Iterable<string>): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const name of names) insert(table, name)
  return table
}

function insert(table: Map<string, string[]>, name: string): void {
  const folded = foldName(name)
  const same = table.get(folded)
  if (same) same.push(name)
  else table.set(folded, [name])
}
