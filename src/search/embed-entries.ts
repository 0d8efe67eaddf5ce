// Entries of daily logs, and what the person said in earlier conversations, are found by meaning too: the worker embeds
// them, each kind into search data of its own. No prompt does.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { readRegularText } from '../base/files/read-regular.ts'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import { listLogFiles } from '../memory/scan-files.ts'
import { BGE_ZH, MINILM } from './embed/model-spec.ts'
import { embeddingBasis } from './embedding-basis.ts'
import { episodesDirectory, listEpisodeFiles } from './episodes.ts'
import { entriesCache, lazySearch, type SearchPlace } from './lazy-search.ts'
import type { MemorySearch } from './memory-search.ts'
import type { ProjectContext } from './project-context.ts'

type EntryPlace = SearchPlace & { entries: 'logs' | 'episodes' }

/** Those that the person uses and that are not up to date. */
export function entriesToEmbed(context: ProjectContext): EntryPlace[] {
  const { settings, location, switch: memory } = context
  if (!memory.on) return []
  const own = { directory: location.memory, state: location.state }
  const places: EntryPlace[] = [
    ...(settings.get('dailyLog.enabled') ? [{ ...own, entries: 'logs' as const }] : []),
    ...(settings.get('episodes.enabled') ? [{ ...own, entries: 'episodes' as const }] : []),
  ]
  return places.filter((place) => filesOf(place).length > 0 && !isEmbedded(context, place))
}

/** `embed`: true where all of it was done. */
export async function embedEntries(
  context: ProjectContext,
  embed: (search: MemorySearch) => Promise<boolean>,
): Promise<boolean> {
  let isComplete = true
  for (const place of entriesToEmbed(context)) {
    const search = lazySearch(place, { ...context, mayConvert: true })
    const seen = seenMark(context, place)
    try {
      if (await embed(await search())) attempt(() => writeMark(place, seen))
      else isComplete = false
    } finally {
      await search.close()
    }
  }
  return isComplete
}

function isEmbedded(context: ProjectContext, place: EntryPlace): boolean {
  const mark = readRegularText(markPath(place), MARK_BYTES)
  const hasData = ['catalog.db', 'catalog.json'].every((name) => existsSync(join(cacheOf(place), name)))
  return hasData && mark === seenMark(context, place)
}

/** A mark of the files that hold entries, and of the models. Whatever is otherwise now is a reason to look. */
function seenMark({ settings }: ProjectContext, place: EntryPlace): string {
  const models = [embeddingBasis(settings), MINILM.name, BGE_ZH.name]
  const states = filesOf(place).map((path) => {
    const stat = attempt(() => statSync(path))
    return [path, stat?.size, stat?.mtimeMs]
  })
  return contentHash(JSON.stringify([models, states]))
}

function filesOf({ entries, directory, state }: EntryPlace): string[] {
  if (entries === 'logs') return listLogFiles(directory).files.map((file) => join(directory, file))
  const turns = episodesDirectory(state)
  return listEpisodeFiles(turns).map((name) => join(turns, name))
}

function cacheOf({ state, entries }: EntryPlace): string {
  return entriesCache(state, entries)
}

const MARK_BYTES = 1_000

function markPath(place: EntryPlace): string {
  return join(cacheOf(place), 'embedded')
}

function writeMark(place: EntryPlace, seen: string): void {
  writeFileAtomic(markPath(place), seen, { durable: false })
}
