// What waits for the person that concerns all their projects, in any project's inbox: memories that are about them, and
// what agents propose.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { originTexts } from '../../base/messages/origin.ts'
import { everywherePlace } from '../../base/projects/everywhere.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { once } from '../../base/values/once.ts'
import { moveMemory } from '../copy-memories.ts'
import { answeringProposed, readProposed } from '../everywhere-proposals.ts'
import type { InboxItem, InboxSource } from '../inbox.ts'
import type { Memory } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import { isLive } from '../records/retention.ts'
import { quarantineSource } from './quarantine-source.ts'

/** Accepted: it moves. Refused: it stays with the project, and is not proposed again. */
export function everywhereSource(context: MemoryContext, there: () => MemoryContext): InboxSource {
  const { store, location, clock } = context
  const waiting = (): { memory: Memory; item: InboxItem }[] => {
    const proposed = readProposed(location.state)
    if (proposed.length === 0) return []
    const now = clock.now()
    const memories = new Map(store.list().map((memory) => [memory.id, memory]))
    return proposed.flatMap(({ id, time }) => {
      const memory = memories.get(id)
      return memory && isLive(memory, now) ? [{ memory, item: itemOf(memory, time) }] : []
    })
  }
  const named = (id: string): Memory => {
    const found = waiting().find(({ item }) => item.id === id)
    if (found) return found.memory
    throw new MemdirError('not_found', message(inboxTexts.notInInbox, { reference: id }))
  }
  return {
    group: 'proposals',
    list: async () => waiting().map(({ item }) => item),
    async accept(id, { by }) {
      demandPerson(by)
      const to = there()
      const outcome = await moveMemory({ from: context, to }, named(id), by)
      if (!('memory' in outcome)) return { id }
      const { id: moved, file, name } = outcome.memory
      return { id, memory: { id: moved, file: join(to.location.memory, file), name } }
    },
    async takes(id, { by }) {
      demandPerson(by)
      return answeringProposed(location.state, named(id), clock.now())
    },
    isEverywhere: true,
  }
}

function itemOf({ id, content, evidence, source, file }: Memory, time: string): InboxItem {
  return {
    id: shortHash(`everywhere ${id}`).slice(0, 8),
    text: content.trim(),
    reason: message(inboxTexts.everywhereReason),
    quote: evidence,
    conversation: source?.conversation,
    time,
    memories: [{ id, file }],
  }
}

/** What agents propose for all projects waits with the memories that hold there: shown in every project. */
export function heldEverywhereSource(context: MemoryContext, there: () => MemoryContext): InboxSource {
  const { location, settings, everywhere } = context
  const { state } = everywherePlace(location.projects)
  const isThere = () =>
    !everywhere && settings.get('everywhere.enabled') && existsSync(join(state, 'quarantine'))
  const held = once(() => quarantineSource(there(), { everywhere: true }))
  return {
    group: 'proposals',
    list: async () => (isThere() ? held().list() : []),
    accept: (id, asked) => held().accept(id, asked),
    takes: (id, asked) => held().takes(id, asked),
    isEverywhere: true,
  }
}

function demandPerson({ actor }: ChangedBy): void {
  if (isPerson(actor)) return
  throw new MemdirError('needs_person', message(originTexts.everywhereByPerson), {
    fix: message(originTexts.everywhereByPersonFix),
  })
}
