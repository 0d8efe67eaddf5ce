// The catalog's files in the cache directory: opening them whatever stands there, and what a fault of theirs means.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { EmbeddedBackend } from './backends/embedded.ts'

const DATABASE = 'catalog.db'

/** Whatever is there that cannot be used is removed, and an empty catalog made. Throws where nothing can be kept. */
export function openBackend(cacheDirectory: string): EmbeddedBackend {
  try {
    return open(cacheDirectory)
  } catch (error) {
    if (isUnwritable(error) && !isBlocked(cacheDirectory)) throw error
    removeCatalog(cacheDirectory)
    return open(cacheDirectory)
  }
}

function open(cacheDirectory: string): EmbeddedBackend {
  const found = attempt(() => statSync(cacheDirectory))
  // Something else may stand where the directory should be.
  if (found && !found.isDirectory()) rmSync(cacheDirectory)
  if (!found?.isDirectory()) mkdirSync(cacheDirectory, { recursive: true, mode: 0o700 })
  makePrivate(join(cacheDirectory, DATABASE))
  return new EmbeddedBackend({ directory: cacheDirectory })
}

/** SQLite would make it readable as far as the umask allows; what it makes beside it gets the same mode. */
function makePrivate(path: string): void {
  const mode = attempt(() => statSync(path).mode)
  if (mode === undefined) closeSync(openSync(path, 'a', 0o600))
  else if (mode & 0o077) attempt(() => chmodSync(path, 0o600))
}

export function inodeOf(cacheDirectory: string): number | undefined {
  return attempt(() => statSync(join(cacheDirectory, DATABASE)).ino)
}

/** There is a database, and something in it. */
export function hasCatalog(cacheDirectory: string): boolean {
  return (attempt(() => statSync(join(cacheDirectory, DATABASE)).size) ?? 0) > 0
}

/** A directory stands where the database should. */
function isBlocked(cacheDirectory: string): boolean {
  return attempt(() => statSync(join(cacheDirectory, DATABASE)).isDirectory()) === true
}

/** Thrown where the tables contradict each other; SQLite has no words for that. */
export const INCONSISTENT = 'the catalog is corrupt: its tables do not agree'

/** SQLite's complaints about the file itself (and a table or column that is not there), not about a full disk. */
export function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /malformed|not a database|corrupt|no such (table|column)|disk image/i.test(text)
}

export function isUnwritable(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /readonly database|disk is full|disk I\/O error|unable to open|ENOSPC|EROFS|EACCES|EDQUOT|EPERM/i.test(
    text,
  )
}

export function removeCatalog(cacheDirectory: string): void {
  for (const name of attempt(() => readdirSync(cacheDirectory)) ?? [])
    if (/^(catalog\.|vectors-)/.test(name))
      rmSync(join(cacheDirectory, name), { force: true, recursive: true })
}
