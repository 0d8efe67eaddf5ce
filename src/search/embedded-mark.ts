// Whether search data is up to date, without opening it: a completed embedding leaves a mark of the files that it saw,
// the models it was made for, and the data that it left. Whatever is otherwise now is a reason to look.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import type { Settings } from '../base/settings/settings.ts'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import { memoryFiles } from './catalog/memory-files.ts'
import { BGE_ZH, MINILM } from './embed/model-spec.ts'
import { dropEmbeddedMark, embeddedMarkPath } from './embedded-mark-path.ts'
import { embeddingBasis } from './embedding-basis.ts'
import type { SearchPlace } from './lazy-search.ts'

/** Before the work: what changes while it runs is seen next time. Undefined where the files cannot be looked at. */
export function seenFiles({ directory }: SearchPlace, settings: Settings): string | undefined {
  const models = [embeddingBasis(settings), MINILM.name, BGE_ZH.name]
  return attempt(() => {
    const files = memoryFiles(directory)
    const states = files.tree().files.map((file) => ({ file, ...files.state(file) }))
    return contentHash(JSON.stringify([models, states]))
  })
}

export function markEmbedded({ state }: SearchPlace, seen: string | undefined): void {
  if (seen === undefined) dropEmbeddedMark(state)
  else
    attempt(() =>
      writeFileAtomic(embeddedMarkPath(state), `${seen} ${searchData(state)}`, { durable: false }),
    )
}

export function isEmbedded(place: SearchPlace, settings: Settings): boolean {
  const mark = attempt(() => readFileSync(embeddedMarkPath(place.state), 'utf8'))
  return mark !== undefined && mark === `${seenFiles(place, settings)} ${searchData(place.state)}`
}

/** The very database, and the vectors as far as they were written. */
function searchData(state: string): string {
  const cache = join(state, 'cache')
  const vectors = (attempt(() => readdirSync(cache)) ?? []).filter((name) => name.endsWith('.bin')).sort()
  const sizes = vectors.map((name) => [name, attempt(() => statSync(join(cache, name)).size)])
  const database = attempt(() => statSync(join(cache, 'catalog.db')).ino)
  return contentHash(JSON.stringify([database, existsSync(join(cache, 'catalog.json')), sizes]))
}
