// Lists and look-ups of the catalog by SQL: which files, in which order, without a look at any of them. What is shown is
// then read from its file.
import type { MemoryKind, MemoryType } from '../../memory/memory.ts'
import type { MemorySummary } from '../../memory/memory-summary.ts'
import type { Database } from '../sqlite.ts'
import { inSteps } from './in-steps.ts'

const SUMMARY =
  'json_array(id, memory, name, type, kind, importance, confidence, created, changed, ends, superseded)'
/** Enough to know that a reference is not unique. */
const ALIKE = 6

export interface Listing {
  /** The newest, those of one moment in the order of their files. */
  newest(limit: number): { file: string; changed: number }[]
  summaries(): Iterable<MemorySummary>
  /** Files of this path, with or without its ending, or of this name in any directory. */
  named(name: string): string[]
  /** Files of memories with this id; where there are none, with ids that begin so. */
  withId(id: string): string[]
}

export function listingOf(database: Database): Listing {
  const all = <Row>(sql: string, ...values: (string | number)[]) =>
    database.prepare(sql).all(...values) as Row[]
  const files = (sql: string, ...values: (string | number)[]) =>
    all<{ id: string }>(`SELECT id FROM documents WHERE ${sql}`, ...values).map(({ id }) => id)
  return {
    newest: (limit) =>
      all('SELECT id AS file, changed FROM documents ORDER BY changed DESC, id LIMIT ?', limit),
    *summaries() {
      for (const values of inSteps(database, SUMMARY)) yield summaryFrom(values)
    },
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
