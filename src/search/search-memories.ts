// Search as people ask for it, over all places that are used here, and as records do, over the project's memories.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listOf, message } from '../base/messages/message.ts'
import { searchTexts } from '../base/messages/search.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { MemdirError } from '../base/values/errors.ts'
import { dropDamagedSnapshot, SNAPSHOT_FILE } from '../memory/memory-snapshot.ts'
import { type Place, placesOf } from '../memory/places.ts'
import type { FindByWords, FindNearPairs, RecordSearch } from '../memory/records.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import { readCatalogState } from './catalog/catalog-state.ts'
import type { CatalogReport } from './examine-catalog.ts'
import { isSearchMode, rankingMode, SEARCH_MODES, type SearchMode } from './find-answers.ts'
import { chosenVectors } from './lazy-search.ts'
import { recover } from './open-project-store.ts'
import type { ProjectContext } from './project-context.ts'
import type { SearchFilter } from './search-document.ts'
import type { FoundInPlaces } from './search-places.ts'

/** For programs that ask for no other: surer than what a person or an agent is shown. */
const LIBRARY_THRESHOLD = 0.7

export interface EngineSearch {
  query: string
  /** Default 10. */
  limit?: number
  /** Least similarity, 0–1. Default 0.7; 0: all that search found, best first. */
  threshold?: number
  filter?: SearchFilter
  /** Default hybrid: by words and by meaning. */
  mode?: SearchMode
  /** Below the memories, what the person said in earlier conversations; where that is kept (`episodes.enabled`). */
  episodes?: boolean
  signal?: AbortSignal
}

export type EngineFound = Omit<FoundInPlaces, 'leftOut'>

/** Over all places that are used here; a hit says in which it is. Episodes come last, where memories leave places. */
export async function searchMemories(
  context: ProjectContext,
  { query, limit = 10, threshold = LIBRARY_THRESHOLD, filter, mode, episodes = false, signal }: EngineSearch,
): Promise<EngineFound> {
  const { clock } = context
  const { checkRange, notAText } = await import('../base/text/check-given.ts')
  if (typeof query !== 'string') throw notAText('query')
  checkRange('limit', limit, 0, Number.MAX_SAFE_INTEGER)
  checkRange('threshold', threshold, 0, 1)
  if (mode !== undefined && !isSearchMode(mode)) throw unknownMode(mode)
  if (episodes && !context.settings.get('episodes.enabled')) throw noEpisodes()
  const asked = { text: query, limit, minSimilarity: threshold, filter, now: clock.now(), signal }
  const { searchPlaces } = await import('./search-places.ts')
  const isSaid = ({ kind }: Place) => kind === 'episodes'
  const places = placesOf(context)
  const groups = [
    places.filter((place) => !isSaid(place)),
    episodes && context.switch.on ? places.filter(isSaid) : [],
  ]
  return searchPlaces(context, groups, { ...asked, ...rankingMode(mode) })
}

function noEpisodes(): MemdirError {
  return new MemdirError('usage', message(searchTexts.episodesOff), {
    fix: message(searchTexts.episodesOffFix),
  })
}

function unknownMode(mode: unknown): MemdirError {
  return new MemdirError('usage', message(usageTexts.unknownMode, { mode: String(mode) }), {
    fix: message(usageTexts.chooseOneOf, { choices: listOf(SEARCH_MODES) }),
  })
}

/** For records: nothing is opened where there are no memories yet. */
export function recordSearch({ search, location, clock }: ProjectContext): RecordSearch {
  return async (text, { limit, threshold }) => {
    if (!existsSync(location.memory)) return []
    const query = { text, limit, minSimilarity: threshold, now: clock.now() }
    return (await (await search()).search(query)).hits
  }
}

/** For adding: no model is loaded, and where there are few memories no catalog is opened. */
export function findByWords({ search, store, location, clock }: ProjectContext): FindByWords {
  return async (text, limit) => {
    if (!existsSync(location.memory)) return []
    if (isSmall(location)) return store.list()
    const query = { text: text.slice(0, MOST_COMPARED), limit, words: true, now: clock.now() }
    return (await (await search()).search(query)).hits.map(({ memory }) => memory)
  }
}

/** A catalog that knows of many files saves listing them. */
function isSmall({ memory, state }: ProjectContext['location']): boolean {
  const known = readCatalogState(join(state, 'cache'))?.census?.documents ?? 0
  return known < FEW && listMemoryFiles(memory).length < FEW
}

/** So many are read as quickly as the full text of any number is asked (bench/records/README.md). */
const FEW = 2_000
/** Characters: what follows in long texts would only cost time. */
const MOST_COMPARED = 4_000

export function findNearPairs({ workSearch, location, clock }: ProjectContext): FindNearPairs {
  return async (atLeast, of, limit) => {
    if (!existsSync(location.memory)) return { pairs: [], compared: [], model: '' }
    const now = clock.now().getTime()
    const { pairs, ...found } = await (await workSearch()).likelyDoubles({ atLeast, of, now, ...limit })
    return { ...found, pairs: pairs.map(({ files: [one, other], cosine }) => ({ one, other, cosine })) }
  }
}

/** For processes that live long: search data follows the files as they change, until the context is closed. */
export async function followFiles(context: ProjectContext): Promise<void> {
  if (!existsSync(context.location.memory)) return
  await recover(context)
  const search = await context.search()
  search.followFiles(({ added, changed }) => {
    if (added + changed > 0) context.ports.requestWork('files')
  })
}

export interface SearchData {
  examine(): Promise<CatalogReport>
  /**
   * Compares every file and reads what differs; a damaged catalog is made from nothing. Vectors are the worker's. Why
   * it cannot be kept, where it cannot.
   */
  repair(): Promise<string | undefined>
  /** True where there was one. */
  dropDamagedSnapshot(): Promise<boolean>
}

export function searchDataOf(context: ProjectContext): SearchData {
  const { search, location } = context
  const cache = join(location.state, 'cache')
  return {
    async examine() {
      const { examineCatalog } = await import('./examine-catalog.ts')
      const openVectors = await chosenVectors(location.state, context)
      return examineCatalog(location.memory, cache, openVectors)
    },
    repair: async () => (await search()).repair(),
    dropDamagedSnapshot: async () => dropDamagedSnapshot(join(cache, SNAPSHOT_FILE)),
  }
}
