// Memories that an agent called wrong: the person says whether they are.

import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { feedbackChange, type MemoryFeedback, readFeedback, withoutWrong } from '../feedback.ts'
import type { InboxItem, InboxSource } from '../inbox.ts'
import type { Memory } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import { isLive } from '../records/retention.ts'

/** Accepted: it goes. In other words: they take its place. Refused: it stands. */
export function wrongSource(context: MemoryContext): InboxSource {
  const { store, location, clock, records } = context
  const waiting = (): { memory: Memory; item: InboxItem }[] => {
    const called = [...readFeedback(location.state)].filter(([, feedback]) => isCalledByAgent(feedback))
    if (called.length === 0) return []
    const now = clock.now()
    const memories = new Map(store.list().map((memory) => [memory.id, memory]))
    return called.flatMap(([id, { said }]) => {
      const memory = memories.get(id)
      return memory && said && isLive(memory, now) ? [{ memory, item: itemOf(memory, said) }] : []
    })
  }
  const named = (id: string, by: ChangedBy): Memory => {
    if (!isPerson(by.actor))
      throw new MemdirError('needs_person', message(inboxTexts.wrongByPerson), {
        fix: message(inboxTexts.conflictRefusedFix),
      })
    const found = waiting().find(({ item }) => item.id === id)
    if (found) return found.memory
    throw new MemdirError('not_found', message(inboxTexts.notInInbox, { reference: id }))
  }
  return {
    group: 'proposals',
    list: async () => waiting().map(({ item }) => item),
    async accept(id, { by }) {
      await store.remove(named(id, by), { ...by, reason: 'called wrong' })
      return { id }
    },
    async edit(id, content, { by }) {
      const outcome = await (await records()).correct(named(id, by), content, by)
      if (!('memory' in outcome)) return { id }
      const { id: newer, file, name } = outcome.memory
      return { id, memory: { id: newer, file, name } }
    },
    async takes(id, { by }) {
      const memory = named(id, by)
      return [feedbackChange(location.state, memory.id, (known) => withoutWrong(known, memory.id))]
    },
  }
}

function isCalledByAgent({ wrong, said }: MemoryFeedback): boolean {
  return wrong > 0 && said !== undefined && !isPerson(said.by)
}

function itemOf({ id, file, content }: Memory, said: NonNullable<MemoryFeedback['said']>): InboxItem {
  const { by, reason, time } = said
  const why = reason
    ? message(inboxTexts.wrongBecause, { by, reason })
    : message(inboxTexts.wrongReason, { by })
  return {
    id: shortHash(`wrong ${id}`).slice(0, 8),
    text: content.trim(),
    reason: why,
    time,
    memories: [{ id, file }],
  }
}
