// The catalog's tables, its version, and the totals that every query needs.
import { randomInt } from 'node:crypto'
import type { Database } from '../../base/files/sqlite.ts'

/** Another number makes every older catalog be rebuilt. Raise it when tokens, postings or tables change. */
export const CATALOG_VERSION = 9

const TABLES = `
  CREATE TABLE documents (
    row INTEGER PRIMARY KEY, passages INTEGER NOT NULL, dense INTEGER NOT NULL, situation INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE, text_hash INTEGER NOT NULL, length INTEGER NOT NULL, type TEXT, kind TEXT, tags TEXT, importance REAL, created INTEGER,
    changed INTEGER NOT NULL, expires INTEGER, origin TEXT, conversation TEXT, size INTEGER NOT NULL, stamp INTEGER NOT NULL,
    memory TEXT, name TEXT, confidence REAL, ends INTEGER, superseded INTEGER
  );
  CREATE INDEX memories ON documents (memory);
  CREATE INDEX newest ON documents (changed DESC, id);
  CREATE INDEX conversations ON documents (conversation, created) WHERE conversation IS NOT NULL;
  CREATE INDEX expiring ON documents (expires) WHERE expires IS NOT NULL;
  CREATE TABLE blocks (block INTEGER PRIMARY KEY, alive BLOB NOT NULL, starts BLOB NOT NULL);
  CREATE TABLE postings (term TEXT, block INTEGER, data BLOB NOT NULL, PRIMARY KEY (term, block)) WITHOUT ROWID;
  CREATE TABLE totals (documents INTEGER, passages INTEGER, length INTEGER, rows INTEGER, situations INTEGER, generation INTEGER);`

export interface Totals {
  documents: number
  passages: number
  /** Sum of all passage lengths, in terms. */
  length: number
  /** Rows given out so far, also to documents that are gone. */
  rows: number
  /** Documents that say when they matter. */
  situations: number
  /** Random: tells this catalog's rows from those of one that was here before. */
  generation: number
}

/** Makes the tables of an empty database. False when it contains another version's. */
export function prepareSchema(database: Database): boolean {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version === CATALOG_VERSION) return true
  if (version !== 0) return false
  database.exec('BEGIN IMMEDIATE')
  // Another process may have made them while this one waited for the lock.
  const { n } = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'totals'").get() as {
    n: number
  }
  if (n === 0) {
    database.exec(TABLES)
    database.prepare('INSERT INTO totals VALUES (0, 0, 0, 0, 0, ?)').run(randomInt(1, 2 ** 47))
    database.exec(`PRAGMA user_version = ${CATALOG_VERSION}`)
  }
  database.exec('COMMIT')
  return true
}

export function readTotals(database: Database): Totals {
  return {
    ...(database.prepare('SELECT * FROM totals').get() as unknown as Totals),
  }
}

export function writeTotals(database: Database, totals: Totals): void {
  const { documents, passages, length, rows, situations } = totals
  database
    .prepare('UPDATE totals SET documents = ?, passages = ?, length = ?, rows = ?, situations = ?')
    .run(documents, passages, length, rows, situations)
}
