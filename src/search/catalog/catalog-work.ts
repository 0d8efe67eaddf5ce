// What the background and `reindex` do for the catalog: every file is compared, and what has no vector gets one.

import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { ioError } from '../../base/values/errors.ts'
import type { Embedders } from '../create-embedders.ts'
import { situationModel } from '../vectors/situation-model.ts'
import type { Catalog } from './catalog.ts'
import type { OpenVectors } from './catalog-files.ts'
import { embedPending } from './embed-pending.ts'

export interface CatalogWork {
  deadline?: number
  /** Everything is rebuilt. */
  rebuild?: boolean
  signal?: AbortSignal
  /** Where vectors lived before. */
  former?: readonly OpenVectors[]
  /** `done` of `total` memories have vectors. */
  onProgress?: (done: number, total: number) => void
}

export interface CatalogWorkDone {
  added: number
  changed: number
  removed: number
  embedded: number
  /** False when time ran out. */
  complete: boolean
}

export async function bringUpToDate(
  catalog: Catalog,
  embedders: Embedders,
  work: CatalogWork,
): Promise<CatalogWorkDone> {
  if (work.rebuild) await clearAll(catalog)
  const followed = await catalog.sweep()
  if (catalog.unsaved) throw ioError(message(ioTexts.writingSearchData), catalog.unsaved)
  const documents = catalog.store.text.count()
  if (work.former && work.former.length > 0) await takeOver(catalog, embedders, work.former, work)
  const { embedded, complete } = await embedPending(catalog, embedders, {
    ...work,
    onProgress: (done) => work.onProgress?.(Math.min(documents, done), documents),
  })
  await catalog.rememberVectors(addressesOf(embedders))
  const { added, changed, removed } = followed
  return { added, changed, removed, embedded, complete }
}

/** After the person has chosen another place: what is missing there is taken from where it was, if that can be reached. */
async function takeOver(
  catalog: Catalog,
  embedders: Embedders,
  former: readonly OpenVectors[],
  { signal, deadline }: CatalogWork,
): Promise<void> {
  const { text, vectors } = catalog.store
  const having = await vectors.count()
  const models = embedders.all.map(({ model }) => model)
  const moved = models.flatMap((model) => [model, situationModel(model)])
  if (Math.max(...models.map((model) => having[model] ?? 0)) >= text.count() / 2) return
  const { moveVectors } = await import('../vectors/move-vectors.ts')
  for (const openFormer of former) {
    const from = openFormer(text, catalog.cacheDirectory)
    // What cannot be reached is embedded again.
    await moveVectors(catalog.store, from, { models: moved, signal, deadline }).catch(() => {})
    await from.close().catch(() => {})
  }
}

function addressesOf({ all }: Embedders): Record<string, string> {
  return Object.fromEntries(all.flatMap(({ model, address }) => (address ? [[model, address]] : [])))
}

/** Vectors that live elsewhere are forgotten there, too. */
async function clearAll(catalog: Catalog): Promise<void> {
  const { vectors } = catalog.store
  if (vectors.elsewhere) for (const model of Object.keys(await vectors.count())) await vectors.drop(model)
  await catalog.clear()
}
