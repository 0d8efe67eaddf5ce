// Compares a catalog with the files that it was made of, for the doctor. Changes neither.
import { isSearchable } from '../memory/memory.ts'
import {
  closeSearchStore,
  hasCatalog,
  inconsistent,
  isUnwritable,
  type OpenVectors,
  searchStoreIn,
} from './catalog/catalog-files.ts'
import { readCatalogState } from './catalog/catalog-state.ts'
import { memoryFiles } from './catalog/memory-files.ts'
import type { SearchStore } from './ranking/candidates.ts'
import { hasBit } from './text/row-bits.ts'
import { isSituationModel } from './vectors/situation-model.ts'
import { UnreadRows } from './vectors/unread-rows.ts'

export interface CatalogReport {
  /** Memory files that search looks at. */
  files: number
  /** Rows of the catalog. */
  documents: number
  /** Files without a row, rows of other contents, rows without a file. */
  missing: number
  changed: number
  gone: number
  /** There is none at all. */
  none: boolean
  /** In the database's own words. */
  damaged?: string
  /** Why nothing can be kept. */
  unwritable?: string
  /** Memories that each model has dealt with, of the models that are there and of those that the catalog knew. */
  vectors: Record<string, number>
}

export async function examineCatalog(
  directory: string,
  cacheDirectory: string,
  openVectors?: OpenVectors,
): Promise<CatalogReport> {
  const files = memoryFiles(directory)
  const states = new Map(
    files.tree().files.flatMap((file) => {
      const state = files.state(file)
      return state && isSearchable(state) ? [[file, state] as const] : []
    }),
  )
  const empty = {
    files: states.size,
    documents: 0,
    missing: states.size,
    changed: 0,
    gone: 0,
    none: false,
    vectors: {},
  }
  if (!hasCatalog(cacheDirectory)) return { ...empty, none: true }
  let store: SearchStore | undefined
  try {
    store = searchStoreIn(cacheDirectory, openVectors)
    const { text, vectors } = store
    const problem = text.census().consistent ? text.check() : inconsistent().message
    if (problem !== undefined) return { ...empty, damaged: problem }
    const counts = { documents: 0, there: 0, changed: 0 }
    for (const { id, size, stamp } of text.states()) {
      counts.documents++
      const state = states.get(id)
      if (!state) continue
      counts.there++
      if (state.size !== size || state.stamp !== stamp) counts.changed++
    }
    const known = Object.keys(readCatalogState(cacheDirectory)?.vectors ?? {}).map(
      (model) => [model, 0] as const,
    )
    const having = Object.entries({ ...Object.fromEntries<number>(known), ...(await vectors.count()) })
    const ofTexts = Object.fromEntries(having.filter(([model]) => !isSituationModel(model)))
    return {
      ...empty,
      documents: counts.documents,
      missing: states.size - counts.there,
      changed: counts.changed,
      gone: counts.documents - counts.there,
      vectors: addUnread(ofTexts, text, cacheDirectory),
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    if (isUnwritable(error)) return { ...empty, unwritable: problem }
    return { ...empty, damaged: problem }
  } finally {
    if (store) await closeSearchStore(store)
  }
}

/** What a model cannot read lacks no vector. */
function addUnread(
  having: Record<string, number>,
  text: SearchStore['text'],
  cacheDirectory: string,
): Record<string, number> {
  const { generation, alive, rows } = text.rows()
  const isFirst = (row: number) => hasBit(alive, row) && text.firstRowOf(row) === row
  return Object.fromEntries(
    Object.entries(having).map(([model, count]) => {
      const unread = new UnreadRows(cacheDirectory, model, generation)
      let found = 0
      for (let row = 1; row <= rows; row++) if (unread.has(row) && isFirst(row)) found++
      return [model, count + found]
    }),
  )
}
