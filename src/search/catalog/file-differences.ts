// Which files differ from what the catalog has stored of them.

import { isSearchable } from '../../memory/memory.ts'
import { isMemoryPath } from '../../memory/memory-path.ts'
import type { StoredState } from '../text/document-table.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { MemoryFiles, MemoryTree } from './memory-files.ts'

export interface FileDifferences {
  added: string[]
  /** New, and too large to be searched. */
  large: string[]
  changed: string[]
  removed: string[]
}

interface ListedFiles {
  added: string[]
  /** Stored, and there: whether they are the same has to be looked at. */
  unsure: ReadonlySet<string>
  removed: string[]
}

/**
 * By the names alone. `known`: files that have kept their names need no look, only those that have ended and may live
 * again (they are never a hit), and those that a write was about to change when it was cut off (`named`).
 */
export function listDifferences(
  text: TextIndex,
  { files }: MemoryTree,
  { known, named }: { known: boolean; named: readonly string[] },
): ListedFiles {
  const stored = new Set(text.ids())
  const added: string[] = []
  const kept = new Set<string>()
  for (const file of files)
    if (stored.delete(file)) kept.add(file)
    else added.push(file)
  const doubtful = [...text.ended(Date.now()), ...named].filter((file) => kept.has(file))
  return { added, unsure: known ? new Set(doubtful) : kept, removed: [...stored] }
}

/** With a look at each of those that are new or unsure. */
export function lookAt(text: TextIndex, files: MemoryFiles, listed: ListedFiles): FileDifferences {
  const { added, unsure, removed } = listed
  const changed: string[] = []
  const states = unsure.size > FEW ? text.states() : text.documents([...unsure])
  for (const state of states) if (unsure.has(state.id) && !isCurrent(state, files)) changed.push(state.id)
  return { ...bySize(files, added), changed, removed }
}

/** So many are asked for by their names; more are read with all others. */
const FEW = 1_000

function bySize(files: MemoryFiles, added: readonly string[]): Pick<FileDifferences, 'added' | 'large'> {
  const isLarge = (file: string) => !isSearchable(files.state(file) ?? { size: 0 })
  const large = new Set(added.filter(isLarge))
  return { added: added.filter((file) => !large.has(file)), large: [...large] }
}

/** Which of the files that were written are not stored as they are. */
export function writtenDifferences(
  text: TextIndex,
  files: MemoryFiles,
  written: readonly string[],
): FileDifferences {
  const wanted = written.filter(isMemoryPath)
  const stored = text.documents(wanted)
  const known = new Set(stored.map(({ id }) => id))
  const differing = stored.filter((document) => !isCurrent(document, files)).map(({ id }) => id)
  const isThere = (file: string) => files.state(file) !== undefined
  return {
    ...bySize(
      files,
      wanted.filter((file) => !known.has(file) && isThere(file)),
    ),
    changed: differing.filter(isThere),
    removed: differing.filter((file) => !isThere(file)),
  }
}

export function isCurrent(document: StoredState, files: MemoryFiles): boolean {
  const state = files.state(document.id)
  return state?.size === document.size && state.stamp === document.stamp
}
