// What is wrong with a memory directory, or worth knowing about it.
import type { Message } from '../messages/message.ts'

export type FindingCode =
  | 'missing_pointer'
  | 'dead_pointer'
  | 'duplicate_pointer'
  | 'long_line'
  | 'index_over_limit'
  | 'broken_frontmatter'
  | 'duplicate_id'
  | 'duplicate_memory'
  | 'lost_successor'
  /** Memories that may say the same; a note. */
  | 'likely_doubles'
  | 'wrong_mode'
  | 'stale_lock'
  | 'leftover'
  | 'hidden_characters'
  | 'link'
  | 'not_regular'
  | 'hard_link'
  | 'too_large'
  | 'name_collision'
  | 'unreadable'
  | 'secret'
  | 'failed_work'
  | 'damaged_registry'
  | 'kept_damaged'
  | 'unfinished_change'
  | 'unfinished_purge'
  /** Larger than search takes. */
  | 'not_searched'
  /** The catalog, its vectors or the snapshot. */
  | 'search_data'
  /** It was set by more than a day, or changes are dated in the future. */
  | 'clock'

export interface Finding {
  code: FindingCode
  /** Path below the memory directory, or of a state file. */
  file: string
  /** Facts for the message: `line`, `target`, `problem`, … */
  facts: Record<string, string | number>
  /** Whether `--fix` mends it. */
  fixable: boolean
  /** Worth telling, and no problem. */
  note?: boolean
  /** For people, where the code and the facts do not say it all. */
  said?: Message
}
