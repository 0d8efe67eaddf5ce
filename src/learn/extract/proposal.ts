// What an extractor proposes: one statement that may be worth keeping, with the words that it comes from. Fork,
// structured call and rules all give these; `check-proposal` decides what becomes of each.
import type { MemoryKind, MemoryType } from '../../memory/memory.ts'
import type { Trigger } from '../../memory/moments.ts'

/** `write`: certain enough to be stored at once. `candidate`: kept in state, never injected, until something confirms it. */
export type Tier = 'write' | 'candidate'

/** What in the text made the rules, or a model, propose it. */
export const PROPOSAL_REASONS = [
  'remember', // the person asked for it
  'instruction', // a standing instruction: from now on, always, never
  'correction', // the person corrects what the agent did or believed
  'confirmation', // the person confirms an unusual choice
  'preference',
  'person', // name, role, what is true of the person
  'project', // a fact or decision of the project that the code does not show
  'deadline', // with a date
  'place', // a URL, tracker or dashboard with a purpose
  'model', // a model judged it worth keeping
] as const
export type ProposalReason = (typeof PROPOSAL_REASONS)[number]

export interface Proposal {
  /** The statement, in the person's language, understandable without the conversation. */
  readonly content: string
  /** A name for it that can be understood alone. */
  readonly title?: string
  /** The reason that was given for it. */
  readonly why?: string
  readonly tier: Tier
  readonly reason: ProposalReason
  /** The words that it rests on, as they stand in the message: at most 500 characters. */
  readonly quote: string
  /** The message that they stand in. */
  readonly message?: string
  readonly type?: MemoryType
  readonly kind?: MemoryKind
  readonly category?: string
  readonly tags?: readonly string[]
  /** When it matters; see `memory/moments`. Never what proves it. */
  readonly when?: readonly string[]
  readonly on?: readonly Trigger[]
  /** 1–5. */
  readonly importance?: number
  /** 0–1. */
  readonly confidence?: number
  /** ISO time: of no use afterwards. */
  readonly expires?: string
  /** The memory that it takes the place of: an id, as the manifest gives it. */
  readonly supersedes?: string
  /** About the person, not the project: may be true in all projects, which the person confirms once. */
  readonly aboutPerson?: boolean
}

/** A message as extractors see it: without what clients and hooks put around it. */
export interface SaidMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** What was typed; for the assistant its text without tool calls. */
  readonly text: string
  /** ISO time: dates such as "Thursday" are relative to it. */
  readonly time: string
  /** Rules of the secrets that were in it, where they were cut out when it was kept. */
  readonly secrets?: readonly string[]
}
