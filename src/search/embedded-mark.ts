// Whether search data is up to date, without opening it: a completed embedding leaves a mark of the files that it saw,
// the models it was made for, and the data that it left. Whatever is otherwise now is a reason to look.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import type { Settings } from '../base/settings/settings.ts'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import { cacheOf, type Place } from '../memory/places.ts'
import { listLogFiles } from '../memory/scan-files.ts'
import { memoryFiles } from './catalog/memory-files.ts'
import { BGE_ZH, MINILM } from './embed/model-spec.ts'
import { dropEmbeddedMark, embeddedMarkPath } from './embedded-mark-path.ts'
import { embeddingBasis } from './embedding-basis.ts'
import { listEpisodeFiles } from './episodes.ts'

/** Before the work: what changes while it runs is seen next time. Undefined where the files cannot be looked at. */
export function seenFiles(place: Place, settings: Settings): string | undefined {
  const models = [embeddingBasis(settings), MINILM.name, BGE_ZH.name]
  return attempt(() => contentHash(JSON.stringify([models, filesOf(place)])))
}

export function markEmbedded(place: Place, seen: string | undefined): void {
  const cache = cacheOf(place)
  if (seen === undefined) dropEmbeddedMark(cache)
  else
    attempt(() =>
      writeFileAtomic(embeddedMarkPath(cache), `${seen} ${searchData(cache)}`, { durable: false }),
    )
}

export function isEmbedded(place: Place, settings: Settings): boolean {
  const cache = cacheOf(place)
  const mark = attempt(() => readFileSync(embeddedMarkPath(cache), 'utf8'))
  return mark !== undefined && mark === `${seenFiles(place, settings)} ${searchData(cache)}`
}

/** With their times and sizes; of entries the files that hold them. */
export function filesOf({ kind, directory }: Place): unknown[] {
  const entries = { logs: () => listLogFiles(directory).files, episodes: () => listEpisodeFiles(directory) }
  if (kind !== 'logs' && kind !== 'episodes') {
    const files = memoryFiles(directory)
    return files.tree().files.map((file) => ({ file, ...files.state(file) }))
  }
  return entries[kind]().map((file) => {
    const stat = attempt(() => statSync(join(directory, file)))
    return [file, stat?.size, stat?.mtimeMs]
  })
}

/** The very database, and the vectors as far as they were written. */
function searchData(cache: string): string {
  const vectors = (attempt(() => readdirSync(cache)) ?? []).filter((name) => name.endsWith('.bin')).sort()
  const sizes = vectors.map((name) => [name, attempt(() => statSync(join(cache, name)).size)])
  const database = attempt(() => statSync(join(cache, 'catalog.db')).ino)
  return contentHash(JSON.stringify([database, existsSync(join(cache, 'catalog.json')), sizes]))
}
