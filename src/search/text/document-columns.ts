// Documents as rows of SQLite, and filters as SQL.

import { MEMORY_KINDS, typeOfKind } from '../../memory/memory.ts'
import type { ListFilter } from '../../memory/memory-list.ts'
import type { SearchDocument, SearchFilter, StoredDocument } from '../search-document.ts'

const STORED_COLUMNS = [
  'row',
  'passages',
  'dense',
  'text_hash',
  'id',
  'type',
  'kind',
  'tags',
  'importance',
  'created',
  'changed',
  'expires',
  'origin',
  'conversation',
  'size',
  'stamp',
  'situation',
] as const

/** What only lists and totals ask for: a query, which reads hundreds of documents, leaves it out. */
const LISTED_COLUMNS = ['memory', 'name', 'confidence', 'ends', 'superseded'] as const

export const ALL_COLUMNS = [...STORED_COLUMNS, ...LISTED_COLUMNS] as const

/** Tags are joined with a character that no tag contains, and surrounded by it, so that one can be looked for. */
const TAG_MARK = '\u001f'

export type Value = string | number | null

/** In the order of ALL_COLUMNS. */
export function columnsOf(
  document: SearchDocument,
  place: {
    row: number
    passages: number
    dense: number
    situation: number
    text_hash: number
  },
): Value[] {
  const { tags, summary } = document
  const listed = {
    memory: summary?.id,
    name: summary?.name,
    confidence: summary?.confidence,
    ends: summary?.expires,
    superseded: Number(summary?.superseded ?? false),
  }
  const values = { ...document, ...place, ...listed }
  const joined = tags.length > 0 ? TAG_MARK + tags.join(TAG_MARK) + TAG_MARK : null
  return ALL_COLUMNS.map((column) => {
    if (column === 'tags') return joined
    return values[column] ?? null
  })
}

/** All columns as one JSON array: one value costs a tenth of as many columns. */
export const DOCUMENT_JSON = `json_array(${STORED_COLUMNS.join(', ')})`

/** In the order of STORED_COLUMNS. One shape for all: hundreds are made for every query. */
export function documentOf(values: readonly unknown[]): StoredDocument {
  const given = (index: number) => values[index] ?? undefined
  const tags = values[7]
  return {
    row: values[0],
    passages: values[1],
    dense: values[2] === 1,
    version: values[3],
    id: values[4],
    type: given(5),
    kind: given(6),
    tags: typeof tags === 'string' ? tags.slice(1, -1).split(TAG_MARK) : [],
    importance: given(8),
    created: given(9),
    changed: values[10],
    expires: given(11),
    origin: given(12),
    conversation: given(13),
    size: values[14],
    stamp: values[15],
    situation: values[16],
  } as StoredDocument
}

/** As `isListed`. */
export function listConditions({ type, kind, tags = [], minImportance, withoutWhen }: ListFilter): {
  where: string
  values: Value[]
} {
  const { where, values } = conditions({ tags, ...(minImportance !== undefined && { minImportance }) })
  if (type !== undefined) {
    const kinds = MEMORY_KINDS.filter((one) => typeOfKind(one) === type)
    where.push(`(type = ? OR (type IS NULL AND kind IN (${kinds.map(() => '?').join(', ')})))`)
    values.push(type, ...kinds)
  }
  if (kind !== undefined) {
    where.push("COALESCE(kind, CASE type WHEN 'reference' THEN 'fact' ELSE 'other' END) = ?")
    values.push(kind)
  }
  if (withoutWhen) where.push('situation = 0')
  return { where: where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`, values }
}

/** All conditions but expiry, which changes from query to query and is true of few. */
export function conditions(filter: SearchFilter): { where: string[]; values: Value[] } {
  const where: string[] = []
  const values: Value[] = []
  const add = (sql: string, ...bound: Value[]) => {
    where.push(sql)
    values.push(...bound)
  }
  const oneOf = (column: string, list: readonly string[] | undefined) => {
    if (list) add(`${column} IN (${list.map(() => '?').join(', ')})`, ...list)
  }
  oneOf('type', filter.types)
  oneOf('kind', filter.kinds)
  oneOf('origin', filter.origins)
  for (const tag of filter.tags ?? []) add('instr(tags, ?) > 0', TAG_MARK + tag + TAG_MARK)
  // What does not say its importance is of the usual one.
  if (filter.minImportance !== undefined) add('COALESCE(importance, 3) >= ?', filter.minImportance)
  if (filter.changedAfter !== undefined) add('changed >= ?', filter.changedAfter)
  if (filter.changedBefore !== undefined) add('changed < ?', filter.changedBefore)
  return { where, values }
}
