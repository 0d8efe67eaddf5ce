// What the faces that serve other agents need of the engine: the few things, not the whole.

import type { Message } from '../base/messages/message.ts'
import type { MemoryRecords, WorkAsked } from '../memory/memory-context.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import type { PlaceHost } from '../memory/place-verbs.ts'
import type { PlaceKind } from '../memory/places.ts'
import type { LoadedIndex, PlaceIndex } from '../memory/shown-index.ts'
import type { SearchMode } from '../search/find-answers.ts'
import type { RecallHit, RecallResult } from '../search/recall.ts'
import type { Why } from '../search/search.ts'
import type { SearchFilter } from '../search/search-document.ts'
import type { AskSelector } from '../search/selector.ts'

/** A place of memories and what is done in it. */
export interface MemoryHost extends PlaceHost {
  readonly location: { memory: string }
  readonly store: MemoryStore
  records(): Promise<Pick<MemoryRecords, 'callWrong'>>
}

export interface ClientHost extends PlaceHost {
  readonly location: { memory: string; state: string; identity: { root: string } }
  readonly switch: { on: boolean; reason: Message }
  readonly store: MemoryStore
  register(): Promise<void>
  /** Merges the same text, supersedes what is plainly corrected. */
  records(): Promise<Pick<MemoryRecords, 'add' | 'statistics' | 'cleanUp' | 'callWrong'>>
  /** The places of memories beside this one that are there and not switched off here. */
  beside(): readonly MemoryHost[]
  /** Another place, also where nothing is there yet. What an agent adds to the person's waits for them. */
  at(kind: PlaceKind): { records(): Promise<Pick<MemoryRecords, 'add'>> }
  loadIndex(): LoadedIndex | undefined
  /** The indexes of the places beside. */
  loadIndexesBeside(): PlaceIndex[]
  recall(request: HostRecall): Promise<RecallResult>
  search(request: HostSearch): Promise<{ hits: FoundHit[]; mode: string }>
  /** The conversation was given this: called after the output, never before. Never throws. */
  noteShown(
    conversation: string,
    recalled: Pick<RecallResult, 'memories' | 'episodes' | 'text' | 'prompt' | 'wish'>,
  ): Promise<void>
  /** Whether the person has told the conversation to leave memory aside until they say otherwise. */
  ignoresMemory(conversation: string): boolean
  /** For clients whose index comes with a message: whether this conversation was given it. */
  hasIndex(conversation: string): boolean
  /** It was: called after the output. Never throws. */
  noteIndex(conversation: string): void
  /** Files that the agent opened itself: they are not attached again in this conversation. */
  noteRead(conversation: string, paths: readonly string[]): void
  /** What all of these were shown counts as shown in this conversation, too. */
  inheritShown(parents: readonly string[], conversation: string): void
  /** Everything may be attached again. `after` a clear memory is used again, too. Default: a compaction. */
  forgetShown(conversation: string, after?: 'compaction' | 'clear'): void
  /** What waits for the person. */
  inbox(): Promise<{ list(): Promise<Readonly<Record<string, readonly WaitingItem[]>>> }>
  /** The detached worker of this project; returns at once. */
  startWorker(reason: string): WorkAsked
}

/** Something that waits for the person, as it is listed. */
interface WaitingItem {
  id: string
  text: string
  reason: Message
  quote?: string
  conversation?: string
  time: string
}

interface HostRecall {
  prompt: string
  conversation?: string
  /** Files that are in the conversation already and not yet recorded as shown. */
  attached?: readonly string[]
  /** All that is in the conversation now, where whoever asks knows it: then the record of what it was shown does not count. */
  present?: { files: readonly string[]; bytes: number; ignoring: boolean }
  /** Characters. */
  budget?: number
  recentTools?: readonly string[]
  /** Also how near each memory comes, attached or not. */
  explain?: boolean
  /** A small model picks, from more than search would give by itself; `if-set`: where the person asked for it. */
  select?: AskSelector | 'if-set'
  /** With `select`, beside a recall by search: nobody waits, and without the model's answer nothing is given. */
  beside?: boolean
  /** With `select`: least similarity. */
  least?: number
  signal?: AbortSignal
}

interface FoundHit extends RecallHit {
  why: Pick<Why, 'coverage'>
}

interface HostSearch {
  query: string
  limit?: number
  threshold?: number
  filter?: SearchFilter
  mode?: SearchMode
  /** Also what the person said in earlier conversations, below the memories. */
  episodes?: boolean
}

/** Who calls: for the journal and for the origin of what is written. */
export interface Caller {
  /** The agent's name, such as `claude-code`. A tool is called by a model: it never speaks as the person. */
  actor: string
  conversation?: string
  /** What the person typed in this conversation, where that is at hand: it proves quotations of them. */
  typed?(): Promise<readonly string[]>
}
