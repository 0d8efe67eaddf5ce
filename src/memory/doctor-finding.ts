// What the doctor can find: a code, the file, and the facts that belong to that code.
import type { Message } from '../base/messages/message.ts'

/** What an examination keeps of a memory, for what concerns several of them. */
export interface ExaminedMemory {
  file: string
  id: string
  /** The id of what took its place. */
  successor?: string
  /** No longer recalled: it needs no pointer. */
  ended?: true
  /** When it was created, else changed: milliseconds since 1970. */
  time: number
}

type NoDetails = Record<string, never>

interface FindingDetails {
  missing_pointer: { target: string }
  dead_pointer: { line: number; target: string }
  duplicate_pointer: { line: number; target: string }
  long_line: { line: number; length: number }
  index_over_limit: { lines: number }
  broken_frontmatter: NoDetails
  duplicate_id: { of: string; id: string }
  duplicate_memory: { of: string; id: string }
  lost_successor: { id: string }
  wrong_mode: { mode: string; wanted: string }
  stale_lock: { name: string }
  leftover: NoDetails
  hidden_characters: { character: string; line: number }
  /** Binary data, or not UTF-8. */
  not_text: NoDetails
  /** A field with a value that no memory can have. */
  ignored_field: Explained
  link: NoDetails
  not_regular: NoDetails
  hard_link: NoDetails
  too_large: NoDetails
  name_collision: { of: string }
  unreadable: NoDetails
  /** Without an id it is the index. */
  secret: { rule: string; line: number; id?: string }
  failed_work: { problem: string }
  damaged_registry: NoDetails
  kept_damaged: NoDetails
  unfinished_change: { files: number }
  unfinished_purge: NoDetails
  /** Larger than search takes. */
  not_searched: { bytes: number }
  /** Memories that may say the same; a note. */
  likely_doubles: Explained
  /** The catalog, its vectors or the snapshot. */
  search_data: Explained
  /** The names of the working tree, for verification; a note. */
  symbol_list: Explained
  vector_store: Explained
  /** A file where agents or skills are defined, which defines none; a note. */
  unused_definition: Explained
  /** It was set by more than a day, or changes are dated in the future. */
  clock: Explained
}

/** The message says it all; its values are the facts. */
interface Explained {
  explanation: Message
}

export type FindingCode = keyof FindingDetails

/** Distributes over its codes, so that the facts go with the code. */
export type FindingOf<Code extends FindingCode> = {
  [C in Code]: {
    code: C
    /** Path below the memory directory, or of a state file. */
    file: string
    facts: FindingDetails[C]
    /** Whether `--fix` repairs it. */
    fixable: boolean
    /** For information: not a problem. */
    note?: boolean
  }
}[Code]

export type DoctorFinding = FindingOf<FindingCode>
