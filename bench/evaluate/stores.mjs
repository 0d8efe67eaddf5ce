// The groups of a set as stores, built when they are first asked.

import { closeSearchStore } from '../../dist/search/catalog/catalog-files.js'
import { buildStore } from '../../dist/search/evaluate/build-store.js'

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

  #build(name) {
    const openVectors = this.#openVectors?.(name)
    return buildStore(this.#groups.get(name) ?? [], this.#embedding, this.#onEmbed, openVectors)
  }

  async close() {
    for (const open of this.#open.values()) {
      const store = await open
      for (const model of Object.keys(await store.vectors.count())) await store.vectors.drop(model)
      await closeSearchStore(store)
    }
    this.#open.clear()
  }
}
