// Quarantine as a part of the inbox.
import { join } from 'node:path'
import { readRegularText } from '../../base/files/read-regular.ts'
import * as texts from '../../base/messages/inbox.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { HELD_REASONS } from '../../base/messages/origin.ts'
import type { InboxSource } from '../inbox.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { PlaceKind } from '../places.ts'

const MOST_BYTES = 1_000_000

/** What is held back until the person has looked at it. `at`: there, seen from another place. */
export function quarantineSource(context: MemoryContext, at?: PlaceKind): InboxSource {
  const { records } = context
  return {
    group: 'quarantine',
    list: async () =>
      (await records()).quarantine.list().map(({ id, held, reason, evidence, memory, by }) => ({
        id,
        text: memory.content,
        reason: message(HELD_REASONS[reason]),
        quote: memory.evidence,
        conversation: memory.source?.conversation,
        time: held,
        details: [
          memory.source?.origin === 'user'
            ? message(inboxTexts.heldForPerson)
            : message(inboxTexts.heldFor, { by }),
          ...evidence.map(({ rule, line, text }) => texts.describeInstruction(rule, line, text)),
        ],
      })),
    async accept(id, { by }) {
      const outcome = await (await records()).confirm(id, by)
      return {
        id,
        ...('memory' in outcome && {
          memory: { id: outcome.memory.id, file: outcome.memory.file, name: outcome.memory.name },
        }),
      }
    },
    async takes(id) {
      const file = `quarantine/${id}.json`
      const before = readRegularText(join(context.location.state, file), MOST_BYTES) ?? null
      return [{ file, before, after: null, ...(at && { at }) }]
    },
    ...(at && { at }),
  }
}
