// The catalog of one memory directory: a cache that follows the files by itself. It may be deleted at any time, and
// whatever is wrong with it ends in a rebuild, never in an error or a wrong answer.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { SearchBackend, SearchDocument, StoredDocument } from './backend.ts'
import { EmbeddedBackend } from './backends/embedded.ts'
import { type CatalogState, readState, writeState } from './catalog-state.ts'
import { type MemoryFiles, type MemoryTree, memoryFiles } from './memory-files.ts'
import { type SearchHit, type SearchQuery, type SearchResult, search } from './search.ts'
import { searchDocument } from './search-document.ts'

export interface CatalogOptions {
  /** The memories. */
  directory: string
  /** Where the catalog lives; made when missing. */
  cacheDirectory: string
  files?: MemoryFiles
  /** Another backend than embedded SQLite. */
  backend?: SearchBackend
}

/** What was found different, in files. */
export interface Followed {
  added: number
  changed: number
  removed: number
}

export interface MemoryHit extends Omit<SearchHit, 'document'> {
  memory: Memory
}

export interface CatalogResult extends Omit<SearchResult, 'hits'> {
  hits: MemoryHit[]
}

/** A directory that changed this recently may have changed again within the same tick of the file system's clock. */
const TICK_MS = 50
/** Files read and stored at once. */
const BATCH = 5000
/** From so many on all files are read together. */
const MANY = 500

export class Catalog {
  readonly #files: MemoryFiles
  readonly #cacheDirectory: string
  readonly #ownBackend: boolean
  #unsaved: Error | undefined
  /** The database's number on the disk: another process may put a new one in its place. */
  #inode: number | undefined
  #backend: SearchBackend
  #state: CatalogState

  constructor(options: CatalogOptions) {
    this.#files = options.files ?? memoryFiles(options.directory)
    this.#cacheDirectory = options.cacheDirectory
    this.#ownBackend = options.backend === undefined
    this.#backend = options.backend ?? this.#openOrRebuild()
    this.#state = this.#unsaved ? { directories: {} } : readState(options.cacheDirectory)
  }

  #openOrRebuild(): SearchBackend {
    try {
      const backend = openOrRebuild(this.#cacheDirectory)
      this.#inode = inodeOf(this.#cacheDirectory)
      return backend
    } catch (error) {
      return this.#inMemory(error)
    }
  }

  /** A full or read-only disk: searched from the files, by words, and kept nowhere. */
  #inMemory(error: unknown): SearchBackend {
    this.#unsaved = error instanceof Error ? error : new Error(String(error))
    return new EmbeddedBackend()
  }

  /** Why nothing of the catalog is kept; undefined when it is. */
  get unsaved(): Error | undefined {
    return this.#unsaved
  }

  get backend(): SearchBackend {
    return this.#backend
  }

  get files(): MemoryFiles {
    return this.#files
  }

  get calibration(): CatalogState['calibration'] {
    return this.#state.calibration
  }

  setCalibration(calibration: CatalogState['calibration']): void {
    this.#remember({ ...readState(this.#cacheDirectory), calibration })
  }

  /** Forgets everything that was derived: the next sweep reads all files. */
  async clear(): Promise<void> {
    await this.#backend.close()
    removeCatalog(this.#cacheDirectory)
    this.#backend = this.#openOrRebuild()
    this.#state = { directories: {} }
  }

  /** Follows the files, searches, and reads what was found. A damaged catalog is rebuilt on the way. */
  async search(query: SearchQuery): Promise<CatalogResult> {
    return this.#mending(async () => {
      await this.follow()
      const first = await this.#ask(query)
      // A hit that changed on disk was stored anew: ask once more, of what the files say now.
      return first.stale ? (await this.#ask(query)).result : first.result
    })
  }

  async #ask(query: SearchQuery): Promise<{ result: CatalogResult; stale: boolean }> {
    const threshold = this.#state.calibration?.threshold
    const found = await search(this.#backend, { ...(threshold === undefined ? {} : { threshold }), ...query })
    const hits: MemoryHit[] = []
    const stale: string[] = []
    for (const { document, ...rest } of found.hits) {
      const memory = isCurrent(document, this.#files) ? this.#files.read(document.id) : undefined
      if (memory) hits.push({ memory, ...rest })
      else stale.push(document.id)
    }
    await this.update(stale)
    return { result: { ...found, hits }, stale: stale.length > 0 }
  }

  /** Takes in added, moved and deleted files, by directory times: one stat for each directory when nothing changed. */
  async follow(): Promise<Followed> {
    const { directories } = this.#state
    const known = Object.keys(directories)
    if (known.length === 0) return this.sweep()
    if (known.every((path) => this.#files.directoryTime(path) === directories[path])) return NOTHING
    const before = Date.now()
    const tree = this.#files.tree()
    const stored = new Set(await this.#backend.ids())
    const added = tree.files.filter((file) => !stored.delete(file))
    const removed = [...stored]
    const changed = (await this.#changedEnded()).filter((file) => !removed.includes(file))
    await this.update([...added, ...changed, ...removed])
    this.#rememberDirectories(tree, before)
    return { added: added.length, changed: changed.length, removed: removed.length }
  }

  /** What ended or was taken back is never a hit: whether it lives again has to be looked at. */
  async #changedEnded(): Promise<string[]> {
    const ended = (await this.#backend.ended?.(Date.now())) ?? []
    const documents = ended.length > 0 ? await this.#backend.documents(ended) : []
    return documents.filter((document) => !isCurrent(document, this.#files)).map(({ id }) => id)
  }

  /** Compares every file's size and time. Costs a stat for each (31 ms for 10,000); not for the prompt's path. */
  async sweep(): Promise<Followed> {
    return this.#mending(async () => {
      const before = Date.now()
      const tree = this.#files.tree()
      const listed = tree.files
      const stored = new Map((await this.#backend.documents()).map((document) => [document.id, document]))
      const added = listed.filter((file) => !stored.has(file))
      const there = new Set(listed)
      const removed = [...stored.keys()].filter((file) => !there.has(file))
      const changed = listed.filter((file) => {
        const document = stored.get(file)
        return document !== undefined && !isCurrent(document, this.#files)
      })
      await this.update([...added, ...changed, ...removed])
      this.#rememberDirectories(tree, before)
      return { added: added.length, changed: changed.length, removed: removed.length }
    })
  }

  /** Reads these files again: after a write, or when they were seen to differ. What is gone is forgotten. */
  async update(files: readonly string[]): Promise<void> {
    // Asked for before the files are read: one that changes meanwhile is seen to differ the next time.
    const states = new Map(files.map((file) => [file, this.#files.state(file)]))
    const all = files.length >= MANY ? this.#files.readAll?.() : undefined
    const known = new Map(all?.map((memory) => [memory.file, memory]))
    for (let at = 0; at < files.length; at += BATCH) {
      const documents: SearchDocument[] = []
      const gone: string[] = []
      for (const file of files.slice(at, at + BATCH)) {
        const memory = known.get(file) ?? this.#files.read(file)
        const state = states.get(file)
        if (memory && state) documents.push(searchDocument(memory, state))
        else gone.push(file)
      }
      if (documents.length > 0) await this.#backend.upsert(documents)
      if (gone.length > 0) await this.#backend.remove(gone)
    }
  }

  #rememberDirectories(tree: MemoryTree, listedAt: number): void {
    const directories: Record<string, number> = {}
    for (const path of tree.directories) {
      const time = this.#files.directoryTime(path)
      if (time !== undefined) directories[path] = time > listedAt - TICK_MS ? 0 : time
    }
    this.#remember({ ...readState(this.#cacheDirectory), directories })
  }

  #remember(state: CatalogState): void {
    this.#state = state
    if (!this.#unsaved) attempt(() => writeState(this.#cacheDirectory, state))
  }

  /** Once: whatever the database says is wrong, a new one is made from the files. */
  async #mending<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ownBackend && !this.#unsaved && inodeOf(this.#cacheDirectory) !== this.#inode) {
      // The old one is left open: another search of this process may still be reading it.
      this.#backend = this.#openOrRebuild()
      this.#state = this.#unsaved ? { directories: {} } : readState(this.#cacheDirectory)
    }
    try {
      return await work()
    } catch (error) {
      // Another process wrote between two looks: the second try sees a whole catalog again.
      if (MemdirError.is(error) && error.code === 'conflict') return await work()
      if (!this.#ownBackend || this.#unsaved || !(isDamage(error) || isUnwritable(error))) throw error
      await this.#backend.close().catch(() => {})
      if (isUnwritable(error)) this.#backend = this.#inMemory(error)
      else {
        removeCatalog(this.#cacheDirectory)
        this.#backend = this.#openOrRebuild()
      }
      this.#state = { directories: {} }
      return await work()
    }
  }

  async close(): Promise<void> {
    await this.#backend.close()
  }
}

const NOTHING: Followed = { added: 0, changed: 0, removed: 0 }

function isCurrent(document: StoredDocument, files: MemoryFiles): boolean {
  const state = files.state(document.id)
  return state?.size === document.size && state.stamp === document.stamp
}

function openOrRebuild(cacheDirectory: string): EmbeddedBackend {
  try {
    // Something else may stand where the directory should be.
    if (attempt(() => !statSync(cacheDirectory).isDirectory())) rmSync(cacheDirectory)
    mkdirSync(cacheDirectory, { recursive: true })
    return new EmbeddedBackend({ directory: cacheDirectory })
  } catch (error) {
    if (isUnwritable(error) && !isBlocked(cacheDirectory)) throw error
    removeCatalog(cacheDirectory)
    return new EmbeddedBackend({ directory: cacheDirectory })
  }
}

function inodeOf(cacheDirectory: string): number | undefined {
  return attempt(() => statSync(join(cacheDirectory, 'catalog.db')).ino)
}

/** SQLite's complaints about the file itself (and a table or column that is not there), not about a full disk. */
function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /malformed|not a database|corrupt|no such (table|column)|disk image/i.test(text)
}

/** A directory stands where the database should. */
function isBlocked(cacheDirectory: string): boolean {
  return attempt(() => statSync(join(cacheDirectory, 'catalog.db')).isDirectory()) === true
}

function isUnwritable(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /readonly database|disk is full|disk I\/O error|unable to open|ENOSPC|EROFS|EACCES|EDQUOT|EPERM/i.test(
    text,
  )
}

/** Vectors stay: they are found again to belong to another catalog and made anew. */
function removeCatalog(cacheDirectory: string): void {
  for (const name of attempt(() => readdirSync(cacheDirectory)) ?? [])
    if (/^(catalog\.|vectors-)/.test(name))
      rmSync(join(cacheDirectory, name), { force: true, recursive: true })
}
