// What a caller asks the writer to do to one file, and what it may look at while it plans.
import type { ChangeAction } from './journal.ts'
import type { MemorySource } from './memory.ts'

export interface PlannedWrite {
  /** Path below the memory directory. */
  file: string
  /** null removes the file. */
  content: string | Uint8Array | null
  /** Hash of what the caller saw, null for "does not exist"; undefined writes over anything. */
  expect?: string | null
  /** Written as it is: for undo, which brings back exactly what was there. */
  verbatim?: boolean
  /** What the journal calls it and takes back by it, where it is not what the whole write does. */
  action?: ChangeAction
  undoes?: string
  /** Where it came from, where that is not where the whole write comes from. */
  source?: MemorySource
}

/** What a plan made under the lock may look at. */
export interface WriteView {
  read(file: string): Buffer | undefined
  exists(file: string): boolean
  /** A file of this name is there, or one that other systems take for it. */
  isTaken(file: string): boolean
}
