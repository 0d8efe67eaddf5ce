// What waits for the person because of a place of their own, in any project's inbox: memories that are about them and
// could move there, and what agents propose to add there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { moveMemory } from '../copy-memories.ts'
import type { InboxItem, InboxSource } from '../inbox.ts'
import type { Memory } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'
import { demandOwner } from '../origin-rules.ts'
import { answeringProposed, keyOf, proposedTo, readProposed } from '../persons-proposals.ts'
import { type PlaceKind, personsPlaces } from '../places.ts'
import { isLive } from '../records/retention.ts'
import { quarantineSource } from './quarantine-source.ts'

/** Another place, opened when it is first asked for. */
export type OpenAt = (kind: PlaceKind) => MemoryContext

/** Accepted: it moves. Refused: it stays with the project, and is not proposed again. */
export function moveSource(context: MemoryContext, open: OpenAt): InboxSource[] {
  const { store, location, clock } = context
  const at = proposedTo(context)
  if (at === undefined) return []
  const waiting = (): { memory: Memory; item: InboxItem }[] => {
    const proposed = readProposed(location.state, at)
    if (proposed.length === 0) return []
    const now = clock.now()
    const memories = new Map(store.list().map((memory) => [memory.id, memory]))
    return proposed.flatMap(({ id, time }) => {
      const memory = memories.get(id)
      return memory && isLive(memory, now) ? [{ memory, item: itemOf(memory, time, at) }] : []
    })
  }
  const named = (id: string): Memory => {
    const found = waiting().find(({ item }) => item.id === id)
    if (found) return found.memory
    throw new MemdirError('not_found', message(inboxTexts.notInInbox, { reference: id }))
  }
  const source: InboxSource = {
    group: 'proposals',
    list: async () => waiting().map(({ item }) => item),
    async accept(id, { by }) {
      demandOwner(by.actor)
      const to = open(at)
      const outcome = await moveMemory({ from: context, to }, named(id), by)
      if (!('memory' in outcome)) return { id }
      const { id: moved, file, name } = outcome.memory
      return { id, memory: { id: moved, file: join(to.location.memory, file), name } }
    },
    async takes(id, { by }) {
      demandOwner(by.actor)
      return answeringProposed(context, at, named(id), clock.now())
    },
    at,
  }
  return [source]
}

function itemOf({ id, content, evidence, source, file }: Memory, time: string, at: PlaceKind): InboxItem {
  return {
    id: shortHash(keyOf(at, id)).slice(0, 8),
    text: content.trim(),
    reason: message(inboxTexts.aboutPerson),
    quote: evidence,
    conversation: source?.conversation,
    time,
    memories: [{ id, file }],
  }
}

/** What agents propose to add there waits with the memories that are there: shown in every project. */
export function heldSources(context: MemoryContext, open: OpenAt): InboxSource[] {
  return personsPlaces(context)
    .filter(({ state }) => existsSync(join(state, 'quarantine')))
    .map(({ kind }) => ({ ...quarantineSource(open(kind), kind), group: 'proposals' }))
}
