// A filter as a condition of SQL, with its values.
import type { SearchFilter } from '../../search-document.ts'

/** What says no importance is of the usual one. */
export const USUAL_IMPORTANCE = 3

interface Condition {
  sql: string
  values: unknown[]
}

/** `first`: the number of the first value. */
export function whereOf(filter: SearchFilter | undefined, first: number): Condition {
  const values: unknown[] = []
  const value = (given: unknown) => `$${first - 1 + values.push(given)}`
  const { types, kinds, origins, tags, minImportance, changedAfter, changedBefore, liveAt } = filter ?? {}
  const conditions = [
    types && `type = ANY(${value(types)}::text[])`,
    kinds && `kind = ANY(${value(kinds)}::text[])`,
    origins && `origin = ANY(${value(origins)}::text[])`,
    tags && tags.length > 0 && `tags @> ${value(tags)}::text[]`,
    minImportance !== undefined && `importance >= ${value(minImportance)}::real`,
    changedAfter !== undefined && `changed >= ${value(Math.ceil(changedAfter))}::bigint`,
    changedBefore !== undefined && `changed < ${value(Math.ceil(changedBefore))}::bigint`,
    liveAt !== undefined && `(expires IS NULL OR expires > ${value(Math.floor(liveAt))}::bigint)`,
  ].filter((condition) => typeof condition === 'string')
  return { sql: conditions.map((condition) => ` AND ${condition}`).join(''), values }
}
