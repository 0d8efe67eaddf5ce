// The catalog's files in the cache directory: opening them whatever is there, and what their errors mean.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteCode } from '../../base/files/sqlite.ts'
import { catalogTexts } from '../../base/messages/catalog.ts'
import { message } from '../../base/messages/message.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { TextIndex } from '../text/text-index.ts'
import { EmbeddedVectors } from '../vectors/embedded-vectors.ts'
import type { SearchVectors } from '../vectors/vector-index.ts'

const DATABASE = 'catalog.db'

/** Where the vectors of a catalog live. Without a directory nothing may be kept. */
export type OpenVectors = (text: TextIndex, directory: string | undefined) => SearchVectors

export const openEmbedded: OpenVectors = (text, directory) => new EmbeddedVectors(text, directory)

/** Whatever is there that cannot be used is removed, and an empty catalog made. Throws where nothing can be kept. */
export function openSearchStore(cacheDirectory: string, openVectors?: OpenVectors): SearchStore {
  try {
    return open(cacheDirectory, openVectors)
  } catch (error) {
    if (isUnwritable(error) && !isBlocked(cacheDirectory)) throw error
    removeCatalog(cacheDirectory)
    return open(cacheDirectory, openVectors)
  }
}

function open(cacheDirectory: string, openVectors: OpenVectors | undefined): SearchStore {
  const found = attempt(() => statSync(cacheDirectory))
  // Something else may be where the directory should be.
  if (found && !found.isDirectory()) rmSync(cacheDirectory)
  if (!found?.isDirectory()) mkdirSync(cacheDirectory, { recursive: true, mode: 0o700 })
  makePrivate(join(cacheDirectory, DATABASE))
  return searchStoreIn(cacheDirectory, openVectors)
}

/** As it is there; the directory must exist. Without one: in memory. */
export function searchStoreIn(directory?: string, openVectors: OpenVectors = openEmbedded): SearchStore {
  const text = new TextIndex({ directory })
  return { text, vectors: openVectors(text, directory) }
}

export async function closeSearchStore({ text, vectors }: SearchStore): Promise<void> {
  await vectors.close()
  text.close()
}

/** SQLite would make it readable as far as the umask allows; the files it creates next to it get the same mode. */
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

/** A directory is where the database should be. */
function isBlocked(cacheDirectory: string): boolean {
  return attempt(() => statSync(join(cacheDirectory, DATABASE)).isDirectory()) === true
}

/** Thrown where the tables contradict each other, which SQLite does not see. */
export function inconsistent(): MemdirError {
  return new MemdirError('broken_file', message(catalogTexts.catalogCorrupt))
}

/** ERROR (our statements are right: a table or column is not there), CORRUPT, SCHEMA, MISMATCH, NOTADB. */
const DAMAGE = new Set([1, 11, 17, 20, 26])
/** READONLY, IOERR, FULL, CANTOPEN. */
const UNWRITABLE = new Set([8, 10, 13, 14])
const UNWRITABLE_FILE = new Set(['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT', 'EPERM'])

/** The file itself is wrong, not the disk that it is on. */
export function isDamage(error: unknown): boolean {
  if (MemdirError.is(error)) return error.code === 'broken_file'
  return DAMAGE.has(sqliteCode(error) ?? 0)
}

export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.has(sqliteCode(error) ?? 0) || UNWRITABLE_FILE.has(systemCode(error) ?? '')
}

export function removeCatalog(cacheDirectory: string): void {
  for (const name of attempt(() => readdirSync(cacheDirectory)) ?? [])
    if (/^(catalog\.|vectors-|moments-|signs-)/.test(name))
      rmSync(join(cacheDirectory, name), { force: true, recursive: true })
}
