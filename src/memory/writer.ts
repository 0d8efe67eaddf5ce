// What a caller asks the writer to do, what it may look at while it plans, what it gets back, and the line that the history
// keeps of it: what became of a file, by whom and why.
import type { Message } from '../base/messages/message.ts'
import type { MemorySource } from './memory.ts'

export type ChangeAction =
  | 'add'
  | 'edit'
  | 'remove'
  | 'undo'
  | 'repair'
  | 'move'
  | 'merge'
  | 'import'
  | 'purge'
  /** Marked as taken back by another memory. */
  | 'supersede'
  /** Brought in order by a dream: a date made absolute, a statement dropped or moved, the index sorted. */
  | 'tidy'
  /** The mark was taken off: what took its place is gone. */
  | 'revive'

/** Bytes as text, or as base64 where they are not UTF-8. */
export interface Content {
  hash: string
  text?: string
  base64?: string
}

export interface Change {
  id: string
  /** Changes that were made together: all of them or none. */
  group: string
  /** How many they are; one where it is not said. Fewer lines than that: the journal was cut off, no file was touched. */
  groupSize?: number
  /** ISO time. */
  time: string
  actor: string
  action: ChangeAction
  file: string
  /** The memory's id, for finding its history after a move. */
  memory?: string
  source?: MemorySource
  reason?: string
  /** The change that this one takes back. */
  undoes?: string
  /** The answer in the inbox that it carries out. */
  answer?: string
  /** What was said too and merged into this memory, where its file does not say it. */
  merged?: string
  /** A change of an index: put back with the others where they are, and no part of the history where they count. */
  passing?: true
  before: Content | null
  after: Content | null
  /** Temporary file next to the target, to be swept after a crash. */
  temporary?: string
}

/** Changes that were made together. */
export type ChangeGroup = readonly [Change, ...Change[]]

/** The one id of what was written together: `memdir log` shows it, `memdir undo` takes all of it back by it. */
export function changeIdOf(written: {
  changes: readonly { id: string }[]
  group?: string | undefined
}): string | undefined {
  const [first, ...others] = written.changes
  return others.length > 0 ? written.group : first?.id
}

/** The bytes that a journal line keeps. */
export function bytesOf(content: Content | null): Buffer | undefined {
  if (!content) return undefined
  return content.base64 === undefined
    ? Buffer.from(content.text ?? '', 'utf8')
    : Buffer.from(content.base64, 'base64')
}

export interface StagedFile {
  /** Below `state/`. */
  directory: string
  name: string
  /** null: the file is removed. */
  content: string | null
}

/** One entry of a state file. */
export interface StagedEntry {
  /** Below `state/`. */
  file: string
  /** The file's list of things with an id, or its table. */
  of: string
  /** The id, or the name in the table. */
  key: string
  /** null: it goes. */
  value: unknown
}

export type Staged = StagedFile | StagedEntry

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
