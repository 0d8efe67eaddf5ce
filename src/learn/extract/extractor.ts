// The small interface behind which rules, one structured call of a model, and a fork of our own conversation propose
// what may be worth keeping. What becomes of a proposal is not theirs to decide: check-proposal.ts.
import type { Usage } from '../../base/values/usage.ts'
import type { Proposal, SaidMessage } from './proposal.ts'

export interface ExtractorInput {
  readonly conversation: string
  /** What was said since the last time: only this may be used as evidence. */
  readonly messages: readonly SaidMessage[]
  /** The last messages before that, oldest first: what "that one" refers to. */
  readonly before: readonly SaidMessage[]
  /** The memories that exist, so that an extractor updates rather than repeats. Read when it is asked for. */
  manifest(): readonly ManifestLine[]
  readonly now: Date
  readonly signal: AbortSignal
  /** What a model took for it. */
  onUsage?(usage: Usage): void
}

export interface ManifestLine {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly type?: string
}

export type ExtractorName = 'rules' | 'structured' | 'fork'

export interface Extractor {
  readonly name: ExtractorName
  /**
   * Throws where it fails: the messages are considered again. An answer that cannot be understood is no failure and
   * proposes nothing. May be called twice with the same messages.
   */
  propose(input: ExtractorInput): Promise<readonly Proposal[]>
}
