// SQLite behind node:sqlite's interface: the one built into Node where there is one, else a prebuilt addon.
// Loaded when the first database is opened: what needs no database does not pay for it.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { attempt } from '../values/attempt.ts'
import { systemCode } from '../values/errors.ts'

export type Database = DatabaseSyncInstance
export type Statement = StatementSyncInstance

type Sqlite = { DatabaseSync: new (path: string) => Database }

const PACKAGE = '@photostructure/sqlite'

let loaded: Sqlite | undefined

/** WAL and a busy time-out: two processes may write, neither sees an error (measured, with kill -9 in between). */
export function openSqlite(path: string): Database {
  loaded ??= builtIn() ?? prebuilt() ?? (createRequire(import.meta.url)(PACKAGE) as Sqlite)
  const database = new loaded.DatabaseSync(path)
  // Not mapped: a file that somebody cuts would end the process, and mapping gained nothing measurable.
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return database
}

/** Node ≥ 22.13 has it without a flag, but warns that it is new: a warning of Node's, not for our users. */
function builtIn(): Sqlite | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 13)) return undefined
  const emitWarning = process.emitWarning
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite') as Sqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

/** The addon by its known place: the package's own way there costs five milliseconds, a quarter of a bare Node start. */
function prebuilt(): Sqlite | undefined {
  const { platform, arch } = process
  const libc = platform === 'linux' && existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
  const place = join('prebuilds', `${platform}-${arch}`, `${PACKAGE.replace('/', '+')}.${libc}.node`)
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const path = join(directory, 'node_modules', PACKAGE, place)
    if (existsSync(path)) return attempt(() => loadAddon(path))
    if (directory === dirname(directory)) return undefined
  }
}

function loadAddon(path: string): Sqlite {
  const addon = { exports: {} as Sqlite }
  process.dlopen(addon, path)
  return addon.exports
}

/** SQLite's primary result code of an error of a database; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (systemCode(error) !== 'ERR_SQLITE_ERROR') return undefined
  const { errcode } = error as { errcode?: unknown }
  // A statement that fails while it is stepped through may not say; 1 is SQLite's "something else".
  return typeof errcode === 'number' ? errcode & 0xff : 1
}

/** Runs `work` in one write transaction; waits for other writers up to the time-out, undoes on a fault. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk has ended the transaction already; what went wrong first is what counts.
    attempt(() => database.exec('ROLLBACK'))
    throw error
  }
}
