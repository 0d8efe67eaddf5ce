// mem0's export: a list of memories, bare or under `results` or `memories`, as its client's get_all returns them.
import { isPreference, typeOfMemory } from './about-user.ts'
import { type ImportedMemory, isRecord, textOf, textsOf, timeOf } from './imported.ts'

export function readMem0(data: unknown): ImportedMemory[] | undefined {
  const list = Array.isArray(data) ? data : isRecord(data) ? (data.results ?? data.memories) : undefined
  if (!Array.isArray(list) || !list.every((item) => isRecord(item) && textOf(item.memory ?? item.data)))
    return undefined
  return list.map((item: Record<string, unknown>): ImportedMemory => {
    const metadata = isRecord(item.metadata) ? item.metadata : {}
    const category = textsOf(item.categories)[0] ?? textOf(metadata.category)
    const content = textOf(item.memory ?? item.data)!
    const kind = kindFor(category ?? textOf(metadata.type), content)
    return {
      content,
      kind,
      type: typeOfMemory(content, kind),
      category,
      tags: textsOf(item.categories).slice(1),
      created: timeOf(item.created_at),
      updated: timeOf(item.updated_at),
      expires: timeOf(item.expiration_date),
      source: { origin: 'import', ...conversationOf(item) },
    }
  })
}

function conversationOf(item: Record<string, unknown>): { conversation?: string } {
  const run = textOf(item.run_id)
  return run === undefined ? {} : { conversation: run }
}

function kindFor(category: string | undefined, content: string): ImportedMemory['kind'] {
  if (category === undefined) return isPreference(content) ? 'user_preference' : 'other'
  if (/prefer|food|music|hobb|like|travel|style/i.test(category)) return 'user_preference'
  if (/skill|professional|education/i.test(category)) return 'skill'
  if (/famil|friend|relation|personal/i.test(category)) return 'relationship'
  return /project|work/i.test(category) ? 'project_context' : 'fact'
}
