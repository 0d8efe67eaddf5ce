// One line of the history: what became of a file, by whom and why.
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
