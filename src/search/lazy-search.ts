// Search as the engine opens it: when it is first needed, over the project's memories or over an agent's.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Environment } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import { cacheOf, holdsEntries, type Place } from '../memory/places.ts'
import type { CallMeter } from '../models/spend.ts'
import type { OpenVectors } from './catalog/catalog-files.ts'
import type { MemoryFiles } from './catalog/memory-files.ts'
import type { QueryEmbedder } from './catalog/query-embedder.ts'
import type { CreateEmbeddersOptions } from './create-embedders.ts'
import type { ProviderOptions } from './embed/provider-embedder.ts'
import type { ProviderMeter } from './embed/provider-request.ts'
import type { MemorySearch } from './memory-search.ts'

export interface LazySearch {
  (): Promise<MemorySearch>
  close(): Promise<void>
}

export interface SearchOf {
  /** Opened when it is first asked for, and once. */
  (place: Place): Promise<MemorySearch>
  /** Without a place: all of them, and the models. */
  close(place?: Place): Promise<void>
}

interface Searches {
  search: LazySearch
  workSearch: LazySearch
  searchOf: SearchOf
  close(): Promise<void>
}

/** Those of one context; see `ProjectContext`. */
export function openSearches(place: Place, opening: Omit<SearchOpening, 'mayConvert' | 'queries'>): Searches {
  const queries = sharedQueries({ ...opening, mayConvert: false }, place)
  const searchOf = searchesWith({ ...opening, mayConvert: false, queries })
  const search = Object.assign(() => searchOf(place), { close: () => searchOf.close(place) })
  const workSearch = lazySearch(place, { ...opening, mayConvert: true })
  return {
    search,
    workSearch,
    searchOf,
    close: async () => {
      await Promise.all([workSearch.close(), searchOf.close()])
      await queries.close()
    },
  }
}

/** Each place opened once. */
export function searchesWith(opening: SearchOpening): SearchOf {
  const opened = new Map<string, LazySearch>()
  const searchOf = (place: Place) => {
    const key = cacheOf(place)
    const search = opened.get(key) ?? lazySearch(place, opening)
    opened.set(key, search)
    return search()
  }
  searchOf.close = async (place?: Place) => {
    const closing = place ? [cacheOf(place)] : [...opened.keys()]
    await Promise.all(closing.map((key) => opened.get(key)?.close()))
  }
  return searchOf
}

interface SearchOpening {
  /** The config home. */
  home: string
  settings: Settings
  env: Environment
  /** A model's first conversion takes a second: for the background, not for a prompt. */
  mayConvert: boolean
  /** The models that others use as well. */
  queries?: SharedQueries
}

/** A message that is put to several directories is embedded once; the project that it is asked in pays for it. */
interface SharedQueries {
  (): Promise<QueryEmbedder>
  close(): Promise<void>
}

function sharedQueries(opening: SearchOpening, place: Place): SharedQueries {
  let opened: Promise<QueryEmbedder> | undefined
  const shared = () => {
    opened ??= import('./catalog/query-embedder.ts').then(({ openQueryEmbedder }) =>
      openQueryEmbedder(embeddingOf(opening, place)),
    )
    return opened
  }
  shared.close = async () => {
    const closing = opened
    opened = undefined
    await (await closing)?.close()
  }
  return shared
}

function embeddingOf(opening: SearchOpening, place: Place): CreateEmbeddersOptions {
  const { home, mayConvert } = opening
  return { modelsDirectory: join(home, 'models'), mayConvert, ...embeddingProvider(opening, place) }
}

/** The catalog, SQLite and the embedders are loaded by the first search, not by commands that need none. */
export function lazySearch(place: Place, opening: SearchOpening): LazySearch {
  const { mayConvert, queries } = opening
  let opened: Promise<MemorySearch> | undefined
  const open = async () => {
    const { openMemorySearch } = await import('./memory-search.ts')
    return openMemorySearch({
      directory: place.directory,
      cacheDirectory: cacheOf(place),
      // A store of the person's choice is for memories.
      ...(holdsEntries(place)
        ? { files: await filesIn(place) }
        : {
            openVectors: await chosenVectors(place.state, opening),
            ...(mayConvert && { formerVectors: () => formerVectors(place.state, opening) }),
          }),
      embedding: embeddingOf(opening, place),
      ...(queries && { queries: await queries() }),
    })
  }
  const lazy = () => {
    opened ??= open()
    const current = opened
    // What failed once may be possible by the next time.
    current.catch(() => {
      if (opened === current) opened = undefined
    })
    return current
  }
  lazy.close = async () => {
    const closing = opened
    opened = undefined
    // What could not be opened was said to whoever asked for it, and needs no closing.
    const search = await closing?.catch(() => undefined)
    await search?.close()
  }
  return lazy
}

/** What is searched there. */
async function filesIn({ kind, directory }: Place): Promise<MemoryFiles> {
  if (kind === 'logs') return (await import('./catalog/log-files.ts')).logFiles(directory)
  if (kind === 'episodes') return (await import('./catalog/episode-files.ts')).episodeFiles(directory)
  return (await import('./catalog/memory-files.ts')).memoryFiles(directory)
}

/** Undefined: embedded, where nothing more is loaded. */
export async function chosenVectors(
  state: string,
  context: Pick<SearchOpening, 'home' | 'settings' | 'env'>,
): Promise<OpenVectors | undefined> {
  if ((context.settings.get('storage.backend') ?? 'embedded') === 'embedded') return undefined
  const { chosenVectors: open } = await import('./chosen-vectors.ts')
  return open(context, state)
}

/** For the background. Where no other store was ever chosen there are none, and nothing more is loaded. */
async function formerVectors(state: string, context: SearchOpening): Promise<readonly OpenVectors[]> {
  if (!existsSync(join(state, 'stores.json'))) return []
  return (await import('./chosen-vectors.ts')).formerVectors(context, state)
}

/** A configured provider instead of the local models. Its key comes from the environment, never from a file of ours. */
function embeddingProvider(
  { home, settings, env }: SearchOpening,
  { state }: Place,
): { provider?: ProviderOptions } {
  const baseUrl = settings.get('storage.embeddingUrl')
  const model = settings.get('storage.embeddingModel')
  if (!baseUrl && !model) return {}
  const apiKey = env.MEMDIR_EMBEDDING_KEY ?? env.OPENAI_API_KEY
  const dimensions = settings.get('storage.embeddingDimension')
  return {
    provider: {
      model: model ?? '',
      ...(baseUrl ? { baseUrl } : {}),
      ...(apiKey ? { apiKey } : {}),
      ...(dimensions ? { dimensions } : {}),
      meter: embeddingMeter({ home, settings, project: basename(dirname(state)) }),
    },
  }
}

/** Every request was told of before, is in the ledger and under the caps. Loaded by the first request. */
function embeddingMeter(place: { home: string; settings: Settings; project: string }): ProviderMeter {
  let opened: CallMeter | undefined
  return {
    async allow(tokens) {
      const { demandTold } = await import('./texts-sent.ts')
      demandTold(place.home, place.settings)
      opened ??= (await import('../models/open-spend.ts')).embeddingSpend(place)
      opened.allow(tokens)
    },
    record({ provider, model, tokens, estimated, failed }) {
      const usage = {
        input: tokens,
        output: 0,
        cacheRead: 0,
        cacheCreated: 0,
        ...(estimated && { estimated }),
      }
      opened?.record({ provider, model, usage, ...(failed ? { failed } : {}) })
    },
  }
}
