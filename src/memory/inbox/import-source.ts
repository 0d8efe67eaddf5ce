// Imports as a part of the inbox: each is one entry, taken or refused whole or in part.

import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import type { InboxItem, InboxPart, InboxSource } from '../inbox.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ImportedMemory } from '../transfer/formats/imported.ts'
import type { WaitingBatch } from '../transfer/waiting-imports.ts'

export function importSource(context: MemoryContext): InboxSource {
  const { records, caller } = context
  const waiting = async () => (await records()).waitingImports()
  /** What an agent lists, it reads: of an import that nobody has taken it is told only how much there is. */
  const isShown = caller === undefined
  const numbersOf = async (id: string, only: readonly number[] | undefined): Promise<number[]> => {
    const left = (await waiting()).find(id).entries.map(({ number }) => number)
    const missing = only?.find((number) => !left.includes(number))
    if (missing !== undefined)
      throw new MemdirError('not_found', message(inboxTexts.noSuchPart, { id, number: missing }), {
        fix: message(inboxTexts.seeParts, { id }),
      })
    return only ? [...new Set(only)].sort((a, b) => a - b) : left
  }
  return {
    group: 'imports',
    list: async () => (await waiting()).list().map((batch) => itemOf(batch, isShown)),
    async accept(id, { by, only }) {
      const taken = await (await records()).takeImport({ id, numbers: await numbersOf(id, only) }, by)
      const { imported, known, warnings } = taken
      return { id, taken: { imported, known }, ...(warnings.length > 0 && { warnings }) }
    },
    async takes(id, { action, by, only }) {
      const numbers = await numbersOf(id, only)
      const change = (await waiting()).answering(id, numbers)
      // What is refused is not imported again either.
      if (action === 'refuse') await (await records()).refuseImport({ id, numbers }, by)
      return [change]
    },
    inParts: true,
  }
}

function itemOf({ id, time, format, from, entries }: WaitingBatch, isShown: boolean): InboxItem {
  const doubtful = entries.filter((entry) => entry.doubtful).length
  const reason = doubtful > 0 ? inboxTexts.importDoubtful : inboxTexts.importReason
  return {
    id,
    text: format,
    reason: message(reason, { count: entries.length, doubtful }),
    time,
    ...(isShown && from !== undefined && { from }),
    ...(isShown && {
      entries: entries.map(({ number, doubtful: isDoubtful = false, memory }) => ({
        number,
        text: memory.content.trim(),
        ...alsoSaid(memory),
        doubtful: isDoubtful,
      })),
    }),
  }
}

const READ_FIELDS = ['name', 'description', 'category', 'tags', 'evidence', 'when', 'on'] as const

/** A file that is taken over as it is has fields that the memory does not name. */
function alsoSaid(memory: ImportedMemory): Pick<InboxPart, 'also'> {
  const said: Record<string, unknown> = {
    ...memory,
    ...(memory.text !== undefined && parseDocument(memory.text).data),
  }
  const content = memory.content.toLowerCase()
  const also = READ_FIELDS.flatMap((field) => {
    const value = asText(said[field])
    return value === '' || content.includes(value.toLowerCase()) ? [] : [`${field}: ${value}`]
  })
  return also.length > 0 ? { also } : {}
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) ? value.map(asText).filter(Boolean).join(', ') : JSON.stringify(value)
}
