// OpenMemory's export: `memories.json`, with categories by id, or the lines of `memories.jsonl`, with their names.
import { isObject } from '../../../base/values/is-object.ts'
import { isPreference, typeOfMemory } from './about-user.ts'
import { type ImportedMemory, isoTime, nonEmptyText, nonEmptyTexts } from './imported.ts'

export function readOpenMemory(data: unknown): ImportedMemory[] | undefined {
  if (!isObject(data) || !isObject(data.export_meta) || !Array.isArray(data.memories)) return undefined
  const categories = Array.isArray(data.categories) ? data.categories.filter(isObject) : []
  const names = new Map(categories.map(({ id, name }) => [nonEmptyText(id), nonEmptyText(name)]))
  return data.memories.filter(isObject).flatMap((entry) => {
    const known = nonEmptyTexts(entry.category_ids).flatMap((id) => names.get(id) ?? [])
    return memoryOf(entry, known)
  })
}

export function isOpenMemoryLine(line: unknown): boolean {
  return (
    isObject(line) && typeof line.content === 'string' && 'state' in line && Array.isArray(line.categories)
  )
}

export function readOpenMemoryLines(lines: readonly Record<string, unknown>[]): ImportedMemory[] {
  return lines.flatMap((entry) => memoryOf(entry, nonEmptyTexts(entry.categories)))
}

/** What the person has deleted or put away stays so. */
function memoryOf(entry: Record<string, unknown>, [category, ...tags]: string[]): ImportedMemory[] {
  const content = nonEmptyText(entry.content)
  if (content === undefined || entry.state === 'deleted' || entry.state === 'archived') return []
  const kind = isPreference(content) ? 'user_preference' : 'fact'
  return [
    {
      content,
      kind,
      type: typeOfMemory(content, kind),
      category,
      tags,
      created: isoTime(entry.created_at),
      updated: isoTime(entry.updated_at),
      source: { origin: 'import' },
    },
  ]
}
