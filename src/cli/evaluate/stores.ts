// The groups of a set as stores, built when they are first asked.

import { closeSearchStore, type OpenVectors } from '../../search/catalog/catalog-files.ts'
import { calibrate } from '../../search/ranking/calibrate.ts'
import type { SearchStore } from '../../search/ranking/candidates.ts'
import { foreignQuestions } from '../../search/ranking/foreign-questions.ts'
import { buildStore, type Embedding, embedSetQueries } from './build-store.ts'
import type { SetDocument } from './read-set.ts'

export interface Store {
  store: SearchStore
  threshold: number
}

export class Stores {
  readonly names: readonly string[]
  readonly #groups: ReadonlyMap<string, readonly SetDocument[]>
  readonly #embedding: Embedding | undefined
  readonly #onEmbed: ((done: number, total: number) => void) | undefined
  readonly #openVectors: ((group: string) => OpenVectors) | undefined
  readonly #open = new Map<string, Promise<Store>>()

  /** `openVectors`: where those of a group live; in memory if not given. They are dropped with `close`. */
  constructor(
    corpus: readonly SetDocument[],
    embedding: Embedding | undefined,
    onEmbed?: (done: number, total: number) => void,
    openVectors?: (group: string) => OpenVectors,
  ) {
    const groups = new Map<string, SetDocument[]>()
    for (const document of corpus) {
      const group = groups.get(document.group)
      if (group) group.push(document)
      else groups.set(document.group, [document])
    }
    this.#groups = groups
    this.names = [...groups.keys()]
    this.#embedding = embedding
    this.#onEmbed = onEmbed
    this.#openVectors = openVectors
  }

  has(name: string): boolean {
    return this.#groups.has(name)
  }

  /** Of the groups in their order; the last one's is the first. Undefined when there is only one. */
  neighbourOf(name: string): string | undefined {
    if (this.names.length < 2) return undefined
    return this.names[(this.names.indexOf(name) + 1) % this.names.length]
  }

  get(name: string): Promise<Store> {
    let store = this.#open.get(name)
    if (!store) {
      store = this.#build(name)
      this.#open.set(name, store)
    }
    return store
  }

  async #build(name: string): Promise<Store> {
    const embedding = this.#embedding
    const openVectors = this.#openVectors?.(name)
    const store = await buildStore(this.#groups.get(name) ?? [], embedding, this.#onEmbed, openVectors)
    const vectors = embedding ? await embedSetQueries(foreignQuestions, embedding) : []
    const { threshold } = await calibrate(store, { vectors })
    return { store, threshold }
  }

  async close(): Promise<void> {
    for (const open of this.#open.values()) {
      const { store } = await open
      for (const model of Object.keys(await store.vectors.count())) await store.vectors.drop(model)
      await closeSearchStore(store)
    }
    this.#open.clear()
  }
}
