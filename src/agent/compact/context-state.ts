// What the levels know from one request to the next. Plain data: it is written to the conversation's log with every
// change, so that a resumed conversation sends the same bytes.
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ContextSettings } from './context-settings.ts'
import type { SurvivingFact } from './surviving-fact.ts'
import { NO_WORK, type WorkRecord } from './work-record.ts'

export type Level = 'snip' | 'micro' | 'collapse' | 'notes' | 'full' | 'media'

export type Reason =
  | 'cold' // the provider's cache had expired: editing cost nothing
  | 'batch' // enough to be worth a break of the prefix
  | 'threshold'
  | 'asked' // by the person
  | 'overflow' // the provider refused the request
  | 'unsummarised' // nothing can summarise

/** What a usage has shown, kept while what it was about is no longer what is sent. */
export interface KnownRate {
  /** The message whose usage it is. */
  readonly anchor: string
  readonly bytesPerToken: number
  /** Tokens of that usage that nothing we know of explains: they are in every request. */
  readonly besides: number
}

/** What a level dropped, and how to get it back: nothing disappears without one. */
export interface Receipt {
  /** `/context show ID`, and the Retrieve tool's `id`. */
  readonly id: string
  readonly time: string
  readonly level: Level
  readonly reason: Reason
  /** Messages that are gone, or of which a part is gone. */
  readonly messages: readonly string[]
  /** Tool results that are gone, by the id of their call. */
  readonly results?: readonly string[]
  /** By the provider's usage, or estimated because there was none yet: all three numbers in one way. */
  readonly counted: 'measured' | 'estimated'
  /** `before` − `after`; never negative. */
  readonly freed: number
  /** Tokens of the request before it acted, and after. */
  readonly before: number
  readonly after: number
}

export interface Snip {
  readonly receipt: string
  readonly ids: readonly string[]
  readonly tokens: number
}

export interface ClearedResult {
  readonly toolUseId: string
  /** As the marker names it: `c3.7`. */
  readonly item: string
  readonly tokens: number
}

/** The provider clears what came before the last `keep` tool uses at the time; `keep` grows with the calls since. */
interface ProviderClearing {
  readonly receipt: string
  /** The last tool use that is cleared: everything up to it stays cleared, nothing after it. */
  readonly through: string
  /** That the provider said it cleared. */
  readonly tokens?: number
}

export interface CollapseCommit {
  readonly receipt: string
  readonly first: string
  readonly last: string
  readonly summary: string
}

export interface Span {
  readonly first: string
  readonly last: string
}

export interface ContextState {
  /** Receipts given so far: the next one's number. */
  readonly receipts: number
  readonly snips: readonly Snip[]
  readonly cleared: readonly ClearedResult[]
  readonly providerClearing?: ProviderClearing
  /** The provider was asked to clear and did not, or not what was asked: from then on it is done here. */
  readonly clearsHere?: true
  readonly commits: readonly CollapseCommit[]
  readonly staged: readonly Span[]
  /** Messages whose oversized media were taken out. */
  readonly withoutMedia: readonly string[]
  /** Compactions that failed in a row. */
  readonly failures: number
  /** What the last usage before an edit has shown: it holds until the next response tells anew. */
  readonly rate?: KnownRate
  /** Thinking in messages up to this one was made for another prefix. */
  readonly unbound?: string
  readonly work: WorkRecord
  /** What earlier compactions found worth keeping. */
  readonly facts: readonly SurvivingFact[]
}

export const NEW_STATE: ContextState = {
  receipts: 0,
  snips: [],
  cleared: [],
  commits: [],
  staged: [],
  withoutMedia: [],
  failures: 0,
  work: NO_WORK,
  facts: [],
}

export interface StepInput {
  readonly messages: readonly TranscriptMessage[]
  readonly state: ContextState
  readonly settings: ContextSettings
  /** Milliseconds. */
  readonly now: number
}

export interface StepResult {
  readonly messages: readonly TranscriptMessage[]
  readonly state: ContextState
  readonly receipt?: Receipt
}

export function nextReceiptId(state: ContextState): string {
  return `c${state.receipts + 1}`
}
