// The stored half of a catalog: its database, vectors and state file, kept usable. A database that another process
// replaced is opened again, a damaged one is made again, and where the disk takes nothing the store is in memory.
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import {
  closeSearchStore,
  inodeOf,
  isDamage,
  isUnwritable,
  type OpenVectors,
  openSearchStore,
  removeCatalog,
  searchStoreIn,
} from './catalog-files.ts'
import { type CatalogState, readCatalogState, writeCatalogState } from './catalog-state.ts'

interface CatalogStoreOptions {
  /** The memories. */
  directory: string
  /** Where the catalog lives; made when missing. */
  cacheDirectory: string
  /** Where its vectors live. Default: embedded, in the same place. */
  openVectors?: OpenVectors
}

export class CatalogStore {
  readonly #directory: string
  readonly #cacheDirectory: string
  readonly #openVectors: OpenVectors | undefined
  #unsaved: Error | undefined
  /** The database's number on the disk: another process may put a new one in its place. */
  #inode: number | undefined
  #store: SearchStore
  /** Stores that another process has replaced: closed as soon as nothing uses them any more. */
  #replaced: SearchStore[] = []
  #running = 0
  #state: CatalogState

  constructor({ directory, cacheDirectory, openVectors }: CatalogStoreOptions) {
    this.#directory = directory
    this.#cacheDirectory = cacheDirectory
    this.#openVectors = openVectors
    this.#store = this.#open()
    this.#state = this.#readState()
  }

  get store(): SearchStore {
    return this.#store
  }

  get state(): CatalogState {
    return this.#state
  }

  /** Why nothing is kept on disk; undefined when it is. */
  get unsaved(): Error | undefined {
    return this.#unsaved
  }

  /** As another process may have left it. */
  refreshState(): CatalogState {
    if (!this.#unsaved) this.#state = this.#readState()
    return this.#state
  }

  /** On top of what the file says now: another process may have written it. */
  saveState(change: Partial<CatalogState>): void {
    this.#state = { ...this.#readState(), ...change }
    // Without it the next process counts and compares again; a disk that takes nothing is found with the next document.
    if (!this.#unsaved) attempt(() => writeCatalogState(this.#cacheDirectory, this.#state))
  }

  /** Stores that are replaced while this work runs stay open for it. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      // Another process has put a new database in their place: nothing that they still say would matter.
      if (this.#running === 0) await this.#closeReplaced().catch(() => {})
    }
  }

  /** Runs the work on a sound store: whatever the database says is wrong, a new one is made and the work runs again. */
  withRepair<T>(work: () => Promise<T>): Promise<T> {
    return this.hold(async () => {
      this.#reopenReplaced()
      try {
        return await work()
      } catch (error) {
        // Another process wrote between two reads: the second try sees a whole catalog again.
        if (MemdirError.is(error) && error.code === 'conflict') return await work()
        await this.#replaceAfter(error)
        return await work()
      }
    })
  }

  /** Removes everything that was derived. */
  async clear(): Promise<void> {
    await closeSearchStore(this.#store)
    this.#startEmpty()
  }

  async close(): Promise<void> {
    await this.#closeReplaced()
    await closeSearchStore(this.#store)
  }

  #open(): SearchStore {
    try {
      const store = openSearchStore(this.#cacheDirectory, this.#openVectors)
      this.#inode = inodeOf(this.#cacheDirectory)
      return store
    } catch (error) {
      return this.#openInMemory(error)
    }
  }

  /** A full or read-only disk: searched from the files, by words, and kept nowhere. */
  #openInMemory(error: unknown): SearchStore {
    this.#unsaved = error instanceof Error ? error : new Error(String(error))
    return searchStoreIn(undefined, this.#openVectors)
  }

  #reopenReplaced(): void {
    if (this.#unsaved || inodeOf(this.#cacheDirectory) === this.#inode) return
    this.#replaced.push(this.#store)
    this.#store = this.#open()
    this.#state = this.#readState()
  }

  /** Throws the error again unless a new store helps. */
  async #replaceAfter(error: unknown): Promise<void> {
    if (this.#unsaved || !(isDamage(error) || isUnwritable(error))) throw error
    // It is damaged or full: the first error is the one to act on, and `unsaved` keeps it where it stays.
    await closeSearchStore(this.#store).catch(() => {})
    if (!isUnwritable(error)) return this.#startEmpty()
    this.#store = this.#openInMemory(error)
    this.#state = this.#emptyState()
  }

  #startEmpty(): void {
    removeCatalog(this.#cacheDirectory)
    this.#store = this.#open()
    this.#state = this.#emptyState()
  }

  async #closeReplaced(): Promise<void> {
    await Promise.all(this.#replaced.splice(0).map(closeSearchStore))
  }

  #readState(): CatalogState {
    return (this.#unsaved ? undefined : readCatalogState(this.#cacheDirectory)) ?? this.#emptyState()
  }

  #emptyState(): CatalogState {
    return { root: this.#directory, directories: {} }
  }
}
