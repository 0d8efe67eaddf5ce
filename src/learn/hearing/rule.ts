// A rule: how a clause opens, and what it then says. The tables in `english.ts` and `chinese.ts` are all there is to the
// rules; everything else only finds the clauses.
import type { MemoryKind, MemoryType } from '../../memory/memory.ts'
import type { ProposalReason, Tier } from '../extract/proposal.ts'

export interface Rule {
  readonly reason: ProposalReason
  readonly tier: Tier
  /** Anchored at the beginning of a clause, behind what only leads in. Linear: no nested repetition. */
  readonly pattern: RegExp
  /** What the opening is no sign of. */
  readonly unless?: RegExp
  /** Must stand in the sentence besides. */
  readonly needs?: RegExp
  /** Nothing stands before it in its sentence but when, where or for what it holds. */
  readonly opensSentence?: boolean
  /** Reads on over the marks between clauses: "remember: …". */
  readonly readsSentence?: boolean
  /** What matched is no part of the statement: "remember that". */
  readonly cutsOpening?: boolean
  readonly kind?: MemoryKind
}

/** Where the reason leaves it open. What was asked for outright does not expire: importance 5. */
export const MEMORY_OF: Readonly<
  Record<ProposalReason, { type: MemoryType; kind: MemoryKind; importance: number; personal: boolean }>
> = {
  remember: { type: 'feedback', kind: 'workflow', importance: 5, personal: false },
  instruction: { type: 'feedback', kind: 'user_preference', importance: 5, personal: false },
  correction: { type: 'feedback', kind: 'fact', importance: 3, personal: false },
  confirmation: { type: 'feedback', kind: 'technical_decision', importance: 3, personal: false },
  preference: { type: 'user', kind: 'user_preference', importance: 3, personal: true },
  person: { type: 'user', kind: 'fact', importance: 3, personal: true },
  project: { type: 'project', kind: 'project_context', importance: 3, personal: false },
  deadline: { type: 'project', kind: 'project_context', importance: 4, personal: false },
  place: { type: 'reference', kind: 'fact', importance: 3, personal: false },
  model: { type: 'project', kind: 'other', importance: 3, personal: false },
}
