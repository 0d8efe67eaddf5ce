// From ranked hits to what is attached and what is a line: filters, the share of one conversation, at most five and three.

import type { RecallReason } from '../../base/messages/recall.ts'
import type { Memory } from '../../memory/memory.ts'

/** What the search data says of a memory is enough: only what is attached has to be read. */
export interface Ranked {
  memory: Pick<Memory, 'file' | 'expires' | 'source'>
  /** 0–1 */
  similarity: number
}

interface SelectionInput<Hit extends Ranked> {
  /** Best first. */
  hits: readonly Hit[]
  limit: number
  /** From which similarity on it is attached. */
  attach: number
  /** And from which it is worth a line. Absent: no lines. */
  line?: number | undefined
  /** Files that this conversation was shown since its last compaction. */
  shown: ReadonlySet<string>
  /** Files that the agent read itself. */
  read: ReadonlySet<string>
  now: Date
  /** How similar a memory has to be at least: more than others where it was called wrong. */
  leastFor?(memory: Ranked['memory']): number | undefined
}

export interface Selection<Hit extends Ranked> {
  chosen: Hit[]
  dropped: { hit: Hit; reason: RecallReason }[]
}

interface Selected<Hit extends Ranked> extends Selection<Hit> {
  /** In a line each. */
  weak: Hit[]
}

/** What was found and not chosen. */
export interface LeftOut {
  file: string
  reason: RecallReason
}

export function leftOutOf({ hit, reason }: Selection<Ranked>['dropped'][number]): LeftOut {
  return { file: hit.memory.file, reason }
}

export function selectMemories<Hit extends Ranked>(input: SelectionInput<Hit>): Selected<Hit> {
  const chosen: Hit[] = []
  const weak: Hit[] = []
  const dropped: { hit: Hit; reason: RecallReason }[] = []
  for (const hit of input.hits) {
    const isStrong = hit.similarity >= input.attach
    const reason = reasonAgainst(hit, input, { chosen, weak })
    if (reason) dropped.push({ hit, reason })
    else if (isStrong) chosen.push(hit)
    else if (isWorthLine(hit, input) && weak.length < MOST_LINES) weak.push(hit)
  }
  return { chosen, weak, dropped }
}

const MOST_LINES = 3

function isWorthLine({ similarity }: Ranked, { line }: SelectionInput<Ranked>): boolean {
  return line !== undefined && similarity >= line
}

function reasonAgainst(
  { memory, similarity }: Ranked,
  input: SelectionInput<Ranked>,
  { chosen, weak }: { chosen: readonly Ranked[]; weak: readonly Ranked[] },
): RecallReason | undefined {
  if (input.shown.has(memory.file)) return 'shown_before'
  if (input.read.has(memory.file)) return 'read_by_agent'
  if (isExpired(memory, input.now)) return 'expired'
  if (similarity < (input.leastFor?.(memory) ?? 0)) return 'called_wrong'
  if (similarity >= input.attach && chosen.length >= input.limit) return 'over_limit'
  if (isCrowding(memory, [...chosen, ...weak], input.limit)) return 'same_conversation'
  return undefined
}

export function isExpired(memory: Pick<Memory, 'expires'>, now: Date): boolean {
  return memory.expires !== undefined && Date.parse(memory.expires) <= now.getTime()
}

/** At most two of five from one conversation: a talkative or poisoned one must not fill a prompt. */
function isCrowding(memory: Ranked['memory'], chosen: readonly Ranked[], limit: number): boolean {
  const conversation = conversationOf(memory)
  if (conversation === undefined) return false
  return chosen.filter((hit) => conversationOf(hit.memory) === conversation).length >= shareOf(limit)
}

/** Two of five. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.floor((2 * limit) / 5))
}

/** Written by programs that nobody vouched for. */
const BY_PROGRAMS: ReadonlySet<string | undefined> = new Set(['agent', 'reported', 'tool', 'web'])

/** Not counted: what the person wrote, said or imported, and what names no conversation. */
function conversationOf({ source }: Ranked['memory']): string | undefined {
  return BY_PROGRAMS.has(source?.origin) ? source?.conversation : undefined
}
