// Who asks for a change, and what they may claim about who said it. An agent's word that the person said something
// is the agent's word: only the person, or a quotation of theirs that was found, makes a statement theirs.

import { message } from '../base/messages/message.ts'
import { originTexts } from '../base/messages/origin.ts'
import type { CallingAgent } from '../base/settings/calling-agent.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Memory, MemorySource, Origin } from './memory.ts'
import { isTeamFile } from './memory-path.ts'

/** The one actor who is no program. */
export const PERSON = 'user'

export function isPerson(actor: string): boolean {
  return actor === PERSON
}

/** Inside an agent nobody is the person, whatever the caller says. */
export function actingAs(actor: string, insideAgent: string | undefined): string {
  return isPerson(actor) ? (insideAgent ?? actor) : actor
}

interface Speaker {
  actor: string
  conversation: string | undefined
}

/**
 * In whose name a face writes: the person's, or the agent's in whose shell or program it runs. What the environment says of
 * the conversation counts for more than what the agent says; where nobody says, its day
 * is one.
 */
export function speakingAs(agent: CallingAgent | undefined, now: Date, conversation?: string): Speaker {
  if (!agent) return { actor: PERSON, conversation }
  const day = `${agent.name}-${now.toISOString().slice(0, 10)}`
  return { actor: agent.name, conversation: agent.conversation ?? conversation ?? day }
}

/** For names that others choose for themselves. */
export function programName(name: string): string {
  return /^(?:user|memdir)$/i.test(name) ? `client-${name.toLowerCase()}` : name
}

/** What a program may say of itself: none of these counts for more than another. */
const CLAIMABLE: ReadonlySet<Origin | undefined> = new Set<Origin>(['agent', 'reported', 'tool', 'web'])

interface OriginClaim {
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

/** Where a file is that says something of its origin. */
export interface ClaimedIn {
  /** Path below its memory directory, with `/`. */
  file: string
  /** The directory is in a working tree: whoever made the repository may have written it. */
  inTree?: boolean
}

/** What those who can write to a place can prove at most; undefined: it is the person's own, and a file is taken at its word. */
function mostProvable({ file, inTree = false }: ClaimedIn): Origin | undefined {
  if (inTree) return 'include'
  return isTeamFile(file) ? 'team' : undefined
}

/** A file may always speak of these: they count for less than any place. */
const ADMITTED: ReadonlySet<Origin | undefined> = new Set<Origin>(['tool', 'web'])

/** What is the person's own is changed by them alone, and by what memdir does for them. */
export function demandOwner(actor: string): void {
  if (isPerson(actor) || actor === 'memdir') return
  throw new MemdirError('needs_person', message(originTexts.personsPlace), {
    fix: message(originTexts.personsPlaceFix),
  })
}

/** What a file says of its source, as far as its place can prove it. What is not said is claimed as well: it would pass for the person's hand. */
export function provableSource(
  claimed: MemorySource | undefined,
  place: ClaimedIn,
): MemorySource | undefined {
  const most = mostProvable(place)
  return most === undefined || ADMITTED.has(claimed?.origin) ? claimed : { ...claimed, origin: most }
}

/** Those who speak for the person: what others say quotes somebody else. */
const OF_THE_PERSON: ReadonlySet<Origin | undefined> = new Set<Origin | undefined>([
  undefined,
  'user',
  'agent',
  'reported',
])

/** A quotation of the person, where whoever wrote it down can have heard them. */
export function quotesPerson({ source, evidence }: Pick<Memory, 'source' | 'evidence'>): boolean {
  return evidence !== undefined && OF_THE_PERSON.has(source?.origin)
}

/** Said by the person, quoted from them, or written by hand: a file that names no program as its writer. */
export function isPersons(memory: Pick<Memory, 'source' | 'evidence'>): boolean {
  const { source } = memory
  if (source?.origin === 'user' || quotesPerson(memory)) return true
  return source?.origin === undefined && source?.conversation === undefined
}
