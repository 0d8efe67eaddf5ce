// The plain array of records that programs exchange: every field keeps its meaning.
import { checkNewMemory } from '../../memory/check-memory.ts'
import { isMemoryKind, isMemoryType, isOrigin, type MemorySource } from '../../memory/memory.ts'
import { type ImportedMemory, isRecord, textOf, textsOf, timeOf } from './imported.ts'

const OWN_FIELDS = ['importance', 'confidence', 'createdAt', 'expiresAt', 'accessCount', 'relatedMemories']

/** undefined when it is something else. Throws where a value has no meaning: all or nothing. */
export function readPlainRecords(data: unknown): ImportedMemory[] | undefined {
  if (!Array.isArray(data) || !data.every((item) => isRecord(item) && textOf(item.content))) return undefined
  const records = data as Record<string, unknown>[]
  const isOurs = (item: Record<string, unknown>) =>
    isMemoryKind(item.type) || OWN_FIELDS.some((field) => item[field] !== undefined)
  return records.some(isOurs) ? records.map(readRecord) : undefined
}

function readRecord(item: Record<string, unknown>): ImportedMemory {
  const { id, content, type, category, importance, confidence } = item
  const memory = {
    id: textOf(id),
    content,
    ...(isMemoryType(type) ? { type } : { kind: type ?? undefined }),
    category: textOf(category),
    importance: importance ?? undefined,
    confidence: confidence ?? undefined,
    tags: textsOf(item.tags),
    related: textsOf(item.relatedMemories),
    created: timeOf(item.createdAt),
    expires: timeOf(item.expiresAt),
    source: sourceFrom(item.source),
  }
  checkNewMemory(memory)
  return { ...(memory as ImportedMemory), usage: usageFrom(item) }
}

/** The conversation alone, or with the message and who said it. */
function sourceFrom(given: unknown): MemorySource {
  if (!isRecord(given)) return { origin: 'import', conversation: textOf(given) }
  const { origin } = given
  return {
    origin: isOrigin(origin) ? origin : 'import',
    conversation: textOf(given.conversation ?? given.conversationId ?? given.sessionId),
    message: textOf(given.message ?? given.messageId),
  }
}

function usageFrom({ accessCount, lastAccessedAt }: Record<string, unknown>): ImportedMemory['usage'] {
  const last = timeOf(lastAccessedAt)
  const isCount = typeof accessCount === 'number' && Number.isSafeInteger(accessCount) && accessCount > 0
  return isCount && last !== undefined ? { count: accessCount, last } : undefined
}
