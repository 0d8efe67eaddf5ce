// The library as programs see it: what `openMemdir` takes and gives.

import type { Environment } from '../base/settings/environment.ts'
import type { MemdirError } from '../base/values/errors.ts'
import type { ExtractMessage } from '../learn/extract-messages.ts'
import type { ExtractionOutcome } from '../learn/run-extraction.ts'
import type { LoggedChange } from '../memory/history.ts'
import type { InboxAnswer, InboxGroup, InboxItem } from '../memory/inbox.ts'
import type { Memory, MemoryKind, MemoryType } from '../memory/memory.ts'
import type { ListFilter, ListOrder } from '../memory/memory-list.ts'
import type { Trigger } from '../memory/moments.ts'
import type { UndoneAnswers, UndoOutcome } from '../memory/plan-undo.ts'
import type { Explanation } from '../memory/records.ts'
import type { Purged } from '../memory/writer.ts'
import type { SearchMode } from '../search/find-answers.ts'
import type { RecallResult } from '../search/recall.ts'
import type { Why } from '../search/search.ts'
import type { MemdirHandle } from './memdir-handle.ts'

export interface MemdirOptions {
  /** The working directory: whose project's memories these are. */
  directory: string
  /** Default: the process's own. */
  env?: Environment
  /** Settings by their dotted names, above files and variables. */
  flags?: Readonly<Record<string, unknown>>
  /** The name of the agent that writes here. Left out, it is the person who writes, unless the process runs inside an agent. */
  agent?: string
}

/** Where a memory is: the project's, or the person's in all their projects. */
export type MemoryPlace = 'project' | 'everywhere'

export interface AddOptions {
  /** One of the four types or of the eight kinds. */
  type?: MemoryType | MemoryKind
  tags?: readonly string[]
  /** Default: the project. What an agent adds everywhere waits for the person. */
  place?: MemoryPlace
  /** A memory of its own, never merged with one that says the same. */
  separate?: boolean
  /** Made from the text where they are left out. */
  name?: string
  description?: string
  /** 1 (passing) to 5 (permanent). */
  importance?: number
  /** Situations in which it matters, in the words of a request: at most six phrases. */
  when?: readonly string[]
  /** Calls of an agent at which it matters: at most twelve. */
  on?: readonly Trigger[]
  /** ISO time. */
  expires?: string
  /** The conversation that it comes from. */
  conversation?: string
}

/** Only what is given changes. */
export interface MemoryEdit
  extends Pick<AddOptions, 'type' | 'tags' | 'name' | 'description' | 'importance' | 'when' | 'on'> {
  /** The whole new text. */
  text?: string
}

export interface MemoryList extends Omit<ListFilter, 'type' | 'kind'> {
  /** One of the four types or of the eight kinds. */
  type?: MemoryType | MemoryKind
  /** Default: newest. */
  order?: ListOrder
  /** Default: all. */
  limit?: number
  /** Default: the project. */
  place?: MemoryPlace
}

export interface SearchOptions {
  /** Default 10. */
  limit?: number
  /** Least similarity, 0–1. Default 0.7; 0: all that search found, best first. */
  threshold?: number
  type?: MemoryType
  /** Every one of these. */
  tags?: readonly string[]
  /** Default: by words and by meaning. */
  mode?: SearchMode
  signal?: AbortSignal
}

export interface MemoryHit {
  /** Where it holds in all projects its `file` is a full path, else one below the memory directory. */
  memory: Memory
  /** 0–1. */
  similarity: number
  why: Why
  everywhere?: true
}

export interface RecallOptions {
  /** An id of yours. What it was given before is left out, and what is recalled now counts as given. */
  conversation?: string
  /** Characters that `text` may have. */
  budget?: number
  signal?: AbortSignal
}

export interface Recalled {
  memories: MemoryHit[]
  /** Those that are in the text in a line each: they may be of use. */
  weak: MemoryHit[]
  /** What to add to the prompt: the memories with their age and origin, without secrets. Empty where there is nothing. */
  text: string
  /** Why nothing was recalled, as a code such as `nothing_fits`. */
  reason?: RecallResult['reason']
}

/** A call of a tool, as your agent makes it. */
export interface ActCall {
  /** As your agent, or the one whose tools you use, calls it: `Bash`, `apply_patch`, `write_file`, … */
  tool: string
  /** What the tool is given. */
  input: unknown
  /** Whose tool it is, such as `codex`; left out, the first whose tool is called so. */
  client?: string
  /** An id of yours: a rule is told once in it. */
  conversation?: string
}

export interface ActResult {
  /** At most two. */
  memories: Memory[]
  /** What to add to the call's result: the rules, quoted, with their origin and date. Empty where there is nothing. */
  text: string
}

export interface LearnOptions {
  /** An id of yours: what of it was learnt before is not looked at again. */
  conversation: string
  /** The conversation is over; else there is a run every ten messages. */
  end?: boolean
  signal?: AbortSignal
}

/** What waits for the person. Only they may accept what an agent proposed. */
export interface MemdirInbox {
  list(): Promise<Readonly<Record<InboxGroup, readonly InboxItem[]>>>
  accept(...ids: string[]): Promise<InboxAnswer[]>
  /** Accepts it in other words. */
  edit(id: string, text: string): Promise<InboxAnswer>
  /** It does not come back. */
  refuse(...ids: string[]): Promise<void>
}

export interface HistoryOptions {
  /** Changes of one memory alone: its id or file, also where it was removed. */
  memory?: string
  since?: Date
  conversation?: string
}

export type HistoryEntry = Pick<
  LoggedChange,
  'id' | 'group' | 'time' | 'actor' | 'action' | 'file' | 'memory' | 'source' | 'reason' | 'undoneBy'
>

/** Whether search knows all memories, by their meaning as well. */
export interface Readiness {
  /** `words`: only words can be compared, because of `problem`. */
  status: 'ready' | 'words'
  problem?: MemdirError
}

/**
 * The memories of one working directory. A memory is named by its id, a beginning of it that no other has, or its file.
 * What cannot be done is thrown as a `MemdirError` with a `code` and a `fix`; then nothing was changed.
 */
export interface Memdir extends MemdirHandle {
  /** The directory of the project's memories. */
  readonly directory: string
  /** The memory that says it now: a new one, or one that said it already. `needs_person`: the text waits for the person. */
  add(text: string, options?: AddOptions): Promise<Memory>
  get(reference: string): Memory | undefined
  list(filter?: MemoryList): Promise<Memory[]>
  edit(reference: string, change: MemoryEdit): Promise<Memory>
  /** Gives the change by which `undo` brings it back. */
  remove(reference: string): Promise<string | undefined>
  /** Erases a memory, its history and what was made of it, for good. */
  purge(reference: string): Promise<Purged>
  /** Where it comes from and what it said before, also of one that was removed. */
  explain(reference: string): Promise<Explanation>
  search(query: string, options?: SearchOptions): Promise<MemoryHit[]>
  /** What a prompt should be given. */
  recall(prompt: string, options?: RecallOptions): Promise<Recalled>
  /** The remembered rules that a call of your agent's touches (their triggers), each once in a conversation. */
  act(call: ActCall): Promise<ActResult>
  /** Keeps what the person said in a conversation of yours; `messages`: all of it so far. */
  learn(messages: readonly ExtractMessage[], options: LearnOptions): Promise<ExtractionOutcome>
  readonly inbox: MemdirInbox
  /** Newest first. */
  history(options?: HistoryOptions): HistoryEntry[]
  /** Takes back a change, a group of changes or an answer in the inbox; without an id, what was changed last. */
  undo(change?: string): Promise<UndoOutcome & UndoneAnswers>
  /** Brings the search data up to date and waits for it. */
  ready(options?: { signal?: AbortSignal }): Promise<Readiness>
  /** For programs that live long: search follows the files as others change them, until `close`. */
  watch(): Promise<void>
  close(): Promise<void>
}
