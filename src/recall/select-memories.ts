// From ranked hits to what is attached: filters, the share of one conversation, at most five.
import type { Memory } from '../memory/memory.ts'

export interface Ranked {
  memory: Memory
  /** 0–1 */
  similarity: number
}

export interface SelectionInput<Hit extends Ranked> {
  /** Best first. */
  hits: readonly Hit[]
  limit: number
  /** Files that this conversation was shown since its last compaction. */
  shown: ReadonlySet<string>
  /** Files that the agent read itself. */
  read: ReadonlySet<string>
  now: Date
}

export interface Selection<Hit extends Ranked> {
  chosen: Hit[]
  dropped: { hit: Hit; reason: string }[]
}

export function selectMemories<Hit extends Ranked>(input: SelectionInput<Hit>): Selection<Hit> {
  const chosen: Hit[] = []
  const dropped: { hit: Hit; reason: string }[] = []
  for (const hit of input.hits) {
    const reason = reasonAgainst(hit.memory, input, chosen)
    if (reason) dropped.push({ hit, reason })
    else chosen.push(hit)
  }
  return { chosen, dropped }
}

function reasonAgainst(
  memory: Memory,
  input: SelectionInput<Ranked>,
  chosen: readonly Ranked[],
): string | undefined {
  if (input.shown.has(memory.file)) return 'shown before in this conversation'
  if (input.read.has(memory.file)) return 'the agent has read it'
  if (isExpired(memory, input.now)) return 'expired'
  if (chosen.length >= input.limit) return `only ${input.limit} are attached`
  if (isCrowding(memory, chosen, input.limit)) return 'too many from one conversation'
  return undefined
}

export function isExpired(memory: Pick<Memory, 'expires'>, now: Date): boolean {
  return memory.expires !== undefined && Date.parse(memory.expires) <= now.getTime()
}

/** At most a third (1 of 5) from one origin conversation; what the person wrote themselves does not count. */
function isCrowding(memory: Memory, chosen: readonly Ranked[], limit: number): boolean {
  const conversation = conversationOf(memory)
  if (conversation === undefined) return false
  const most = Math.max(1, Math.floor(limit / 3))
  return chosen.filter((hit) => conversationOf(hit.memory) === conversation).length >= most
}

/** Written down by programs: without a conversation they may all be from one. */
const BY_PROGRAMS: ReadonlySet<string | undefined> = new Set(['agent', 'tool', 'web', 'import'])

/**
 * What has a conversation was written down by an agent, also where it says that the person said it: that is the
 * agent's word only. Files written by hand and what the person adds by the command have none.
 */
function conversationOf({ source }: Memory): string | undefined {
  if (source?.conversation) return source.conversation
  return BY_PROGRAMS.has(source?.origin) ? '' : undefined
}
