// Search over one memory directory as the rest of memdir uses it: the catalog and the embedders, opened when needed.
// Whatever goes wrong with vectors, full text answers; whatever goes wrong with the catalog, the caller gets an error.
import { join } from 'node:path'
import { holdDirectory } from '../base/files/held-directory.ts'
import { attempt } from '../base/values/attempt.ts'
import type { MemdirError } from '../base/values/errors.ts'
import { SNAPSHOT_FILE } from '../memory/memory-snapshot.ts'
import {
  Catalog,
  type CatalogFound,
  type CatalogListing,
  type CatalogStats,
  type Followed,
  type FollowLimits,
  type MemoryHit,
} from './catalog/catalog.ts'
import type { OpenVectors } from './catalog/catalog-files.ts'
import type { CatalogWork, CatalogWorkDone } from './catalog/catalog-work.ts'
import { boundedQuery, type EmbeddedQueries, embedQueries } from './catalog/embed-texts.ts'
import { type MemoryFiles, memoryFiles } from './catalog/memory-files.ts'
import type { NearFilePairs, NearFilePairsOptions } from './catalog/near-file-pairs.ts'
import { openQueryEmbedder, type QueryEmbedder } from './catalog/query-embedder.ts'
import { searchProblem } from './catalog/search-problem.ts'
import { type Watching, watchDirectories } from './catalog/watch-directories.ts'
import type { CreateEmbeddersOptions, Embedders } from './create-embedders.ts'
import { findAndRead } from './find-and-read.ts'
import type { Mode } from './ranking/fusion.ts'
import { type AskedMessage, asMessage, textsOf } from './ranking/pieces.ts'
import type { SearchHit, SearchQuery } from './search.ts'
import type { SearchFilter } from './search-document.ts'
import type { Moved, MoveOptions } from './vectors/move-vectors.ts'

export interface MemorySearchOptions {
  directory: string
  /** `state/cache` */
  cacheDirectory: string
  embedding: CreateEmbeddersOptions
  /** The models, where others use them as well: they close them. Default: its own. */
  queries?: QueryEmbedder
  /** What is searched, where it is not the memories of the directory. */
  files?: MemoryFiles
  /** Where the vectors live. Default: embedded, in the cache directory. */
  openVectors?: OpenVectors
  /** Where they lived before: what is there is taken over rather than embedded again. */
  formerVectors?: () => Promise<readonly OpenVectors[]>
}

export interface MemoryQuery {
  text: string
  limit: number
  /** Similarity, 0–1. */
  minSimilarity?: number
  filter?: SearchFilter
  /** By full text alone: no model is loaded. */
  words?: boolean
  /** What ranks. Default: words and meaning, or words where there are no vectors. */
  mode?: Mode
  /** A message that somebody typed: each of its sentences is asked as well, and what it needs is one thing or nothing. */
  bySentence?: boolean
  now: Date
  /** A prompt waits: what has to be asked over a network is given up early, and words answer. */
  hurry?: boolean
  /** Somebody waits: so many changed files are read at most, and none after the signal; the rest is left. */
  most?: number
  signal?: AbortSignal
}

/** What search says of hits that are not read yet. */
export interface UnreadMemories extends CatalogFound {
  /** Why not all was compared by meaning that could be: a model that cannot be asked, vectors that cannot be used. */
  problem?: MemdirError
}

export interface FoundMemories extends Omit<UnreadMemories, 'hits'> {
  hits: MemoryHit[]
}

export interface MemorySearch {
  /** Reads none of the files that it finds. `before`: what the same query found a moment ago. */
  find(query: MemoryQuery, before?: UnreadMemories): Promise<UnreadMemories>
  /** These as their files say them; undefined for one that had changed and is to be found anew. */
  read(hits: readonly SearchHit[]): Promise<(MemoryHit | undefined)[]>
  search(query: MemoryQuery): Promise<FoundMemories>
  /** Pairs of files whose stored vectors are near, nearest first; no model is asked. */
  likelyDoubles(options: NearFilePairsOptions): Promise<NearFilePairs>
  /** Compares every file, embeds what has no vector. For the background and for `reindex`. */
  work(work: CatalogWork): Promise<CatalogWorkDone>
  /** Moves what another place has of the vectors here; see `moveVectors`. Dropped there, unless they are to stay. */
  moveFrom(open: OpenVectors, options: MoveOptions & { keep: boolean }): Promise<Moved>
  /** Compares every file, and a damaged catalog is made from nothing. Why it cannot be kept, where it cannot. */
  repair(): Promise<string | undefined>
  /** Sweeps whenever files change, until `close`. For processes that live long. */
  followFiles(onFollowed: (followed: Followed) => void): void
  /** For lists and totals of large stores; see `Catalog.listing`. */
  listing(): Promise<CatalogListing | undefined>
  stats(): Promise<CatalogStats>
  close(): Promise<void>
}

/** A second is all that a hook has; a person who searches waits a little. */
const HURRY_MS = 450
const WAIT_MS = 5_000

/** How long models and vectors are waited for that are not on this machine. */
function patienceFor(
  { embedding, openVectors }: MemorySearchOptions,
  { signal, hurry }: Pick<MemoryQuery, 'signal' | 'hurry'>,
): AbortSignal | undefined {
  if (!embedding.provider && !openVectors) return signal
  const timeout = AbortSignal.timeout(hurry ? HURRY_MS : WAIT_MS)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

export function openMemorySearch(options: MemorySearchOptions): MemorySearch {
  const { directory, cacheDirectory, openVectors } = options
  const held = holdDirectory(directory)
  let catalog: Catalog | undefined
  const queries = options.queries ?? openQueryEmbedder(options.embedding)
  let watching: Watching | undefined
  const open = (): Catalog => {
    const files = options.files ?? memoryFiles(directory, join(cacheDirectory, SNAPSHOT_FILE))
    catalog ??= new Catalog({ directory, cacheDirectory, files, openVectors })
    return catalog
  }
  let former: Promise<Embedders[]> | undefined
  let formerOf = ''
  /** Those of models that still have vectors, opened once for the same models. */
  const formerEmbedders = async (current: Embedders): Promise<Embedders[]> => {
    const { models } = open()
    if (models.every(({ model }) => current.all.some((one) => one.model === model))) return []
    const { planFormer } = await import('./catalog/former-embedders.ts')
    const { createEmbedders } = await import('./create-embedders.ts')
    if (formerOf !== JSON.stringify(models)) {
      await closeAll(former)
      formerOf = JSON.stringify(models)
      former = Promise.all(planFormer(models, current, options.embedding).map(createEmbedders))
    }
    return (await former) ?? []
  }
  /** The vectors of each of these; none where the models cannot be asked. */
  const embed = async (
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedQueries> => {
    try {
      const { vectors, faults } = await queries.embed(texts, signal)
      // Copied: other searches are given the same.
      const made = vectors.map((ofText) => [...ofText])
      for (const one of await formerEmbedders(await queries.embedders())) {
        const older = await embedQueries(one, texts, signal)
        for (const [at, ofText] of older.vectors.entries()) made[at]?.push(...ofText)
      }
      return { vectors: made, faults }
    } catch (error) {
      return { vectors: [], faults: [error] }
    }
  }
  /** Without vectors that can be compared words answer. */
  const ask = async (
    query: SearchQuery,
    { asked, faults }: { asked: AskedMessage; faults: unknown[] },
    limits: FollowLimits,
    before: UnreadMemories | undefined,
  ): Promise<{ result: CatalogFound; faults: unknown[] }> => {
    try {
      return { result: await open().find({ ...query, ...asked }, limits, before), faults }
    } catch (error) {
      if (asked.vectors.length === 0) throw error
      const { signal: _, ...byWords } = query
      return { result: await open().find(byWords, limits, before), faults: [...faults, error] }
    }
  }
  const searching: MemorySearch = {
    async find({ text: whole, words, bySentence, now, signal, most, hurry, ...query }, foundBefore) {
      held.check()
      const patience = patienceFor(options, { signal, hurry })
      const text = boundedQuery(whole)
      const texts = bySentence ? textsOf(text) : [text]
      const { vectors, faults: before } = words ? { vectors: [], faults: [] } : await embed(texts, patience)
      const embedded = { asked: asMessage(texts, vectors), faults: before }
      const asked = {
        text,
        now: now.getTime(),
        ...query,
        isPrompt: bySentence,
        ...(patience ? { signal: patience } : {}),
      }
      const { result, faults } = await ask(asked, embedded, { most, signal }, foundBefore)
      if (faults.length === 0) return result
      const problem = searchProblem(faults)
      return problem ? { ...result, problem } : result
    },
    read: (hits) => open().read(hits),
    search: (query) =>
      findAndRead((before?: UnreadMemories) => searching.find(query, before), searching.read),
    async likelyDoubles(asked) {
      // Every file: the vector of an older text must not be taken for a newer one.
      await open().sweep()
      const { nearFilePairs } = await import('./catalog/near-file-pairs.ts')
      const { all } = await queries.embedders()
      return open().hold(() => nearFilePairs(open().store, all, asked))
    },
    async work(work) {
      const { bringUpToDate } = await import('./catalog/catalog-work.ts')
      const available = await queries.embedders()
      return open().hold(async () => {
        const former = work.rebuild ? [] : ((await options.formerVectors?.()) ?? [])
        return bringUpToDate(open(), available, { ...work, former })
      })
    },
    async moveFrom(openSource, { keep, ...moving }) {
      await open().sweep()
      const { moveVectors } = await import('./vectors/move-vectors.ts')
      return open().hold(async () => {
        const { store } = open()
        const from = openSource(store.text, cacheDirectory)
        try {
          const moved = await moveVectors(store, from, moving)
          if (moved.complete && !keep) for (const model of await from.models()) await from.drop(model)
          await open().rememberVectors()
          return moved
        } finally {
          await from.close()
        }
      })
    },
    async repair() {
      // What cannot even be looked at is damaged, too.
      const isSound = attempt(() => open().store.text.check() === undefined) ?? false
      if (!isSound) await open().clear()
      await open().sweep()
      return open().unsaved?.message
    },
    followFiles(onFollowed) {
      watching ??= watchDirectories(directory, {
        // Asked by a timer: a directory that was replaced is refused there too, and watched no more.
        directories: () => attempt(() => open().files.tree().directories) ?? [],
        // A catalog that cannot be written follows with the next search.
        onChange: () =>
          void open()
            .sweep()
            .then(onFollowed, () => {}),
      })
    },
    async listing() {
      held.check()
      return open().listing()
    },
    async stats() {
      return open().stats()
    },
    async close() {
      watching?.close()
      await catalog?.close()
      if (!options.queries) await queries.close()
      await closeAll(former)
    },
  }
  return searching
}

async function closeAll(opened: Promise<Embedders[]> | undefined): Promise<void> {
  for (const one of (await opened?.catch(() => [])) ?? []) await one.close()
}
