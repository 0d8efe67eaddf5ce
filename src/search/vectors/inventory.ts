// What memdir knows of the vectors that it has put into a store elsewhere: their keys, the versions of their texts, what
// the store was told of them, and their moments. In SQLite next to the catalog, so that keys and moments always belong
// together, whatever crashes; no store is listed or scanned for them. Lost, it is made again from the store.
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, inTransaction, openSqlite } from '../../base/files/sqlite.ts'
import { attempt } from '../../base/values/attempt.ts'
import { recordId } from './flat-metadata.ts'
import { Moments } from './moments.ts'
import type { StoredKey, StoredVector, VectorKey } from './vector-index.ts'

const VERSION = 2
const TABLES = `
  CREATE TABLE models (
    model TEXT PRIMARY KEY, dimensions INTEGER NOT NULL, count INTEGER NOT NULL, sums BLOB NOT NULL,
    revision INTEGER NOT NULL, whole INTEGER NOT NULL, written INTEGER NOT NULL
  );
  CREATE TABLE keys (
    model TEXT, memory TEXT, passage INTEGER, version INTEGER NOT NULL, described TEXT NOT NULL, zeros INTEGER NOT NULL,
    vector BLOB, record TEXT NOT NULL, PRIMARY KEY (model, memory, passage)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX records ON keys (model, record);
  PRAGMA user_version = ${VERSION};`

/** What is kept of one model. */
interface Kept {
  dimensions: number
  /** Vectors that are not zeros: what the store has. */
  count: number
  /** Whether the moments are those of all of them. */
  whole: boolean
  /** When something was last put or removed, in milliseconds since 1970. */
  written: number
}

export interface KeptKey extends StoredKey {
  described: string
  /** The store is never given a vector of zeros. */
  zeros: boolean
}

interface Change {
  /** Vectors that are taken out; those whose vector is not known any more make the moments incomplete. */
  out?: readonly { key: VectorKey; vector: Float32Array | undefined }[]
  /** Vectors that are there now. */
  in?: readonly (KeptKey & { vector: Float32Array })[]
  /** The store shows them later: they are kept here until `settled`. */
  settling?: boolean
}

export class Inventory {
  readonly #database: Database
  readonly #known = new Map<string, { revision: number; moments: Moments }>()

  /** Without a directory it is kept in memory only. `name`: of the store. */
  constructor(directory: string | undefined, name: string) {
    this.#database =
      directory === undefined ? prepare(':memory:') : openIn(join(directory, `stored-${name}.db`))
  }

  models(): Record<string, Kept> {
    const rows = this.#database
      .prepare('SELECT model, dimensions, count, whole, written FROM models')
      .all() as (Omit<Kept, 'whole'> & { model: string; whole: number })[]
    return Object.fromEntries(
      rows.map(({ model, whole, ...kept }) => [model, { ...kept, whole: whole === 1 }]),
    )
  }

  /** The keys of these memories, or of all. */
  keys(model: string, memories?: readonly string[]): KeptKey[] {
    const select = 'SELECT memory, passage, version, described, zeros FROM keys WHERE model = ?'
    const rows =
      memories === undefined
        ? this.#database.prepare(select).all(model)
        : this.#ofMemories(`${select} AND memory = ?`, model, memories)
    return (rows as (Omit<KeptKey, 'zeros'> & { zeros: number })[]).map((row) => ({
      ...row,
      zeros: row.zeros === 1,
    }))
  }

  /** By `recordId`; what is not known here is left out. */
  byRecord(model: string, records: readonly string[]): Map<string, KeptKey> {
    const select = this.#database.prepare(
      'SELECT memory, passage, version, described, zeros FROM keys WHERE model = ? AND record = ?',
    )
    const found = new Map<string, KeptKey>()
    for (const record of records) {
      const row = select.get(model, record) as (Omit<KeptKey, 'zeros'> & { zeros: number }) | undefined
      if (row) found.set(record, { ...row, zeros: row.zeros === 1 })
    }
    return found
  }

  #ofMemories(sql: string, model: string, memories: readonly string[]): unknown[] {
    const statement = this.#database.prepare(sql)
    return [...new Set(memories)].flatMap((memory) => statement.all(model, memory))
  }

  /** Memories (first passages) by model. */
  memories(): Record<string, number> {
    const rows = this.#database
      .prepare('SELECT model, count(*) AS n FROM keys WHERE passage = 0 GROUP BY model')
      .all() as { model: string; n: number }[]
    return Object.fromEntries(rows.map(({ model, n }) => [model, n]))
  }

  moments(model: string): Moments | undefined {
    const row = this.#database.prepare('SELECT revision FROM models WHERE model = ?').get(model) as
      | { revision: number }
      | undefined
    if (!row) return undefined
    const known = this.#known.get(model)
    return known?.revision === row.revision ? known.moments : this.#load(model)
  }

  #load(model: string): Moments | undefined {
    const row = this.#database.prepare('SELECT * FROM models WHERE model = ?').get(model) as
      | { dimensions: number; count: number; sums: Uint8Array; revision: number }
      | undefined
    if (!row) return undefined
    const moments = new Moments(row.dimensions)
    new Uint8Array(moments.sums.buffer, moments.sums.byteOffset, moments.sums.byteLength).set(row.sums)
    moments.count = row.count
    this.#known.set(model, { revision: row.revision, moments })
    return moments
  }

  /** All or nothing. Only one process at a time changes a model. */
  change(model: string, dimensions: number, change: Change): void {
    try {
      inTransaction(this.#database, () => {
        const moments = this.moments(model) ?? new Moments(dimensions)
        const lost = this.#takeOut(model, moments, change.out ?? [])
        this.#bringIn(model, moments, change)
        this.#write(model, moments, lost)
      })
    } catch (error) {
      this.#known.delete(model)
      throw error
    }
  }

  #takeOut(model: string, moments: Moments, out: NonNullable<Change['out']>): boolean {
    const remove = this.#database.prepare(
      'DELETE FROM keys WHERE model = ? AND memory = ? AND passage = ? RETURNING zeros',
    )
    let lost = false
    for (const { key, vector } of out) {
      const [row] = remove.all(model, key.memory, key.passage) as { zeros: number }[]
      if (!row || row.zeros === 1) continue
      if (vector) moments.add(vector, -1)
      else {
        moments.count--
        lost = true
      }
    }
    return lost
  }

  #bringIn(model: string, moments: Moments, { in: entries = [], settling = false }: Change): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    for (const { memory, passage, version, described, zeros, vector } of entries) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength).slice()
      const kept = settling ? bytes : null
      const record = recordId({ memory, passage })
      insert.run(model, memory, passage, version, described, Number(zeros), kept, record)
      if (!zeros) moments.add(vector)
    }
  }

  #write(model: string, moments: Moments, lost: boolean): void {
    const { sums, count, dimensions } = moments
    const blob = new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength).slice()
    const row = this.#database
      .prepare(
        `INSERT INTO models VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (model) DO UPDATE SET
           count = excluded.count, sums = excluded.sums, revision = revision + 1, whole = min(whole, excluded.whole),
           written = excluded.written
         RETURNING revision`,
      )
      .get(model, dimensions, count, blob, Number(!lost), Date.now()) as { revision: number }
    this.#known.set(model, { revision: row.revision, moments })
  }

  /** Vectors that the store may not show yet. */
  settling(model: string, keys: readonly VectorKey[]): StoredVector[] {
    const select = this.#database.prepare(
      'SELECT version, vector FROM keys WHERE model = ? AND memory = ? AND passage = ? AND vector IS NOT NULL AND NOT zeros',
    )
    return keys.flatMap(({ memory, passage }) => {
      const row = select.get(model, memory, passage) as { version: number; vector: Uint8Array } | undefined
      if (!row) return []
      const { buffer } = Uint8Array.from(row.vector)
      return [{ memory, passage, version: row.version, vector: new Float32Array(buffer) }]
    })
  }

  /** The store shows everything by now. */
  settled(model: string): void {
    this.#database.prepare('UPDATE keys SET vector = NULL WHERE model = ? AND vector IS NOT NULL').run(model)
  }

  describe(model: string, keys: readonly (VectorKey & { described: string })[]): void {
    const update = this.#database.prepare(
      'UPDATE keys SET described = ? WHERE model = ? AND memory = ? AND passage = ?',
    )
    inTransaction(this.#database, () => {
      for (const { memory, passage, described } of keys) update.run(described, model, memory, passage)
    })
  }

  drop(model: string): void {
    this.#known.delete(model)
    inTransaction(this.#database, () => {
      this.#database.prepare('DELETE FROM keys WHERE model = ?').run(model)
      this.#database.prepare('DELETE FROM models WHERE model = ?').run(model)
    })
  }

  close(): void {
    this.#database.close()
  }
}

/** What cannot be used is removed: everything in it can be asked of the store. */
function openIn(path: string): Database {
  // SQLite would make it readable as far as the umask allows.
  closeSync(openSync(path, 'a', 0o600))
  attempt(() => chmodSync(path, 0o600))
  try {
    return prepare(path)
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    return prepare(path)
  }
}

function prepare(path: string): Database {
  const database = openSqlite(path)
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version === VERSION) return database
  if (version !== 0) {
    database.close()
    throw new Error('another version')
  }
  inTransaction(database, () => {
    const made = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'keys'").get() as {
      n: number
    }
    if (made.n === 0) database.exec(TABLES)
  })
  return database
}
