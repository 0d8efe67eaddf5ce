// What the doctor can find: a code, the file, and the facts that belong to that code.
import type { Message } from '../messages/message.ts'

type NoFacts = Record<string, never>

export interface FindingFacts {
  missing_pointer: { target: string }
  dead_pointer: { line: number; target: string }
  duplicate_pointer: { line: number; target: string }
  long_line: { line: number; length: number }
  index_over_limit: { lines: number }
  broken_frontmatter: NoFacts
  duplicate_id: { of: string; id: string }
  duplicate_memory: { of: string; id: string }
  lost_successor: { id: string }
  wrong_mode: { mode: string; wanted: string }
  stale_lock: { name: string }
  leftover: NoFacts
  hidden_characters: { character: string; line: number }
  /** Binary data, or not UTF-8. */
  not_text: NoFacts
  /** A field with a value that no memory can have. */
  ignored_field: Explained
  link: NoFacts
  not_regular: NoFacts
  hard_link: NoFacts
  too_large: NoFacts
  name_collision: { of: string }
  unreadable: NoFacts
  secret: { rule: string; line: number }
  failed_work: { problem: string }
  damaged_registry: NoFacts
  kept_damaged: NoFacts
  unfinished_change: { files: number }
  unfinished_purge: NoFacts
  /** Larger than search takes. */
  not_searched: { bytes: number }
  /** Memories that may say the same; a note. */
  likely_doubles: Explained
  /** The catalog, its vectors or the snapshot. */
  search_data: Explained
  /** It was set by more than a day, or changes are dated in the future. */
  clock: Explained
}

/** The message says it all; its values are the facts. */
interface Explained {
  explanation: Message
}

export type FindingCode = keyof FindingFacts

/** Distributes over its codes, so that the facts go with the code. */
export type FindingOf<Code extends FindingCode> = {
  [C in Code]: {
    code: C
    /** Path below the memory directory, or of a state file. */
    file: string
    facts: FindingFacts[C]
    /** Whether `--fix` repairs it. */
    fixable: boolean
    /** For information: not a problem. */
    note?: boolean
  }
}[Code]

export type DoctorFinding = FindingOf<FindingCode>
