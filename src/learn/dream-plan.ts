// What a dream decides: operations over statements, what they make of files, and what it reports. A unit is applied whole or not at all.

import type { DreamReason } from '../base/messages/dream.ts'
import type { Message } from '../base/messages/message.ts'
import type { MemdirError } from '../base/values/errors.ts'
import type { LikelyConflict } from '../memory/likely-conflicts.ts'
import type { SeenMemory } from '../memory/memory-store.ts'
import type { ChangeAction } from '../memory/writer.ts'

export type OperationName = 'merge' | 'supersede' | 'move' | 'drop' | 'rewrite' | 'archive' | 'index'

export interface DreamOperation {
  readonly op: OperationName
  readonly file: string
  /** The words that it is about; absent where it is about the whole file. */
  readonly statement?: string
  /** The file that says it from now on. */
  readonly into?: string
  /** What says it from then on, in that file. */
  readonly survivor?: string
  /** What it says instead. */
  readonly text?: string
  /** What stood where a text that says both stands now. */
  readonly replaced?: string
  /** Verbatim where a model gave it. */
  readonly reason: Message
  readonly by: 'rules' | 'model'
}

/** A file before and after; both undefined never. */
export interface FileEdit {
  readonly file: string
  /** The hash of what it said. */
  readonly before: string
  /** Undefined: it goes. */
  readonly after: string | undefined
  /** Said too, and kept in the history only. */
  readonly merged?: string
  readonly action?: ChangeAction
}

export interface DreamUnit {
  readonly action: ChangeAction
  readonly operations: readonly DreamOperation[]
  readonly edits: readonly FileEdit[]
  /** Files that it rests on without changing them. */
  readonly seen: readonly SeenMemory[]
}

/** Not done, because a person should decide; kept without any text of a memory. */
export interface HeldOperation {
  readonly id: string
  /** ISO time. */
  readonly time: string
  readonly op: 'merge' | 'supersede' | 'move' | 'drop'
  readonly reason: DreamReason
  /** What the model said of it. */
  readonly because: string
  readonly subject: StatementPlace
  readonly target?: StatementPlace
}

/** The same while its words are at hand. */
export interface ShownHeld extends HeldOperation {
  readonly text: string
  /** What would say it from then on. */
  readonly survivor?: string
}

/** A statement without its words: it is found while its file says it, whatever else changes there. */
export interface StatementPlace {
  readonly file: string
  /** A hash of its words. */
  readonly statement: string
}

/** An answer that was not followed, and why. */
export interface RefusedOperation {
  readonly op: string
  readonly statement: string
  readonly reason: DreamReason
}

/** Shown while it runs. */
export type DreamPhase = 'starting' | 'tidying' | 'asking' | 'updating' | 'done'

export interface NearPair {
  one: string
  other: string
  /** 0–1 */
  similarity: number
}

export interface DreamPlan {
  operations: DreamOperation[]
  /** Left for a person to decide. */
  held: ShownHeld[]
  refused: RefusedOperation[]
  near: NearPair[]
  conflicts: LikelyConflict[]
  /** Pairs of the same text in what the team shares: a dream never changes that. */
  shared: number
  /** Each file before and after. */
  files: { file: string; before: string; after: string }[]
  /** Why not everything that is new was shown to the model. */
  problem?: Message
  /** The model could not be asked, or its answer not be read: the run does not count. */
  failure?: MemdirError
}

export interface DreamReport extends Omit<DreamPlan, 'files'> {
  /** What the history calls it: `memdir undo --conversation RUN`. */
  run: string
  files: string[]
  changes: string[]
  /** Units that could not be: somebody changed a file meanwhile, or its place is not safe. */
  failed: { files: string[]; reason: Message }[]
  /** Memories that are better than before. */
  improved: number
}
