// Vectors in LanceDB: a directory, or object storage. A table for each model of a project. Two writers of one table would
// double what both insert, without a word: writes come one at a time (external-vectors.ts).
import type { SearchFilter } from '../../search-document.ts'
import {
  batchesOf,
  decodeModel,
  encodeModel,
  type FlatCondition,
  flatConditions,
  flatMetadata,
  keyIn,
  recordId,
  scopeName,
} from '../flat-metadata.ts'
import { loadPeer } from '../load-peer.ts'
import { storeError } from '../store-error.ts'
import type { StoredVector, VectorEntry, VectorIndex, VectorKey } from '../vector-index.ts'

interface LancedbOptions {
  /** A directory, or an address such as `s3://bucket/path`. */
  path: string
  scope: string
  /** From so many rows on an index is made. */
  leastIndexed?: number
}

/** Below it a scan is quick enough, and finds everything. */
const LEAST_INDEXED = 2_000
const BATCH = 500
/**
 * So many bits of every number (RaBitQ), all rows compared. Measured on 10,000 random vectors, the hardest, in one partition: 97 of
 * the 100 nearest; a graph (HNSW) found 93 in the same time and took ten times as long to make.
 */
const BITS = 7
/** Rows of a partition: with many more, adding a few rows makes the whole index again. */
const PARTITION = 8_192
/** So many partitions are compared, the nearest ones: all up to 330,000 rows. */
const PROBED = 40
/** What is added becomes an index of its own; so many are made one again. */
const MOST_PARTS = 16
/** Versions of a table that readers may still have open. */
const OLD_VERSIONS_MS = 600_000
const NAME = { store: 'LanceDB', variable: 'AWS_ACCESS_KEY_ID' }

type Row = Record<string, unknown>

interface Query {
  where(condition: string): Query
  select(columns: string[]): Query
  limit(count: number): Query
  nearestTo(vector: Float32Array | number[]): Query
  distanceType(type: 'cosine'): Query
  nprobes(count: number): Query
  toArray(): Promise<Row[]>
}

interface Table {
  mergeInsert(on: string): {
    whenMatchedUpdateAll(): { whenNotMatchedInsertAll(): { execute(rows: Row[]): Promise<unknown> } }
  }
  query(): Query
  delete(condition: string): Promise<unknown>
  countRows(): Promise<number>
  createIndex(column: string, options: unknown): Promise<void>
  listIndices(): Promise<{ name: string; columns: string[] }[]>
  indexStats(name: string): Promise<{ numIndices?: number } | undefined>
  optimize(options: { cleanupOlderThan: Date }): Promise<unknown>
  close(): void
}

interface Database {
  tableNames(options?: { startAfter?: string; limit?: number }): Promise<string[]>
  openTable(name: string): Promise<Table>
  createTable(name: string, rows: Row[]): Promise<Table>
  dropTable(name: string): Promise<void>
  close(): void
}

interface Lancedb {
  connect(path: string, options: { readConsistencyInterval: number }): Promise<Database>
  Index: { ivfRq(options: Record<string, unknown>): unknown }
}

export async function openLancedbIndex(options: LancedbOptions): Promise<VectorIndex> {
  const { path, scope, leastIndexed = LEAST_INDEXED } = options
  const lancedb = await loadPeer<Lancedb>('@lancedb/lancedb', 'LanceDB')
  const database = await said(lancedb.connect(path, { readConsistencyInterval: 0 }))
  const prefix = `memdir_${scopeName(scope)}_`
  const tables = new Map<string, Table>()
  const names = async () => (await allNames(database)).filter((name) => name.startsWith(prefix))
  const nameOf = (model: string) => prefix + encodeModel(model)
  const find = async (model: string): Promise<Table | undefined> => {
    const name = nameOf(model)
    const known = tables.get(name)
    if (known) return known
    if (!(await names()).includes(name)) return undefined
    const table = await database.openTable(name)
    tables.set(name, table)
    return table
  }
  /** A table that somebody dropped is looked for again. */
  const using = async <T>(model: string, none: T, use: (table: Table) => Promise<T>): Promise<T> => {
    const table = await said(find(model))
    if (!table) return none
    try {
      return await use(table)
    } catch (error) {
      tables.delete(nameOf(model))
      if (!(await said(names())).includes(nameOf(model))) return none
      throw storeError(error, NAME)
    }
  }
  const write = async (model: string, rows: Row[]): Promise<void> => {
    const table = await find(model)
    if (table) await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows)
    else tables.set(nameOf(model), await database.createTable(nameOf(model), rows))
  }
  return {
    settles: 'at once',
    put: (model, entries) => said(write(model, entries.map(rowOf))),
    describe: (model, entries) =>
      using(model, undefined, async (table) => {
        for (const some of batchesOf(entries, BATCH)) {
          const changed = await describedRows(table, some)
          if (changed.length > 0) await write(model, changed)
        }
      }),
    remove: (model, keys) =>
      using(model, undefined, async (table) => {
        for (const some of batchesOf(keys, BATCH)) await table.delete(oneOf(some))
      }),
    nearest: (model, { vector, limit, filter }) =>
      using(model, [], async (table) => {
        const near = table.query().nearestTo(vector).distanceType('cosine').nprobes(PROBED)
        const rows = await where(near, filter).limit(limit).select(['id', '_distance']).toArray()
        return rows.map((row) => ({ record: String(row.id), cosine: 1 - Number(row._distance) }))
      }),
    get: (model, keys) => using(model, [], (table) => storedIn(table, keys)),
    keys: (model) =>
      using(model, [], async (table) =>
        (await table.query().select(['memory', 'passage', 'version']).toArray()).map(keyIn),
      ),
    async count() {
      const counts: Record<string, number> = {}
      for (const name of await said(names())) {
        const model = decodeModel(name.slice(prefix.length))
        const count = await using(model, 0, (table) => table.countRows())
        if (count > 0) counts[model] = count
      }
      return counts
    },
    async drop(model) {
      tables.delete(nameOf(model))
      if ((await said(names())).includes(nameOf(model))) await said(database.dropTable(nameOf(model)))
    },
    async compact({ erase = false } = {}) {
      for (const name of await said(names())) {
        const model = decodeModel(name.slice(prefix.length))
        await using(model, undefined, async (table) => {
          const cleanupOlderThan = new Date(Date.now() - (erase ? 0 : OLD_VERSIONS_MS))
          await table.optimize({ cleanupOlderThan })
          const rows = await table.countRows()
          if (rows >= leastIndexed && !(await isIndexed(table)))
            await table.createIndex('vector', { config: indexFor(rows, lancedb) })
        })
      }
    },
    async close() {
      for (const table of tables.values()) table.close()
      database.close()
    },
  }
}

/** The rows of these entries, with what is said of them now. */
async function describedRows(
  table: Table,
  entries: readonly (VectorKey & Pick<VectorEntry, 'metadata'>)[],
): Promise<Row[]> {
  const byId = new Map(entries.map((entry) => [recordId(entry), entry.metadata]))
  const rows = await table.query().where(oneOf(entries)).toArray()
  return rows.flatMap((row) => {
    const metadata = byId.get(String(row.id))
    return metadata ? [rowOf({ ...keyIn(row), vector: vectorIn(row), metadata })] : []
  })
}

async function storedIn(table: Table, keys: readonly VectorKey[]): Promise<StoredVector[]> {
  const found: StoredVector[] = []
  for (const some of batchesOf(keys, BATCH)) {
    const columns = ['memory', 'passage', 'version', 'vector']
    const rows = await table.query().where(oneOf(some)).select(columns).toArray()
    for (const row of rows) found.push({ ...keyIn(row), vector: vectorIn(row) })
  }
  return found
}

function indexFor(rows: number, { Index }: Lancedb): unknown {
  return Index.ivfRq({ distanceType: 'cosine', numPartitions: Math.ceil(rows / PARTITION), numBits: BITS })
}

/** In few enough parts. */
async function isIndexed(table: Table): Promise<boolean> {
  const index = (await table.listIndices()).find(({ columns }) => columns.includes('vector'))
  return index !== undefined && ((await table.indexStats(index.name))?.numIndices ?? 1) <= MOST_PARTS
}

function said<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw storeError(error, NAME)
  })
}

async function allNames(database: Database): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const startAfter = names.at(-1)
    const page = await database.tableNames({
      limit: 500,
      ...(startAfter === undefined ? {} : { startAfter }),
    })
    names.push(...page)
    if (page.length < 500) return names
  }
}

/** Between and around tags: no tag contains it. */
const TAG = '\u001f'

function rowOf({ memory, passage, version, vector, metadata }: VectorEntry): Row {
  const tags = metadata.tags.map((tag) => TAG + tag).join('') + TAG
  const id = recordId({ memory, passage })
  return { id, memory, passage, version, vector: [...vector], ...flatMetadata(metadata), tags }
}

function vectorIn({ vector }: Row): Float32Array {
  return Float32Array.from(vector as Iterable<number>)
}

function oneOf(keys: readonly VectorKey[]): string {
  return `id IN (${keys.map((key) => literal(recordId(key))).join(', ')})`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function where(query: Query, filter: SearchFilter | undefined): Query {
  const condition = conditionOf(filter)
  return condition === '' ? query : query.where(condition)
}

function conditionOf(filter: SearchFilter | undefined): string {
  const compared = ({ field, is, value }: FlatCondition) => {
    if (typeof value === 'number') return `${field} ${is} ${value}`
    return value.length === 0 ? 'false' : `${field} IN (${value.map(literal).join(', ')})`
  }
  const tags = (filter?.tags ?? []).map((tag) => `contains(tags, ${literal(TAG + tag + TAG)})`)
  return [...flatConditions(filter).map(compared), ...tags].join(' AND ')
}
