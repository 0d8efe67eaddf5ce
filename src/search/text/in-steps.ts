// All documents in the order of their rows, a few thousand at a time: 100,000 at once would take 150 MB.
import type { Database } from '../../base/files/sqlite.ts'

/** Documents read at once. */
const STEP = 2_000

/** `json`: an SQL expression that makes a JSON array of a document's columns; one value costs a tenth of as many. */
export function* inSteps(database: Database, json: string): Generator<unknown[]> {
  const step = database.prepare(
    `SELECT json_group_array(json(value)) AS list, max(row) AS last
     FROM (SELECT row, ${json} AS value FROM documents WHERE row > ? ORDER BY row LIMIT ${STEP})`,
  )
  for (let after = 0; ; ) {
    const { list, last } = step.get(after) as { list: string; last: number | null }
    yield* JSON.parse(list) as unknown[][]
    if (last === null) return
    after = last
  }
}
