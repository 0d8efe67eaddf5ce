// Search as the engine opens it: when it is first needed, over the project's memories or over an agent's.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { everywherePlace } from '../base/projects/everywhere.ts'
import type { Location } from '../base/projects/memory-location.ts'
import { projectName } from '../base/projects/slug.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { CallMeter } from '../models/spend.ts'
import type { OpenVectors } from './catalog/catalog-files.ts'
import type { QueryEmbedder } from './catalog/query-embedder.ts'
import type { CreateEmbeddersOptions } from './create-embedders.ts'
import type { ProviderOptions } from './embed/provider-embedder.ts'
import type { ProviderMeter } from './embed/provider-request.ts'
import type { MemorySearch } from './memory-search.ts'

export interface LazySearch {
  (): Promise<MemorySearch>
  close(): Promise<void>
}

export interface SearchPlace {
  /** The memories. */
  directory: string
  state: string
  /** Single entries instead: of its daily logs, or of what the person said in earlier conversations. */
  entries?: 'logs' | 'episodes'
}

interface Searches {
  search: LazySearch
  workSearch: LazySearch
  searchIn: SearchesIn
  searchLogs: LazySearch
  searchEpisodes: LazySearch
  close(): Promise<void>
}

/** Those of one project; see `ProjectContext`. */
export function openSearches({
  location,
  ...opening
}: Omit<SearchOpening, 'mayConvert' | 'queries'> & { location: Location }): Searches {
  const own = { directory: location.memory, state: location.state }
  const queries = sharedQueries({ ...opening, mayConvert: false }, own)
  const shared = { ...opening, mayConvert: false, queries }
  const search = lazySearch(own, shared)
  const workSearch = lazySearch(own, { ...opening, mayConvert: true })
  const searchIn = searchesIn(location.projects, shared)
  const searchLogs = lazySearch({ ...own, entries: 'logs' }, shared)
  const searchEpisodes = lazySearch({ ...own, entries: 'episodes' }, shared)
  return {
    search,
    workSearch,
    searchIn,
    searchLogs,
    searchEpisodes,
    close: async () => {
      const all = [search, workSearch, searchIn, searchLogs, searchEpisodes]
      await Promise.all(all.map((one) => one.close()))
      await queries.close()
    },
  }
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

function sharedQueries(opening: SearchOpening, place: SearchPlace): SharedQueries {
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

function embeddingOf(opening: SearchOpening, place: SearchPlace): CreateEmbeddersOptions {
  const { home, mayConvert } = opening
  return { modelsDirectory: join(home, 'models'), mayConvert, ...embeddingProvider(opening, place) }
}

/** The catalog, SQLite and the embedders are loaded by the first search, not by commands that need none. */
export function lazySearch(place: SearchPlace, opening: SearchOpening): LazySearch {
  const { mayConvert, queries } = opening
  let opened: Promise<MemorySearch> | undefined
  const open = async () => {
    const { openMemorySearch } = await import('./memory-search.ts')
    return openMemorySearch({
      ...(place.entries
        ? await entriesOf(place, place.entries)
        : {
            directory: place.directory,
            cacheDirectory: join(place.state, 'cache'),
            openVectors: await chosenVectors(place.state, opening),
          }),
      ...(mayConvert && !place.entries ? { formerVectors: () => formerVectors(place.state, opening) } : {}),
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

/** Where the search data of entries is: never in a store of the person's choice, which is for memories. */
export function entriesCache(state: string, entries: 'logs' | 'episodes'): string {
  return join(state, 'cache', entries)
}

/** What is searched there, and its own catalog. */
async function entriesOf({ directory, state }: SearchPlace, entries: 'logs' | 'episodes') {
  const cacheDirectory = entriesCache(state, entries)
  if (entries === 'logs') {
    const { logFiles } = await import('./catalog/log-files.ts')
    return { directory, cacheDirectory, files: logFiles(directory) }
  }
  const { episodeFiles } = await import('./catalog/episode-files.ts')
  const { episodesDirectory } = await import('./episodes.ts')
  const turns = episodesDirectory(state)
  return { directory: turns, cacheDirectory, files: episodeFiles(turns) }
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

export interface SearchesIn {
  (directory: string): Promise<MemorySearch>
  close(): Promise<void>
}

/** Where the state of a directory is kept that is not the project's own. */
export function stateOf(projects: string, directory: string): string {
  const everywhere = everywherePlace(projects)
  if (directory === everywhere.memory) return everywhere.state
  return join(projects, projectName(directory), 'state')
}

/** Other directories, each opened once; their search data is where the state of any given directory is. */
export function searchesIn(projects: string, opening: SearchOpening): SearchesIn {
  const opened = new Map<string, LazySearch>()
  const find = (directory: string) => {
    const state = stateOf(projects, directory)
    const search = opened.get(directory) ?? lazySearch({ directory, state }, opening)
    opened.set(directory, search)
    return search()
  }
  find.close = async () => {
    const closing = [...opened.values()]
    opened.clear()
    await Promise.all(closing.map((search) => search.close()))
  }
  return find
}

/** A configured provider instead of the local models. Its key comes from the environment, never from a file of ours. */
function embeddingProvider(
  { home, settings, env }: SearchOpening,
  { state }: SearchPlace,
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
