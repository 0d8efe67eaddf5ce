// The catalog of one memory directory: a cache that follows the files by itself. It may be deleted at any time, and
// whatever is wrong with it ends in a rebuild, never in an error or a wrong answer.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { isSearchable, type Memory } from '../../memory/memory.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { type SearchHit, type SearchQuery, type SearchResult, search } from '../search.ts'
import type { Listing } from '../text/listing.ts'
import type { Census } from '../text/text-query.ts'
import { isSituationModel } from '../vectors/situation-model.ts'
import { inconsistent, type OpenVectors } from './catalog-files.ts'
import { type CatalogState, isMadeOf } from './catalog-state.ts'
import { CatalogStore } from './catalog-store.ts'
import {
  type FileDifferences,
  isCurrent,
  listDifferences,
  lookAt,
  writtenDifferences,
} from './file-differences.ts'
import { type MemoryFiles, type MemoryTree, memoryFiles } from './memory-files.ts'
import { storeFiles } from './store-files.ts'
import { followNotes, type NotedChanges, readWriteNotes } from './write-notes.ts'

interface CatalogOptions {
  /** The memories. */
  directory: string
  /** Where the catalog lives; made when missing. */
  cacheDirectory: string
  files?: MemoryFiles
  /** Where its vectors live. Default: embedded, next to it. */
  openVectors?: OpenVectors
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
  /** Where directories changed and no note of ours says why, every file is compared, not only their names. */
  thorough?: boolean
}

export interface MemoryHit extends Omit<SearchHit, 'document'> {
  memory: Memory
}

/** What search says of hits that are not read yet. */
export interface CatalogFound extends SearchResult {
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

export interface CatalogListing {
  total: number
  /** Too large to be searched; few. */
  unsearched: Memory[]
  /** The listing of those that are searched. */
  readonly stored: Listing
  readCurrent(files: readonly string[]): Promise<Memory[] | undefined>
}

/** So few files are read as quickly as a database is opened. */
const LEAST_LISTED = 500
/** A directory that changed this recently may have changed again within the same tick of the file system's clock. */
const TICK_MS = 50
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

  get cacheDirectory(): string {
    return this.#cacheDirectory
  }

  get files(): MemoryFiles {
    return this.#files
  }

  /** After embedding: so that vectors that vanish are missed. */
  async rememberVectors(providers: Readonly<Record<string, string>> = {}): Promise<void> {
    const vectors = await this.store.vectors.count()
    const known = { ...this.#stored.refreshState().providers, ...providers }
    const stored = Object.entries(known).filter(([model]) => model in vectors)
    this.#stored.saveState({ vectors, providers: Object.fromEntries(stored) })
  }

  /** Models that had vectors after the last embedding, and where a provider's was asked. */
  get models(): { model: string; address: string | undefined }[] {
    const { vectors = {}, providers = {} } = this.#stored.state
    const models = Object.keys(vectors).filter((model) => !isSituationModel(model))
    return models.map((model) => ({ model, address: providers[model] }))
  }

  /** Forgets everything that was derived: the next sweep reads all files. */
  async clear(): Promise<void> {
    await this.#stored.clear()
  }

  /**
   * Follows the files, and searches; of what it finds nothing is read. A damaged catalog is rebuilt on the way. `before`:
   * the same query was asked a moment ago, and what was read since is all that differs.
   */
  async find(
    query: SearchQuery,
    limits: FollowLimits = {},
    before?: Pick<CatalogFound, 'left'>,
  ): Promise<CatalogFound> {
    return this.#stored.withRepair(async () => {
      const { left } = before ?? (await this.#follow(limits))
      const found = await search(this.store, query)
      const expected =
        query.vectors?.some(({ model }) => (this.#stored.state.vectors?.[model] ?? 0) > 0) ?? false
      const vectorsLost = expected && found.covered === 0 && found.documents > 0
      return { ...found, left, vectorsLost }
    })
  }

  /** What was found as its files say it; undefined for one that had changed: it was stored again, and is to be found anew. */
  async read(hits: readonly SearchHit[]): Promise<(MemoryHit | undefined)[]> {
    return this.#stored.withRepair(async () => {
      const current = hits.flatMap(({ document }) => (isCurrent(document, this.#files) ? [document.id] : []))
      const memories = new Map(this.#files.readSome(current).map((memory) => [memory.file, memory]))
      await this.update(hits.flatMap(({ document: { id } }) => (memories.has(id) ? [] : [id])))
      return hits.map(({ document, ...rest }) => {
        const memory = memories.get(document.id)
        return memory && { memory, ...rest }
      })
    })
  }

  /**
   * Takes in added, moved and deleted files, by directory times: one stat for each directory when nothing changed, and
   * the files of the writer's notes where these explain what did. Otherwise the directories are listed; a catalog that
   * was not made of these files is compared with all of them.
   */
  async follow(limits: FollowLimits = {}): Promise<Followed> {
    return this.#stored.withRepair(() => this.#follow(limits))
  }

  /** The files that lists show, up to date. Undefined where so few are quicker read than looked up. */
  async listing(): Promise<CatalogListing | undefined> {
    await this.follow({ thorough: true })
    if (this.#stored.unsaved || this.store.text.count() < LEAST_LISTED) return undefined
    const unsearched = this.#files.readSome(this.#stored.state.unsearched ?? [])
    return {
      total: this.store.text.count() + unsearched.length,
      unsearched,
      stored: this.store.text.listing,
      readCurrent: (files) => this.#readCurrent(files),
    }
  }

  /** Undefined where one of them is not as it was stored: it is by now, and has to be listed again. */
  async #readCurrent(files: readonly string[]): Promise<Memory[] | undefined> {
    const known = new Set(this.#stored.state.unsearched)
    const stored = this.store.text.documents(files)
    const current = new Set(stored.filter((one) => isCurrent(one, this.#files)).map(({ id }) => id))
    const stale = files.filter((file) => !current.has(file) && !known.has(file))
    if (stale.length === 0) return this.#files.readSome(files)
    await this.update(stale)
    return undefined
  }

  /** Compares every file's size and time. Costs a stat for each (31 ms for 10,000); not for the prompt's path. */
  async sweep(): Promise<Followed> {
    return this.#stored.withRepair(() => this.#compare({}))
  }

  async #follow(limits: FollowLimits): Promise<Followed> {
    if (this.#isUpToDate(this.#stored.state)) return NOTHING
    // Another process may have caught up already.
    const state = this.#stored.refreshState()
    if (this.#isUpToDate(state)) return NOTHING
    const known = isMadeOf(state, this.#directory, this.#census())
    const notes = this.#stored.unsaved ? [] : readWriteNotes(this.#cacheDirectory)
    const noted = followNotes(state.directories, notes)
    // As they were after the last of the writes that were noted: nothing else has happened.
    if (known && this.#areTimes(noted.directories)) return this.#takeNoted(noted, limits)
    if (limits.thorough) return this.#compare(limits)
    const named = notes.flatMap(({ files }) => files)
    return this.#compare(limits, { known, named })
  }

  #isUpToDate(state: CatalogState): boolean {
    return isMadeOf(state, this.#directory, this.#census()) && this.#areTimes(state.directories)
  }

  #areTimes(directories: Readonly<Record<string, number>>): boolean {
    return Object.entries(directories).every(([path, time]) => this.#files.directoryTime(path) === time)
  }

  #takeNoted({ files, directories }: NotedChanges, limits: FollowLimits): Promise<Followed> | Followed {
    if (limits.most !== undefined && files.length > limits.most) return { ...NOTHING, left: files.length }
    const found = writtenDifferences(this.store.text, this.#files, files)
    return this.#take(found, limits, () => directories)
  }

  #census(): Census {
    const census = this.store.text.census()
    if (!census.consistent) throw inconsistent()
    return census
  }

  async #compare(
    limits: FollowLimits,
    seen: { known: boolean; named: readonly string[] } = { known: false, named: [] },
  ): Promise<Followed> {
    const { text } = this.store
    const before = Date.now()
    const tree = this.#files.tree()
    const listed = listDifferences(text, tree, seen)
    const work = listed.added.length + listed.unsure.size + listed.removed.length
    if (limits.most !== undefined && work > limits.most) return { ...NOTHING, left: work }
    return this.#take(lookAt(text, this.#files, listed), limits, () => this.#settledTimes(tree, before))
  }

  /** Where nothing is left, the directories are known as they were before the files were read. */
  async #take(
    { added, large, changed, removed }: FileDifferences,
    { signal }: FollowLimits,
    directories: () => Record<string, number>,
  ): Promise<Followed> {
    const left = await this.update([...added, ...changed, ...removed], signal)
    if (left === 0) this.#rememberFiles(directories(), [...large, ...changed])
    return { added: added.length, changed: changed.length, removed: removed.length, left }
  }

  /** Reads these files again: after a write, or when they were seen to differ. See `storeFiles`. */
  async update(files: readonly string[], signal?: AbortSignal): Promise<number> {
    return storeFiles(this.store, this.#files, files, signal)
  }

  #settledTimes(tree: MemoryTree, listedAt: number): Record<string, number> {
    const directories: Record<string, number> = {}
    for (const path of tree.directories) {
      const time = this.#files.directoryTime(path)
      if (time !== undefined) directories[path] = time > listedAt - TICK_MS ? 0 : time
    }
    return directories
  }

  /** `grown`: files that may be too large to be searched. */
  #rememberFiles(directories: Record<string, number>, grown: readonly string[]): void {
    const known = this.#stored.state.unsearched ?? []
    const unsearched = [...new Set([...known, ...grown])].filter(
      (file) => !isSearchable(this.#files.state(file) ?? { size: 0 }),
    )
    const census = this.#census()
    this.#stored.saveState({ root: this.#directory, directories, census, unsearched })
  }

  /** Stores that are replaced while this work runs stay open for it. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return this.#stored.hold(work)
  }

  async stats(): Promise<CatalogStats> {
    const names = this.unsaved ? [] : readdirSync(this.#cacheDirectory)
    const vectors = Object.entries(await this.store.vectors.count())
    const sizeOf = (name: string) => attempt(() => statSync(join(this.#cacheDirectory, name)).size) ?? 0
    return {
      documents: this.store.text.count(),
      vectors: Object.fromEntries(vectors.filter(([model]) => !isSituationModel(model))),
      bytes: names.reduce((sum, name) => sum + sizeOf(name), 0),
    }
  }

  async close(): Promise<void> {
    await this.#stored.close()
  }
}

const NOTHING: Followed = { added: 0, changed: 0, removed: 0, left: 0 }
