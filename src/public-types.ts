// The types that callers of the library pass or are given first-hand.

export type { Message } from './base/messages/message.ts'
export type { Environment } from './base/settings/environment.ts'
export type {
  ActCall,
  ActResult,
  AddOptions,
  HistoryEntry,
  HistoryOptions,
  LearnOptions,
  Memdir,
  MemdirInbox,
  MemdirOptions,
  MemoryEdit,
  MemoryHit,
  MemoryList,
  MemoryPlace,
  Readiness,
  Recalled,
  RecallOptions,
  SearchOptions,
} from './connect/memdir.ts'
export type { ExtractMessage as LearnMessage } from './learn/extract-messages.ts'
export type { ExtractionOutcome as Learned } from './learn/run-extraction.ts'
export type { InboxAnswer, InboxGroup, InboxItem } from './memory/inbox.ts'
export type { Memory, MemoryKind, MemorySource, MemoryType, Origin } from './memory/memory.ts'
export type { ListOrder } from './memory/memory-list.ts'
export type { UndoneAnswers, UndoOutcome as Undone } from './memory/plan-undo.ts'
export type { Explanation } from './memory/records.ts'
export type { Purged } from './memory/writer.ts'
export type { SearchMode } from './search/find-answers.ts'
export type { Why as SearchReasons } from './search/search.ts'
