// Vectors in PostgreSQL with pgvector: half precision, compared exactly within the project's own rows; from so many rows
// on an HNSW index of this project and model alone, made by the background.
import { hash } from 'node:crypto'
import { recordId } from '../flat-metadata.ts'
import { metadataOf } from '../metadata-digest.ts'
import type {
  StoredKey,
  StoredVector,
  StoreHit,
  VectorEntry,
  VectorIndex,
  VectorKey,
} from '../vector-index.ts'
import type { Postgres } from './connect.ts'
import { migrate } from './schema.ts'
import { USUAL_IMPORTANCE, whereOf } from './where.ts'

interface PostgresIndexOptions {
  postgres: Postgres
  /** What belongs to this project, here. */
  scope: string
  /** The schema in the database. Default `memdir`. */
  schema?: string
  /** Below it the exact comparison within a scope is quick enough, and finds everything. */
  leastHnsw?: number
}

/** Measured: at 10,000 an exact scan takes 13 times as long as the embedded one. */
const LEAST_HNSW = 10_000
/**
 * Denser than pgvector's own (16, 64). Measured with ef_search = 100 (connect.ts): of the ten nearest of 10,000 random
 * vectors, the hardest, it finds 7.3 in 3.7 times the processor time of the embedded files, pgvector's own 5.9 in 3.2
 * times; of 6,500 real ones both find all. With 120 it finds 8.0 in 4.0 times.
 */
const GRAPH = 'WITH (m = 24, ef_construction = 128)'
/** Entries of a statement. */
const BATCH = 200

export async function openPostgresIndex(options: PostgresIndexOptions): Promise<VectorIndex> {
  const { postgres, scope, leastHnsw = LEAST_HNSW } = options
  const schema = quoted(options.schema ?? 'memdir')
  const table = `${schema}.vectors`
  await migrate(postgres, schema)
  const ofKeys = `FROM ${table} JOIN jsonb_to_recordset($3::jsonb) AS k(memory text, passage integer) USING (memory, passage)
    WHERE scope = $1 AND model = $2`
  const indexOf = (model: string) => `hnsw_${hash('md5', `${scope}\0${model}`)}`
  const dropIndex = (model: string) => postgres.query(`DROP INDEX IF EXISTS ${schema}.${indexOf(model)}`)
  const isInvalid = async (index: string) => {
    const sql = 'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid'
    return (await postgres.query(sql, [`${schema}.${index}`])).length > 0
  }
  return {
    settles: 'at once',
    async put(model, entries) {
      for (const some of batches(entries)) await postgres.query(upsert(table), [scope, model, asJson(some)])
    },
    async describe(model, entries) {
      for (const some of batches(entries))
        await postgres.query(update(table), [scope, model, JSON.stringify(some.map(columnsOf))])
    },
    async remove(model, keys) {
      const sql = `DELETE FROM ${table} v USING jsonb_to_recordset($3::jsonb) AS k(memory text, passage integer)
        WHERE v.scope = $1 AND v.model = $2 AND v.memory = k.memory AND v.passage = k.passage`
      for (const some of batches(keys)) await postgres.query(sql, [scope, model, keysJson(some)])
    },
    async nearest(model, { vector, limit, filter }) {
      const { sql, values } = whereOf(filter, 5)
      const type = `halfvec(${vector.length})`
      const distance = `embedding::${type} <=> $3::${type}`
      const rows = await postgres.query<NearRow>(
        `SELECT memory, passage, 1 - (${distance}) AS cosine FROM ${table}
         WHERE scope = $1 AND model = $2${sql} ORDER BY ${distance} LIMIT $4`,
        [scope, model, textOf(vector), limit, ...values],
      )
      return rows.map((row): StoreHit => ({ record: recordId(row), cosine: Number(row.cosine) }))
    },
    async get(model, keys) {
      const found: StoredVector[] = []
      for (const some of batches(keys)) {
        const rows = await postgres.query<KeyRow & { vector: string }>(
          `SELECT memory, passage, version, embedding::text AS vector ${ofKeys}`,
          [scope, model, keysJson(some)],
        )
        for (const row of rows)
          found.push({ ...keyOf(row), vector: Float32Array.from(JSON.parse(row.vector) as number[]) })
      }
      return found
    },
    async keys(model) {
      const sql = `SELECT memory, passage, version FROM ${table} WHERE scope = $1 AND model = $2`
      return (await postgres.query<KeyRow>(sql, [scope, model])).map(keyOf)
    },
    async count() {
      const rows = await postgres.query<{ model: string; n: unknown }>(
        `SELECT model, count(*) AS n FROM ${table} WHERE scope = $1 GROUP BY model`,
        [scope],
      )
      return Object.fromEntries(rows.map(({ model, n }) => [model, Number(n)]))
    },
    async drop(model) {
      await postgres.query(`DELETE FROM ${table} WHERE scope = $1 AND model = $2`, [scope, model])
      await dropIndex(model)
    },
    async compact() {
      const sizes = await postgres.query<{ model: string; n: unknown; place: string; dimensions: number }>(
        `SELECT model, count(*) AS n, min(tableoid::regclass::text) AS place, min(vector_dims(embedding)) AS dimensions
         FROM ${table} WHERE scope = $1 GROUP BY model`,
        [scope],
      )
      for (const { model, n, place, dimensions } of sizes) {
        if (Number(n) < leastHnsw) continue
        // One whose making was cut off answers nothing, and would never be made again.
        if (await isInvalid(indexOf(model))) await dropIndex(model)
        await postgres.untimed(
          `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${indexOf(model)} ON ${place}
             USING hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops) ${GRAPH}
             WHERE scope = ${literal(scope)} AND model = ${literal(model)}`,
        )
      }
    },
    close: () => postgres.close(),
  }
}

interface KeyRow {
  memory: string
  passage: number
  version: string | number
}

interface NearRow extends KeyRow {
  cosine: number
}

const COLUMNS = `memory text, passage integer, version bigint, embedding text, type text, kind text, origin text,
  tags jsonb, importance real, changed bigint, expires bigint`
const TAGS = 'ARRAY(SELECT jsonb_array_elements_text(e.tags))'
const METADATA = ['type', 'kind', 'origin', 'tags', 'importance', 'changed', 'expires']

function upsert(table: string): string {
  const replaced = ['version', 'embedding', ...METADATA].map((column) => `${column} = excluded.${column}`)
  return `INSERT INTO ${table} SELECT $1, $2, e.memory, e.passage, e.version, e.embedding::halfvec, e.type, e.kind, e.origin,
      ${TAGS}, e.importance, e.changed, e.expires
    FROM jsonb_to_recordset($3::jsonb) AS e(${COLUMNS})
    ON CONFLICT (scope, model, memory, passage) DO UPDATE SET ${replaced.join(', ')}`
}

function update(table: string): string {
  const set = METADATA.map((column) => `${column} = ${column === 'tags' ? TAGS : `e.${column}`}`)
  return `UPDATE ${table} v SET ${set.join(', ')} FROM jsonb_to_recordset($3::jsonb) AS e(${COLUMNS})
    WHERE v.scope = $1 AND v.model = $2 AND v.memory = e.memory AND v.passage = e.passage`
}

function columnsOf({ memory, passage, metadata }: VectorKey & Pick<VectorEntry, 'metadata'>) {
  const { importance = USUAL_IMPORTANCE, changed, expires, ...rest } = metadataOf(metadata)
  const whole = {
    changed: Math.floor(changed),
    ...(expires === undefined ? {} : { expires: Math.floor(expires) }),
  }
  return { memory, passage, ...rest, importance, ...whole }
}

function asJson(entries: readonly VectorEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => ({
      ...columnsOf(entry),
      version: entry.version,
      embedding: textOf(entry.vector),
    })),
  )
}

function keysJson(keys: readonly VectorKey[]): string {
  return JSON.stringify(keys.map(({ memory, passage }) => ({ memory, passage })))
}

function keyOf({ memory, passage, version }: KeyRow): StoredKey {
  return { memory, passage, version: Number(version) }
}

/** Half precision has four digits. */
function textOf(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toPrecision(6)).join(',')}]`
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
