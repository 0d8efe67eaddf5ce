// mem0's export: a list of memories, bare or under `results` or `memories`, as its client's get_all returns them.
import { isObject } from '../../../base/values/is-object.ts'
import { isPreference, typeOfMemory } from './about-user.ts'
import { type ImportedMemory, isoTime, nonEmptyText, nonEmptyTexts } from './imported.ts'

export function readMem0(data: unknown): ImportedMemory[] | undefined {
  const list = Array.isArray(data) ? data : isObject(data) ? (data.results ?? data.memories) : undefined
  if (!Array.isArray(list) || !list.every((item) => isObject(item) && nonEmptyText(item.memory ?? item.data)))
    return undefined
  return list.map((item: Record<string, unknown>): ImportedMemory => {
    const metadata = isObject(item.metadata) ? item.metadata : {}
    const category = nonEmptyTexts(item.categories)[0] ?? nonEmptyText(metadata.category)
    const content = nonEmptyText(item.memory ?? item.data)!
    const kind = kindFor(category ?? nonEmptyText(metadata.type), content)
    return {
      content,
      kind,
      type: typeOfMemory(content, kind),
      category,
      tags: nonEmptyTexts(item.categories).slice(1),
      created: isoTime(item.created_at),
      updated: isoTime(item.updated_at),
      expires: isoTime(item.expiration_date),
      source: { origin: 'import', ...conversationOf(item) },
    }
  })
}

function conversationOf(item: Record<string, unknown>): { conversation?: string } {
  const run = nonEmptyText(item.run_id)
  return run === undefined ? {} : { conversation: run }
}

function kindFor(category: string | undefined, content: string): ImportedMemory['kind'] {
  if (category === undefined) return isPreference(content) ? 'user_preference' : 'other'
  if (/prefer|food|music|hobb|like|travel|style/i.test(category)) return 'user_preference'
  if (/skill|professional|education/i.test(category)) return 'skill'
  if (/famil|friend|relation|personal/i.test(category)) return 'relationship'
  return /project|work/i.test(category) ? 'project_context' : 'fact'
}
