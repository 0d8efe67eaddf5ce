// Lists and look-ups of the catalog by SQL: which files, in which order, without a look at any of them. What is shown is
// then read from its file.

import type { Database } from '../../base/files/sqlite.ts'
import type { MemoryKind, MemoryType } from '../../memory/memory.ts'
import {
  type ListEntry,
  type ListFilter,
  type ListOrder,
  listOrder,
  type MemorySummary,
  type SummaryGroup,
} from '../../memory/memory-list.ts'
import { listConditions, type Value } from './document-columns.ts'

const SUMMARY =
  'json_array(id, memory, name, type, kind, importance, confidence, created, changed, ends, superseded)'
/** Enough to know that a reference is not unique. */
const ALIKE = 6

export interface Listing {
  /** The first of them in this order; those that are equal in it newest first, then by file. */
  choose(filter: ListFilter, order: ListOrder, limit: number): ListEntry[]
  count(filter: ListFilter): number
  /** `times`: ends before and after one of these are told apart. */
  groups(times: readonly [number, number]): SummaryGroup[]
  /** The one made first and the one made last. */
  oldestAndNewest(): MemorySummary[]
  /** The memories with these ids. */
  withIds(ids: readonly string[]): Pick<MemorySummary, 'id' | 'name'>[]
  /** Files of this path, with or without its ending, or of this name in any directory. */
  named(name: string): string[]
  /** Files of memories with this id; where there are none, with ids that begin so. */
  withId(id: string): string[]
}

export function listingOf(database: Database): Listing {
  const all = <Row>(sql: string, ...values: Value[]) => database.prepare(sql).all(...values) as Row[]
  const files = (sql: string, ...values: (string | number)[]) =>
    all<{ id: string }>(`SELECT id FROM documents WHERE ${sql}`, ...values).map(({ id }) => id)
  return {
    choose(filter, order, limit) {
      const { where, values } = listConditions(filter)
      const entry = 'id AS file, name, importance, changed'
      const rows = (rest: string, ...more: number[]) =>
        all<EntryRow>(`SELECT ${entry} FROM documents ${where} ${rest}`, ...values, ...more).map(entryFrom)
      // By the rules of a language, which SQL does not know.
      if (order === 'name') return rows('').sort(listOrder('name')).slice(0, limit)
      const first = order === 'importance' ? 'COALESCE(importance, 3) DESC, ' : ''
      return rows(`ORDER BY ${first}changed DESC, id LIMIT ?`, limit)
    },
    count(filter) {
      const { where, values } = listConditions(filter)
      const [{ n } = { n: 0 }] = all<{ n: number }>(`SELECT count(*) AS n FROM documents ${where}`, ...values)
      return n
    },
    groups: (times) =>
      all<GroupRow>(
        `SELECT type, kind, importance, confidence, superseded, max(ends) AS expires, count(*) AS count FROM documents
         GROUP BY type, kind, importance, confidence, superseded, (ends <= ?) + (ends <= ?)`,
        ...times,
      ).map(groupFrom),
    oldestAndNewest() {
      const one = (order: string) =>
        all<{ list: string }>(`SELECT ${SUMMARY} AS list FROM documents ORDER BY ${order} LIMIT 1`)
      const found = [
        ...one('COALESCE(created, changed), changed, id DESC'),
        ...one('COALESCE(created, changed) DESC, changed DESC, id'),
      ]
      return found.map(({ list }) => summaryFrom(JSON.parse(list)))
    },
    withIds: (ids) =>
      all(
        'SELECT memory AS id, name FROM documents WHERE memory IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      ),
    named(name) {
      const exact = files('id IN (?, ?)', name, `${name}.md`)
      if (name.includes('/') || !name.endsWith('.md')) return exact
      const below = `/${name}`
      return [...exact, ...files('substr(id, -length(?)) = ? LIMIT ?', below, below, ALIKE)]
    },
    withId(id) {
      const exact = files('memory = ? LIMIT ?', id, ALIKE)
      if (exact.length > 0) return exact
      return files('memory >= ? AND memory < ? LIMIT ?', id, `${id}\u{10ffff}`, ALIKE)
    },
  }
}

interface EntryRow {
  file: string
  name: string | null
  importance: number | null
  changed: number
}

function entryFrom({ file, name, importance, changed }: EntryRow): ListEntry {
  return { file, name: name ?? '', changed, ...(importance !== null && { importance }) }
}

interface GroupRow {
  type: MemoryType | null
  kind: MemoryKind | null
  importance: number | null
  confidence: number | null
  superseded: number
  expires: number | null
  count: number
}

function groupFrom({
  type,
  kind,
  importance,
  confidence,
  superseded,
  expires,
  count,
}: GroupRow): SummaryGroup {
  return {
    ...(type !== null && { type }),
    ...(kind !== null && { kind }),
    ...(importance !== null && { importance }),
    ...(confidence !== null && { confidence }),
    ...(expires !== null && { expires }),
    superseded: superseded === 1,
    count,
  }
}

/** In the order of SUMMARY. */
function summaryFrom(values: readonly unknown[]): MemorySummary {
  const [file, id, name, type, kind, importance, confidence, created, changed, ends, superseded] = values
  return {
    file: file as string,
    id: (id as string | null) ?? '',
    name: (name as string | null) ?? '',
    ...(type !== null && { type: type as MemoryType }),
    ...(kind !== null && { kind: kind as MemoryKind }),
    ...(importance !== null && { importance: importance as number }),
    ...(confidence !== null && { confidence: confidence as number }),
    ...(created !== null && { created: created as number }),
    changed: changed as number,
    ...(ends !== null && { expires: ends as number }),
    superseded: superseded === 1,
  }
}
