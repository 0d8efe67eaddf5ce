// What a caller asks the writer to do, what it may look at while it plans, and what it gets back.
import type { Message } from '../base/messages/message.ts'
import type { ChangeAction } from './change.ts'
import type { MemorySource } from './memory.ts'
import type { Staged } from './writer/staged-files.ts'

interface WriteDetails {
  /** Path below the memory directory. */
  file: string
  /** Written as it is: for undo, which brings back exactly what was there. */
  verbatim?: boolean
  /** What the journal calls it and takes back by it, where it is not what the whole write does. */
  action?: ChangeAction
  undoes?: string
  /** Whose it is, where that is not who makes the whole write: for copies. */
  actor?: string
  /** Where it came from, where that is not where the whole write comes from. */
  source?: MemorySource
  /** A text that was merged into it and is kept in the history only. Clean already: see the writer's `clean`. */
  merged?: string
  /** Where something is removed: the id of the memory that says it from now on. What the removed had superseded follows it. */
  heir?: string
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

/** What a plan made under the lock may look at. */
export interface WriteView {
  read(file: string): Buffer | undefined
  exists(file: string): boolean
  /** A file of this name is there, or one that other systems take for it. */
  isTaken(file: string): boolean
}

export interface WriteContext {
  actor: string
  action: ChangeAction
  source?: MemorySource
  reason?: string
  undoes?: string
  /** The answer in the inbox that it carries out. */
  answer?: string
  /** A quotation of the person was found that proves what it says of its origin. */
  proven?: boolean
  /** What changes below state with it. */
  staged?: readonly Staged[]
  /** The index is part of the history too: undoing brings back its very bytes, not only its pointers. */
  recordIndex?: boolean
  /** Called after each file, where there may be thousands. */
  onProgress?: (done: number, total: number) => void
}

export interface Written {
  /** The journal's id of each change; empty when nothing had to change. */
  changes: { id: string; file: string; hash: string | null }[]
  /** The id of all of them together: undoing it takes all of them back. */
  group?: string
  warnings: Message[]
  /** Files that had a second name elsewhere (a hard link): that one keeps its old content. */
  separated?: string[]
}

/** A text that a face wants to write, as the judge sees it. */
export interface JudgedWrite {
  actor: string
  source: MemorySource | undefined
  proven: boolean
  file: string
  before: string | undefined
  after: string
}

/** What is written; throws where it may not be. */
export type WriteJudge = (write: JudgedWrite) => string

/** What must be nowhere any more. */
export interface Erasure {
  /** Under which ids and file names the memory, and what was merged into it, was known. */
  ids: ReadonlySet<string>
  files: ReadonlySet<string>
  /** All that it ever said. */
  texts: readonly string[]
}

export interface ErasedElsewhere {
  /** Files of ours that quoted it. */
  cleaned: string[]
  /** Files of other programs that quote it: not ours to change. */
  quoting: string[]
  /** Places that could not be looked through, or cleaned. */
  unreached: string[]
}

/** Cleans what the folder `memory/` does not know: search data, counts, transcripts. Done again after a crash. */
export type EraseElsewhere = (erasure: Erasure) => Promise<ErasedElsewhere>

export interface Purged extends ErasedElsewhere {
  /** Changes that went from the history. */
  erased: number
  /** Somebody changed the file after the purge began: it was left. */
  edited: boolean
}

/** What became of a change that was cut off. */
export interface Recovered {
  /** `failed`: a purge that is tried again at the next write. */
  outcome: 'completed' | 'rolled_back' | 'failed'
  action: ChangeAction
  /** ISO time of the change. */
  time: string
  files: string[]
  /** Files that were changed by it and edited by somebody since: left as they are. */
  edited: string[]
}

/**
 * For whoever follows the files: called under the lock before these change, and what it returns when they have, or are
 * as they were again. Must not throw.
 */
export type NoteWrite = (files: readonly string[]) => () => void

/** What was changed, by whom. */
export interface WrittenBy {
  actor: string
  action: ChangeAction
  files: readonly { file: string; removed: boolean }[]
}
