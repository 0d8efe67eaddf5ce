// What a caller asks the writer to do to one file, and what it may look at while it plans.
import type { ChangeAction } from './journal.ts'
import type { MemorySource } from './memory.ts'

interface WriteDetails {
  /** Path below the memory directory. */
  file: string
  /** Written as it is: for undo, which brings back exactly what was there. */
  verbatim?: boolean
  /** What the journal calls it and takes back by it, where it is not what the whole write does. */
  action?: ChangeAction
  undoes?: string
  /** Where it came from, where that is not where the whole write comes from. */
  source?: MemorySource
}

/**
 * Nothing is written over unseen: whoever replaces or removes a file says by `expect`, the hash of its content, what
 * they saw. Where the file says something else by then the write is a conflict.
 */
export type PlannedWrite = WriteDetails &
  (
    | { create: string | Uint8Array; replace?: never; remove?: never; expect?: never }
    | { replace: string | Uint8Array; expect: string; create?: never; remove?: never }
    | { remove: true; expect: string; create?: never; replace?: never }
  )

/** What the file will hold; null: it goes. */
export function newContent(write: PlannedWrite): string | Uint8Array | null {
  return write.create ?? write.replace ?? null
}

/** What a plan made under the lock may look at. */
export interface WriteView {
  read(file: string): Buffer | undefined
  exists(file: string): boolean
  /** A file of this name is there, or one that other systems take for it. */
  isTaken(file: string): boolean
}
