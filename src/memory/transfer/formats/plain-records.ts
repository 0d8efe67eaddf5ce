// The plain array of records that programs exchange: every field keeps its meaning.
import { isObject } from '../../../base/values/is-object.ts'
import { isMemoryKind, isMemoryType, isOrigin, type MemorySource } from '../../memory.ts'
import { writtenMoments } from '../../moments.ts'
import { checkNewMemory } from '../../records/check-memory.ts'
import {
  givenTime,
  type ImportedMemory,
  isoTime,
  nonEmptyText,
  nonEmptyTexts,
  type RefusedEntry,
  readEach,
} from './imported.ts'

/** What ChatGPT's memory.json says of its memories. */
const THEIR_FIELDS = ['created_at', 'create_time', 'updated_at', 'update_time', 'enabled']
const OWN_FIELDS = [
  ...['importance', 'confidence', 'createdAt', 'updatedAt', 'expiresAt'],
  ...['accessCount', 'relatedMemories'],
]

/** `named`: whoever imports it says that it is one. undefined when it is something else. */
export function readPlainRecords(
  data: unknown,
  named = false,
): { memories: ImportedMemory[]; refused: RefusedEntry[] } | undefined {
  if (!Array.isArray(data) || !data.every((item) => isObject(item) && nonEmptyText(item.content)))
    return undefined
  const records = data as Record<string, unknown>[]
  const isOurs = (item: Record<string, unknown>) =>
    isMemoryKind(item.type) || OWN_FIELDS.some((field) => item[field] !== undefined)
  const isForeign = (item: Record<string, unknown>) => THEIR_FIELDS.some((field) => item[field] !== undefined)
  if (!named && !records.some(isOurs) && (records.length === 0 || records.some(isForeign))) return undefined
  const { taken: memories, refused } = readEach(records, readRecord)
  return { memories, refused }
}

function readRecord(item: Record<string, unknown>): ImportedMemory {
  const { id, content, type, category, importance, confidence } = item
  const memory = {
    id: nonEmptyText(id),
    content,
    ...(isMemoryType(type) ? { type } : { kind: type ?? undefined }),
    category: nonEmptyText(category),
    importance: importance ?? undefined,
    confidence: confidence ?? undefined,
    tags: nonEmptyTexts(item.tags),
    ...writtenMoments({ when: item.when, on: item.on }),
    related: nonEmptyTexts(item.relatedMemories),
    created: givenTime(item.createdAt),
    updated: givenTime(item.updatedAt),
    expires: givenTime(item.expiresAt),
    source: sourceFrom(item.source),
  }
  checkNewMemory(memory)
  return { ...(memory as ImportedMemory), usage: usageFrom(item) }
}

/** The conversation alone, or with the message and who said it. */
function sourceFrom(given: unknown): MemorySource {
  if (!isObject(given)) return { origin: 'import', conversation: nonEmptyText(given) }
  const { origin } = given
  return {
    origin: isOrigin(origin) ? origin : 'import',
    conversation: nonEmptyText(given.conversation ?? given.conversationId ?? given.sessionId),
    message: nonEmptyText(given.message ?? given.messageId),
  }
}

function usageFrom({ accessCount, lastAccessedAt }: Record<string, unknown>): ImportedMemory['usage'] {
  const last = isoTime(lastAccessedAt)
  const isCount = typeof accessCount === 'number' && Number.isSafeInteger(accessCount) && accessCount > 0
  return isCount && last !== undefined ? { count: accessCount, last } : undefined
}
