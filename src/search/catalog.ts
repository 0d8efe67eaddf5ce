// The catalog of one memory directory: a cache that follows the files by itself. It may be deleted at any time, and
// whatever is wrong with it ends in a rebuild, never in an error or a wrong answer.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import type { Memory } from '../memory/memory.ts'
import { isSearchable } from '../memory/memory-size.ts'
import type { SearchStore } from './candidates.ts'
import { inconsistent } from './catalog-files.ts'
import { type CatalogState, isMadeOf } from './catalog-state.ts'
import { CatalogStore } from './catalog-store.ts'
import { type MemoryFiles, type MemoryTree, memoryFiles } from './memory-files.ts'
import { type SearchHit, type SearchQuery, type SearchResult, search } from './search.ts'
import { type SearchDocument, type StoredDocument, searchDocument } from './search-document.ts'
import type { Census } from './text/text-query.ts'

export interface CatalogOptions {
  /** The memories. */
  directory: string
  /** Where the catalog lives; made when missing. */
  cacheDirectory: string
  files?: MemoryFiles
}

/** What was found different, in files. */
export interface Followed {
  added: number
  changed: number
  removed: number
  /** Not looked at yet: more than there was time for. */
  left: number
}

/** For whoever waits: what is more than this is left for the next one. */
export interface FollowLimits {
  /** So many files may be read; where there are more, none is. */
  most?: number
  signal?: AbortSignal
}

export interface MemoryHit extends Omit<SearchHit, 'document'> {
  memory: Memory
}

export interface CatalogResult extends Omit<SearchResult, 'hits'> {
  hits: MemoryHit[]
  /** Files that are not searched yet. */
  left: number
  /** Vectors that there were are gone: only words were compared. */
  vectorsLost: boolean
}

export interface CatalogStats {
  documents: number
  /** Documents with vectors, by model. */
  vectors: Record<string, number>
  bytes: number
}

/** A directory that changed this recently may have changed again within the same tick of the file system's clock. */
const TICK_MS = 50
/** Files read and stored at once; and where somebody waits, before the time is looked at. */
const BATCH = 5000
const SMALL_BATCH = 100
/** From so many on all files are read together. */
const MANY = 500

export class Catalog {
  readonly #files: MemoryFiles
  readonly #directory: string
  readonly #cacheDirectory: string
  readonly #stored: CatalogStore

  constructor(options: CatalogOptions) {
    this.#files = options.files ?? memoryFiles(options.directory)
    this.#directory = options.directory
    this.#cacheDirectory = options.cacheDirectory
    this.#stored = new CatalogStore(options)
  }

  /** Why nothing of the catalog is kept; undefined when it is. */
  get unsaved(): Error | undefined {
    return this.#stored.unsaved
  }

  get store(): SearchStore {
    return this.#stored.store
  }

  get files(): MemoryFiles {
    return this.#files
  }

  get calibration(): CatalogState['calibration'] {
    return this.#stored.state.calibration
  }

  setCalibration(calibration: CatalogState['calibration']): void {
    this.#stored.saveState({ calibration })
  }

  /** After embedding: so that vectors that vanish are missed. */
  async rememberVectors(): Promise<void> {
    this.#stored.saveState({ vectors: await this.store.vectors.count() })
  }

  /** Forgets everything that was derived: the next sweep reads all files. */
  async clear(): Promise<void> {
    await this.#stored.clear()
  }

  /** Follows the files, searches, and reads what was found. A damaged catalog is rebuilt on the way. */
  async search(query: SearchQuery, limits: FollowLimits = {}): Promise<CatalogResult> {
    return this.#stored.withRepair(async () => {
      const { left } = await this.#follow(limits)
      const first = await this.#ask(query)
      // A hit that changed on disk was stored again: ask once more, of what the files say now.
      const { result } = first.stale ? await this.#ask(query) : first
      return { ...result, left }
    })
  }

  async #ask(query: SearchQuery): Promise<{ result: Omit<CatalogResult, 'left'>; stale: boolean }> {
    const threshold = this.#stored.state.calibration?.threshold
    const found = await search(this.store, { ...(threshold === undefined ? {} : { threshold }), ...query })
    const hits: MemoryHit[] = []
    const stale: string[] = []
    const current = found.hits.flatMap(({ document }) =>
      isCurrent(document, this.#files) ? [document.id] : [],
    )
    const read = new Map(this.#files.readSome(current).map((memory) => [memory.file, memory]))
    for (const { document, ...rest } of found.hits) {
      const memory = read.get(document.id)
      if (memory) hits.push({ memory, ...rest })
      else stale.push(document.id)
    }
    await this.update(stale)
    const expected =
      query.vectors?.some(({ model }) => (this.#stored.state.vectors?.[model] ?? 0) > 0) ?? false
    const vectorsLost = expected && found.covered === 0 && found.documents > 0
    return { result: { ...found, hits, vectorsLost }, stale: stale.length > 0 }
  }

  /**
   * Takes in added, moved and deleted files, by directory times: one stat for each directory when nothing changed. A
   * catalog that was not made of these files is compared with all of them.
   */
  async follow(limits: FollowLimits = {}): Promise<Followed> {
    return this.#stored.withRepair(() => this.#follow(limits))
  }

  /** Compares every file's size and time. Costs a stat for each (31 ms for 10,000); not for the prompt's path. */
  async sweep(): Promise<Followed> {
    return this.#stored.withRepair(() => this.#compare(false, {}))
  }

  async #follow(limits: FollowLimits): Promise<Followed> {
    const { directories } = this.#stored.state
    const known = isMadeOf(this.#stored.state, this.#directory, this.#census())
    const isSame = (path: string) => this.#files.directoryTime(path) === directories[path]
    if (known && Object.keys(directories).every(isSame)) return NOTHING
    return this.#compare(known, limits)
  }

  #census(): Census {
    const census = this.store.text.census()
    if (!census.consistent) throw inconsistent()
    return census
  }

  /** `known`: files that have kept their names need no look, only those that have ended and may live again. */
  async #compare(known: boolean, limits: FollowLimits): Promise<Followed> {
    const before = Date.now()
    const tree = this.#files.tree()
    const stored = new Set(this.store.text.ids())
    const added: string[] = []
    const kept: string[] = []
    for (const file of tree.files) (stored.delete(file) ? kept : added).push(file)
    const removed = [...stored]
    // What ended or was taken back is never a hit: whether it lives again has to be looked at.
    const unsure = known ? this.store.text.ended(Date.now()) : kept
    const work = added.length + unsure.length + removed.length
    if (limits.most !== undefined && work > limits.most) return { ...NOTHING, left: work }
    const changed = this.#changed(new Set(kept), known ? unsure : undefined)
    const news = added.filter((file) => isSearchable(this.#files.state(file) ?? { size: 0 }))
    const left = await this.update([...news, ...changed, ...removed], limits.signal)
    if (left === 0) this.#rememberFiles(tree, before)
    return { added: news.length, changed: changed.length, removed: removed.length, left }
  }

  /** Of the files that are there: those of a list, or all, that are not as they were stored. */
  #changed(there: ReadonlySet<string>, some?: readonly string[]): string[] {
    return this.store.text
      .documents(some)
      .filter((document) => there.has(document.id) && !isCurrent(document, this.#files))
      .map(({ id }) => id)
  }

  /**
   * Reads these files again: after a write, or when they were seen to differ. What is gone is forgotten. With a signal
   * it stops when that is aborted, and says how many are left; what was read until then is kept.
   */
  async update(files: readonly string[], signal?: AbortSignal): Promise<number> {
    // Asked for before the files are read: one that changes meanwhile is seen to differ the next time.
    const states = new Map(files.map((file) => [file, this.#files.state(file)]))
    const all = files.length >= MANY && !signal ? this.#files.readAll?.() : undefined
    const known = new Map(all?.map((memory) => [memory.file, memory]))
    const batch = signal ? SMALL_BATCH : BATCH
    for (let at = 0; at < files.length; at += batch) {
      if (at > 0) await new Promise(setImmediate)
      if (signal?.aborted) return files.length - at
      const documents: SearchDocument[] = []
      const gone: string[] = []
      for (const file of files.slice(at, at + batch)) {
        const state = states.get(file)
        const memory = state && isSearchable(state) ? (known.get(file) ?? this.#files.read(file)) : undefined
        if (memory && state) documents.push(searchDocument(memory, state))
        else gone.push(file)
      }
      await this.#keep(documents, gone)
    }
    return 0
  }

  async #keep(documents: readonly SearchDocument[], gone: readonly string[]): Promise<void> {
    const { text, vectors } = this.store
    if (documents.length > 0) text.upsert(documents)
    if (gone.length > 0) text.remove(gone)
    await vectors.describe(documents.map((document) => ({ memory: document.id, metadata: document })))
    await vectors.remove(gone)
  }

  #rememberFiles(tree: MemoryTree, listedAt: number): void {
    const directories: Record<string, number> = {}
    for (const path of tree.directories) {
      const time = this.#files.directoryTime(path)
      if (time !== undefined) directories[path] = time > listedAt - TICK_MS ? 0 : time
    }
    const census = this.#census()
    this.#stored.saveState({ root: this.#directory, directories, census })
  }

  /** Stores that are replaced while this work runs stay open for it. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#stored.hold(work)
  }

  async stats(): Promise<CatalogStats> {
    const names = this.unsaved ? [] : readdirSync(this.#cacheDirectory)
    const sizeOf = (name: string) => attempt(() => statSync(join(this.#cacheDirectory, name)).size) ?? 0
    return {
      documents: this.store.text.count(),
      vectors: await this.store.vectors.count(),
      bytes: names.reduce((sum, name) => sum + sizeOf(name), 0),
    }
  }

  async close(): Promise<void> {
    await this.#stored.close()
  }
}

const NOTHING: Followed = { added: 0, changed: 0, removed: 0, left: 0 }

function isCurrent(document: StoredDocument, files: MemoryFiles): boolean {
  const state = files.state(document.id)
  return state?.size === document.size && state.stamp === document.stamp
}
