// The tables for vectors in PostgreSQL: one schema for all projects, partitioned by the hash of the scope, because every
// query belongs to one. Migrations run in order, once, under a lock.

import { message } from '../../../base/messages/message.ts'
import { storesTexts } from '../../../base/messages/stores.ts'
import { MemdirError } from '../../../base/values/errors.ts'
import type { Connection, Postgres } from './connect.ts'

const PARTITIONS = 16

/** What follows is added at the end; what is there is never changed. */
const MIGRATIONS: readonly ((schema: string) => string[])[] = [
  (schema) => [
    `CREATE TABLE ${schema}.vectors (
       scope text NOT NULL, model text NOT NULL, memory text NOT NULL, passage integer NOT NULL,
       version bigint NOT NULL, embedding halfvec NOT NULL,
       type text, kind text, origin text, tags text[] NOT NULL, importance real NOT NULL,
       changed bigint NOT NULL, expires bigint,
       PRIMARY KEY (scope, model, memory, passage)
     ) PARTITION BY HASH (scope)`,
    ...Array.from(
      { length: PARTITIONS },
      (_, at) =>
        `CREATE TABLE ${schema}.vectors_${at} PARTITION OF ${schema}.vectors
           FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${at})`,
    ),
    // Vectors are compared, not compressed: without TOAST's compression reading them costs less.
    `ALTER TABLE ${schema}.vectors ALTER COLUMN embedding SET STORAGE EXTERNAL`,
  ],
]

/** Letters of our own choice: any number that no other program takes. */
const LOCK = 0x6d646972

/** `schema`: a quoted identifier. */
export async function migrate(postgres: Postgres, schema: string): Promise<void> {
  if ((await versionOf(postgres, schema)) === MIGRATIONS.length) return
  await postgres.inTransaction(async (connection) => {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await needPgvector(connection)
    await connection.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await connection.query(`CREATE TABLE IF NOT EXISTS ${schema}.migrations (version integer PRIMARY KEY)`)
    const found = await versionOf(connection, schema)
    if (found > MIGRATIONS.length)
      throw new MemdirError(
        'bad_settings',
        message(storesTexts.newerSchema, { found, known: MIGRATIONS.length }),
        { fix: message(storesTexts.newerSchemaFix) },
      )
    for (const [at, statements] of MIGRATIONS.entries()) {
      if (at < found) continue
      for (const statement of statements(schema)) await connection.query(statement)
      await connection.query(`INSERT INTO ${schema}.migrations VALUES ($1)`, [at + 1])
    }
  })
}

/** 0: there are no tables yet. */
async function versionOf(connection: Connection, schema: string): Promise<number> {
  const [there] = await connection.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    `${schema}.migrations`,
  ])
  if (there?.found == null) return 0
  const [row] = await connection.query<{ version: number | null }>(
    `SELECT max(version) AS version FROM ${schema}.migrations`,
  )
  return row?.version ?? 0
}

/** `halfvec` is there from 0.7 on. */
async function needPgvector(connection: Connection): Promise<void> {
  const [available] = await connection.query<{ installed: string | null }>(
    "SELECT installed_version AS installed FROM pg_available_extensions WHERE name = 'vector'",
  )
  if (available && available.installed === null)
    await connection.query('CREATE EXTENSION IF NOT EXISTS vector')
  const [type] = await connection.query<{ found: string | null }>("SELECT to_regtype('halfvec') AS found")
  if (type?.found == null)
    throw new MemdirError('unavailable', message(storesTexts.noPgvector), {
      fix: message(storesTexts.noPgvectorFix),
    })
}
