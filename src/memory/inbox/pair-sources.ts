// Pairs of memories that the person decides about: they seem to contradict each other, or to say the same.
import { join } from 'node:path'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { ACCEPTED, type InboxAnswer, type InboxItem, type InboxSource } from '../inbox.ts'
import { findLikelyConflicts } from '../likely-conflicts.ts'
import type { Memory, Origin } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import { isLive } from '../records/retention.ts'
import { readRefused, refusing } from '../refused.ts'

/** A pair that was looked at stays away until one of the two says something else. */
function pairKey(kind: string, one: Memory, other: Memory): string {
  return `${kind} ${one.hash} ${other.hash}`
}

interface FoundPair {
  one: Memory
  other: Memory
  /** What of the two is shown, where it is not all. */
  texts?: readonly [string, string]
}

interface Pair extends FoundPair {
  item: InboxItem
}

/** More at once nobody looks through; when these are answered the next ones come. */
const MOST_PAIRS = 10

function pairSource(
  context: MemoryContext,
  group: 'conflicts' | 'doubles',
  find: () => Promise<readonly FoundPair[]>,
  accept: (pair: Pair, by: ChangedBy) => Promise<InboxAnswer>,
): InboxSource {
  const directory = join(context.location.state, 'candidates')
  const reason = message(group === 'conflicts' ? inboxTexts.conflictReason : inboxTexts.doubleReason)
  const pairs = async (): Promise<Pair[]> => {
    const isRefused = readRefused(directory)
    return (await find())
      .filter(({ one, other }) => !isRefused(pairKey(group, one, other)))
      .map(({ one, other, texts: [older, newer] = [one.content, other.content] }) => ({
        one,
        other,
        item: {
          id: shortHash(pairKey(group, one, other)).slice(0, 8),
          text: `${older.trim()}\n↔ ${newer.trim()}`,
          reason,
          time: other.updated ?? other.created ?? other.modified,
          memories: [one, other].map(({ id, file }) => ({ id, file })),
        },
      }))
  }
  const named = async (id: string): Promise<Pair> => {
    const pair = (await pairs()).find(({ item }) => item.id === id)
    if (!pair) throw new MemdirError('not_found', message(inboxTexts.notInInbox, { reference: id }))
    return pair
  }
  return {
    group,
    list: async () => (await pairs()).slice(0, MOST_PAIRS).map(({ item }) => item),
    count: async () => (await pairs()).length,
    accept: async (id, { by }) => accept(await named(id), by),
    async takes(id, { action }) {
      const { one, other } = await named(id)
      return action === 'refuse' ? [refusing(pairKey(group, one, other), context.clock.now())] : []
    },
  }
}

const OF_PROGRAMS: ReadonlySet<Origin | undefined> = new Set<Origin>(['agent', 'reported', 'tool', 'web'])

/** Accepted: the newer counts from now on. */
export function conflictSource(context: MemoryContext): InboxSource {
  const { store, clock } = context
  const find = async () => {
    const now = clock.now()
    const live = new Map(
      store
        .list()
        .filter((memory) => isLive(memory, now))
        .map((memory) => [memory.file, memory]),
    )
    return findLikelyConflicts([...live.values()]).flatMap(({ older, newer }): FoundPair[] => {
      const [one, other] = [live.get(older.file), live.get(newer.file)]
      return one && other ? [{ one, other, texts: [older.text, newer.text] }] : []
    })
  }
  return pairSource(context, 'conflicts', find, async ({ item, one, other }, by) => {
    if (!isPerson(by.actor) && !OF_PROGRAMS.has(one.source?.origin))
      throw new MemdirError('usage', message(inboxTexts.conflictRefused), {
        fix: message(inboxTexts.conflictRefusedFix),
      })
    await store.edit(one, { fields: { superseded_by: other.id } }, { ...by, reason: ACCEPTED })
    return { id: item.id, memory: placeOf(other) }
  })
}

/** Accepted: merged. */
export function doubleSource(context: MemoryContext): InboxSource {
  const find = async () => (await context.records()).likelyDoubles().map(({ one, other }) => ({ one, other }))
  return pairSource(context, 'doubles', find, async ({ item, one, other }, by) => {
    const { memory } = await (await context.records()).merge(one, other, by)
    return { id: item.id, memory: placeOf(memory) }
  })
}

function placeOf({ id, file, name }: Memory): { id: string; file: string; name: string } {
  return { id, file, name }
}
