// Whether a fact that no single prompt states (a command, a tracker's project, a branch prefix) comes again in what the
// person typed: in two other conversations and on another day it is worth keeping.

import { isOftenEnough } from './promotion.ts'
import type { Proposal } from './proposal.ts'

type FactKind = 'command' | 'tracker' | 'issues' | 'branch'

export interface FactOccurrence {
  readonly kind: FactKind
  /** What recurs, in one form. */
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

interface Recurrence<T extends FactOccurrence> {
  /** The earlier occurrences of the same thing. */
  readonly same: readonly T[]
  /** Often enough, and not in one sitting. */
  readonly recurs: boolean
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
export function promoted(occurrence: FactOccurrence): Proposal {
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
  return one.kind === other.kind && one.subject === other.subject
}
