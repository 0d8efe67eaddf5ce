// Whether what the person typed comes again: a candidate that recurs in two other conversations on two days is worth
// keeping, and so is a command, a tracker's project or a branch prefix.
//
// The pipeline makes an occurrence of every new candidate (`occurrenceOf`) and takes those of `recurringFacts`; it asks
// `findRecurrence` of each with the earlier occurrences of the same project, stores the new one, and where `recurs` is true
// hands `promoted` to the check as any other proposal and removes the occurrences in `same`.
import { exactDifference } from '../sameness/exact-difference.ts'
import { tokenize } from '../search/tokens.ts'
import { isOftenEnough } from './promotion.ts'
import type { Proposal } from './proposal.ts'

export type FactKind = 'statement' | 'command' | 'tracker' | 'issues' | 'branch'

export interface FactOccurrence {
  readonly kind: FactKind
  /** What recurs, in one form; of a statement its text. */
  readonly subject: string
  /** As it was written. */
  readonly form: string
  /** What a memory of it would say, in the person's language. */
  readonly content: string
  /** The person's words. */
  readonly quote: string
  readonly conversation: string
  /** ISO. */
  readonly time: string
}

export interface Recurrence<T extends FactOccurrence> {
  /** The earlier occurrences of the same thing. */
  readonly same: readonly T[]
  /** Often enough, and not in one sitting. */
  readonly recurs: boolean
}

/** Of the words of the shorter statement this part must stand in the other. */
const SHARED = 0.75
const FEWEST_SHARED = 3

export function occurrenceOf(
  { content, quote }: Pick<Proposal, 'content' | 'quote'>,
  { conversation, time }: { conversation: string; time: string },
): FactOccurrence {
  return { kind: 'statement', subject: content, form: content, content, quote, conversation, time }
}

export function findRecurrence<T extends FactOccurrence>(
  occurrence: FactOccurrence,
  earlier: readonly T[],
): Recurrence<T> {
  const same = earlier.filter((other) => isSame(occurrence, other))
  const all = [occurrence, ...same]
  // A prefix is one of several branches; one branch that is named again is not.
  const forms = new Set(all.map(({ form }) => form))
  const recurs = isOftenEnough(all) && (occurrence.kind !== 'branch' || forms.size >= 2)
  return { same, recurs }
}

/** The memory that a recurring occurrence becomes: the newest wording, quoting the newest words. */
export function promoted(occurrence: FactOccurrence, candidate?: Proposal): Proposal {
  if (candidate) return { ...candidate, tier: 'write' }
  const isPlace = occurrence.kind === 'tracker' || occurrence.kind === 'issues'
  return {
    content: occurrence.content,
    tier: 'write',
    reason: isPlace ? 'place' : 'project',
    quote: occurrence.quote,
    type: isPlace ? 'reference' : 'project',
    kind: isPlace ? 'fact' : 'workflow',
    importance: 3,
    confidence: 0.8,
  }
}

function isSame(one: FactOccurrence, other: FactOccurrence): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind !== 'statement') return one.subject === other.subject
  return saysTheSame(one.subject, other.subject)
}

/** No number, name or negation differs, and nearly all words of the shorter stand in the longer. */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [new Set(tokenize(one)), new Set(tokenize(other))]
  const shared = [...a].filter((token) => b.has(token)).length
  const fewer = Math.min(a.size, b.size)
  if (shared < Math.min(FEWEST_SHARED, fewer) || shared === 0 || shared / fewer < SHARED) return false
  if (shared / Math.max(a.size, b.size) < SHARED / 1.5) return false
  return exactDifference(one, other) === undefined
}
