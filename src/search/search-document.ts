// A memory as search sees it.
import { lastChanged, type Memory, supersededBy } from '../memory/memory.ts'
import type { SearchDocument } from './backend.ts'
import type { FileState } from './memory-files.ts'

/** The file is the identity: two files may claim one id, and both must be found. `state`: before it was read. */
export function searchDocument(memory: Memory, { size, stamp }: FileState): SearchDocument {
  const { file, name, description = '', content, type, kind, category, tags, importance, source } = memory
  const changed = timeOf(lastChanged(memory)) ?? 0
  return {
    id: file,
    name,
    description,
    body: content,
    tags: category === undefined ? tags : [...tags, category],
    changed,
    size,
    stamp,
    ...defined({
      type,
      kind,
      importance,
      created: timeOf(memory.created),
      // What a newer statement took back is no longer found, as if it had expired.
      expires: supersededBy(memory) === undefined ? timeOf(memory.expires) : 0,
      origin: source?.origin,
      conversation: source?.conversation,
    }),
  }
}

function timeOf(iso: string | undefined): number | undefined {
  const time = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? undefined : time
}

function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
