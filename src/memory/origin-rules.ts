// Who asks for a change, and what they may claim about who said it. An agent's word that the person said something
// is the agent's word: only the person, or a quotation of theirs that was found, makes a statement theirs.
import type { MemorySource, Origin } from './memory.ts'

/** The one actor who is no program. */
export const PERSON = 'user'

export function isPerson(actor: string): boolean {
  return actor === PERSON
}

/** Inside an agent nobody is the person, whatever the caller says. */
export function actingAs(actor: string, insideAgent: string | undefined): string {
  return isPerson(actor) ? (insideAgent ?? actor) : actor
}

/** For names that others choose for themselves. */
export function programName(name: string): string {
  return /^(?:user|memdir)$/i.test(name) ? `client-${name.toLowerCase()}` : name
}

/** What a program may say of itself: none of these counts for more than another. */
const CLAIMABLE: ReadonlySet<Origin | undefined> = new Set<Origin>(['agent', 'reported', 'tool', 'web'])

export interface OriginClaim {
  actor: string
  claimed: Origin | undefined
  /** A quotation was found in what the person typed. */
  proven?: boolean
}

/** The origin that a new statement gets. */
export function originOf({ actor, claimed, proven }: OriginClaim): Origin {
  if (isPerson(actor)) return claimed ?? 'user'
  if (claimed === 'user') return proven ? 'user' : 'reported'
  return CLAIMABLE.has(claimed) ? claimed! : 'agent'
}

/** The same, with the conversation that it came from. */
export function sourceOf(claim: Omit<OriginClaim, 'claimed'>, source: MemorySource = {}): MemorySource {
  return { ...source, origin: originOf({ ...claim, claimed: source.origin }) }
}
