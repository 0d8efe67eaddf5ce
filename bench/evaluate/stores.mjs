// The groups of a set as stores, built when they are first asked.

import { closeSearchStore } from '../../dist/search/catalog/catalog-files.js'
import { buildStore, embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { calibrate } from '../../dist/search/ranking/calibrate.js'
import { foreignQuestions } from '../../dist/search/ranking/foreign-questions.js'

export class Stores {
  names
  #groups
  #embedding
  #onEmbed
  #openVectors
  #open = new Map()

  /** `openVectors`: where those of a group live; in memory if not given. They are dropped with `close`. */
  constructor(corpus, embedding, onEmbed, openVectors) {
    const groups = new Map()
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

  has(name) {
    return this.#groups.has(name)
  }

  /** The next of the groups in their order; the last one's is the first. Undefined when there is only one. */
  neighbourOf(name) {
    if (this.names.length < 2) return undefined
    return this.names[(this.names.indexOf(name) + 1) % this.names.length]
  }

  get(name) {
    let store = this.#open.get(name)
    if (!store) {
      store = this.#build(name)
      this.#open.set(name, store)
    }
    return store
  }

  async #build(name) {
    const embedding = this.#embedding
    const openVectors = this.#openVectors?.(name)
    const store = await buildStore(this.#groups.get(name) ?? [], embedding, this.#onEmbed, openVectors)
    const vectors = embedding ? await embedSetQueries(foreignQuestions, embedding) : []
    const { threshold } = await calibrate(store, { vectors })
    return { store, threshold }
  }

  async close() {
    for (const open of this.#open.values()) {
      const { store } = await open
      for (const model of Object.keys(await store.vectors.count())) await store.vectors.drop(model)
      await closeSearchStore(store)
    }
    this.#open.clear()
  }
}
