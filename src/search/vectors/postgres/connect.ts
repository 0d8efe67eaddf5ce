// Connections to PostgreSQL, for vectors and for whatever else is kept there: a pool that survives a restart of the
// server, and the refusal of one that confirms writes which a crash would lose.

import { message } from '../../../base/messages/message.ts'
import { storesTexts } from '../../../base/messages/stores.ts'
import { MemdirError } from '../../../base/values/errors.ts'
import { loadPeer } from '../load-peer.ts'
import { type StoreName, silent, storeError } from '../store-error.ts'

type Row = Record<string, unknown>

/** What of a connection is used: `pg` has it, and so has PostgreSQL in WebAssembly. */
export interface Connection {
  query<T = Row>(sql: string, values?: unknown[]): Promise<T[]>
}

export interface Postgres extends Connection {
  /** All or nothing. */
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** A statement that may take as long as it needs, outside of a transaction. */
  untimed(sql: string): Promise<void>
  close(): Promise<void>
}

interface PostgresOptions {
  /** `postgres://user@host:5432/database`; its password comes from the environment. */
  url: string
  password?: string | undefined
  /** At the same time. Default 4. */
  connections?: number
}

/** A statement that takes longer is ended by the server. */
const STATEMENT_MS = 60_000
const CONNECT_MS = 5_000
const IDLE_MS = 10_000

/** Where there is an index: how far it looks, and that it goes on where a filter leaves too few (pgvector 0.8). */
const HNSW = '-c hnsw.ef_search=100 -c hnsw.iterative_scan=relaxed_order'

interface PgClient {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  on(event: 'error', listener: (error: Error) => void): void
  release(error?: Error | boolean): void
}

interface PgPool {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  connect(): Promise<PgClient>
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'connect', listener: (client: PgClient) => void): void
  end(): Promise<void>
}

interface Pg {
  Pool: new (options: Record<string, unknown>) => PgPool
}

export function postgresName(password?: string): StoreName {
  return { store: 'PostgreSQL', variable: 'MEMDIR_POSTGRES_PASSWORD', secret: password }
}

export async function connectPostgres(options: PostgresOptions): Promise<Postgres> {
  const { Pool } = await loadPeer<Pg>('pg', 'PostgreSQL')
  const name = postgresName(options.password ?? passwordIn(options.url))
  const pool = new Pool({
    connectionString: options.url,
    ...(options.password === undefined ? {} : { password: options.password }),
    max: options.connections ?? 4,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    application_name: 'memdir',
    options: HNSW,
    // A process that has nothing else to do ends.
    allowExitOnIdle: true,
  })
  // Without these a restart of the server ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const failing = (error: unknown): never => {
    throw postgresError(error, name)
  }
  const connected: Postgres = {
    query: async <T>(sql: string, values?: unknown[]) =>
      (await pool.query(sql, values).catch(failing)).rows as T[],
    async inTransaction(work) {
      const client = await pool.connect().catch(failing)
      const connection: Connection = {
        query: async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T[],
      }
      try {
        const result = await transaction(connection, work)
        client.release()
        return result
      } catch (error) {
        client.release(true)
        return failing(error)
      }
    },
    async untimed(sql) {
      const client = await pool.connect().catch(failing)
      try {
        await client.query('SET statement_timeout = 0')
        await client.query(sql)
      } catch (error) {
        failing(error)
      } finally {
        // Nobody else gets a connection without a limit.
        client.release(true)
      }
    },
    close: () => pool.end(),
  }
  try {
    await refuseUnsafe(connected)
  } catch (error) {
    await pool.end().catch(() => {})
    throw error
  }
  return connected
}

export async function transaction<T>(
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await connection.query('BEGIN')
  try {
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** `local` is durable on this server; `off` loses what it has confirmed. */
export async function refuseUnsafe(connection: Connection): Promise<void> {
  const [row] = await connection.query<{ synchronous_commit: string }>('SHOW synchronous_commit')
  const value = row?.synchronous_commit ?? 'on'
  if (value !== 'off') return
  throw new MemdirError('bad_settings', message(storesTexts.unsafeCommit, { value }), {
    fix: message(storesTexts.unsafeCommitFix),
  })
}

/** How `pg` says that nobody answered. */
const NO_ANSWER =
  /^(timeout exp|timeout exceeded|Connection terminated due to connection timeout|Query read timeout)/i

/** Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function postgresError(error: unknown, name: StoreName): MemdirError {
  if (MemdirError.is(error)) return error
  const { code } = (error ?? {}) as { code?: unknown }
  const state = typeof code === 'string' ? code : ''
  const saysConnection = error instanceof Error && /^Connection terminated/i.test(error.message)
  if (error instanceof Error && NO_ANSWER.test(error.message)) return silent(name)
  if (/^28/.test(state)) return storeError(error, name, 401)
  // Too many connections, shutting down, starting up, deadlock, serialisation, cancelled by its time-out.
  if (/^(53|57P0|40|08)/.test(state) || saysConnection) return storeError(error, name, 503)
  return storeError(error, name)
}

function passwordIn(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).password) || undefined
  } catch {
    return undefined
  }
}
