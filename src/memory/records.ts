// What the records of memories are given and give: adding, merging, cleaning up, explaining, counting, putting in front of a model.

import type { Message } from '../base/messages/message.ts'
import type { HeldReason } from '../base/messages/origin.ts'
import type { ClockJump } from '../base/time/clock-jump.ts'
import type { TimeLimit } from '../base/time/time-limit.ts'
import type { MemoryFeedback } from './feedback.ts'
import type { Memory, MemoryFields, Origin } from './memory.ts'
import type { MergePlan } from './plan-merge.ts'
import type { Correction } from './sameness/plain-correction.ts'
import type { TrimmedHistory } from './writer/trim-history.ts'
import type { Written } from './writer.ts'

export interface JudgedAs {
  id: string
  /** The hash of the file that was judged: what was edited since is another statement. */
  hash: string
  content?: string
}

export interface Superseded {
  id: string
  name: string
  file: string
  how: SupersededHow
}

export type AddOutcome =
  | {
      status: 'added'
      memory: Memory
      change?: string
      warnings: Written['warnings']
      /** What it plainly corrects: that is no longer recalled. */
      superseded?: Superseded
    }
  | MergeOutcome
  | { status: 'filtered'; reason: Message }
  | { status: 'quarantined'; id: string; reason: HeldReason }

export interface CleanUpPlan {
  /** Past the audit period, and to be removed now. */
  due: Memory[]
  /** Past it too, and left for the next run. */
  later: Memory[]
  /** Expired, still kept. */
  waiting: Memory[]
}

export interface CleanedUp {
  removed: { id: string; file: string; name: string; expired: string; change: string }[]
  /** Expired and still within the audit period. */
  waiting: number
  /** Due as well; left for the next run. */
  later: number
  /** Writes of the history: dropped, and due and left for the next run. */
  history: TrimmedHistory
  /** The clock has jumped lately: nothing was removed. */
  clockJump?: ClockJump
}

export interface FormerVersion {
  /** ISO time at which it ceased to be said. */
  until: string
  change: string
  actor: string
  action: string
  reason?: string
  content: string
}

export interface Explanation {
  id: string
  file: string
  name: string
  type?: string
  kind: string
  created: string
  /** Who said it: the origin, else that the file was written by somebody else than memdir. */
  said_by: Origin | 'unknown'
  /** Who wrote it: an actor of the journal, else that no history is known. */
  written_by: string
  conversation?: string
  message?: string
  confidence?: number
  importance?: number
  expires?: string
  /** `removed`: only the history knows it. */
  state: LifeState | 'removed'
  superseded_by?: string
  supersedes: string[]
  related: string[]
  used: number
  last_used?: string
  /** Why it was used last. */
  recalled_because?: UseReason
  /** In how many conversations an agent quoted it or acted on it. */
  acted_on: number
  /** How often it was called wrong and not used since, and what was said the last time. */
  called_wrong: number
  wrong_said?: MemoryFeedback['said']
  /** What is added to the similarity that it needs to be recalled. */
  raised: number
  /** Newest first. */
  former: FormerVersion[]
  /** What was said too and merged in, newest first. */
  merged: { time: string; content: string; conversation?: string }[]
  changes: number
}

/** A message of any framework: a text, or blocks of which those with `text` count. */
export interface HostMessage {
  role: string
  content: string | readonly unknown[]
  metadata?: Record<string, unknown>
}

/** Tokens. The memories take a share of `conversation`; the rest is what the host keeps for itself. */
export interface BudgetBreakdown {
  total?: number
  system?: number
  tools?: number
  conversation: number
}

/** Tokens of the conversation, alone or with those of the other parts of a prompt. */
export type TokenBudget = number | BudgetBreakdown

export interface Injected<M> {
  messages: (M | HostMessage)[]
  /** What was put in, in the order of the groups. */
  memories: Memory[]
  query: string
}

export interface LikelyDouble {
  /** The older. */
  one: Memory
  other: Memory
  /** 0–1. */
  similarity: number
}

export type MergeOutcome =
  | {
      status: 'merged'
      memory: Memory
      change?: string
      warnings: Written['warnings']
      kept: MergePlan['kept']
    }
  /** Everything was known already. */
  | { status: 'unchanged'; memory: Memory }

export interface MergeablePair {
  /** The file that stays. */
  kept: Memory
  removed: Memory
}

/** What merging two memories would do. */
export interface PlannedPair extends MergeablePair {
  /** Whose text it has then, and the text. */
  text: MergePlan['kept']
  content: string
  /** How the two differ: the same text, other words alone, or also a number, a name or a negation. */
  likeness: 'same' | 'reworded' | 'different'
}

export interface NewMemory extends Partial<MemoryFields> {
  content: string
  /** Generated when absent or taken; `addAll` does not look whether it is. */
  id?: string
  /** Fields that memdir does not know, or knows by `supersededBy` and `isSeparate`. */
  extra?: Record<string, unknown>
  /** Below the memory directory; made from the name when absent. */
  file?: string
}

export interface Statistics {
  total: number
  live: number
  superseded: number
  expired: number
  /** Past the audit period: the next clean-up removes them. */
  due: number
  types: Record<string, number>
  kinds: Record<string, number>
  average_importance?: number
  average_confidence?: number
  oldest?: { id: string; name: string; time: string }
  newest?: { id: string; name: string; time: string }
  most_used: { id: string; name: string; count: number; last: string }[]
  used: number
}

/** A hit of search, as far as records look at it. */
export interface FoundMemory {
  memory: Memory
  similarity: number
  why: { cosine?: number; matchedTerms: readonly string[] }
}

export type RecordSearch = (
  query: string,
  options: { limit: number; threshold: number },
) => Promise<FoundMemory[]>

/** Memories among which those are that have the same or nearly the same words; without a model. */
export type FindByWords = (text: string, limit: number) => Promise<Memory[]>

/** Two files whose stored vectors are near. */
export interface NearPair {
  one: string
  other: string
  cosine: number
}

interface NearPairs {
  /** Nearest first. */
  pairs: NearPair[]
  /** Files that have a vector and were compared with all others. */
  compared: readonly string[]
  /** Whose vectors they were: those of another model are compared again. */
  model: string
}

/**
 * Pairs from this cosine on, from the vectors that are stored. `of`: only those with one of these files.
 * Where the limit is over, what was found until then.
 */
export type FindNearPairs = (
  leastCosine: number,
  of?: readonly string[],
  limit?: TimeLimit,
) => Promise<NearPairs>

/** A plain correction, or one that somebody has judged to be one: `judged`. */
export type SupersededHow = Correction | 'judged'

export type LifeState = 'live' | 'superseded' | 'expired' | 'due'

/** Why a memory was used: for `explain`. Never the words of the prompt, only those that the memory says too. */
export interface UseReason {
  similarity?: number
  terms?: readonly string[]
  conversation?: string
}

/** A line in the log of the day. */
export interface LoggedNote {
  file: string
  /** By which it can be taken back. */
  change: string
  warnings: Message[]
}
