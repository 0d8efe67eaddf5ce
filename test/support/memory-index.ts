// A store of vectors in memory that behaves as one that others run: it may settle later, answer every fourth call with
// 503, be down, be slow, or be emptied behind our back. What several openings share is the `place`.

import { verbatim } from '../../src/base/messages/message.ts'
import { MemdirError } from '../../src/base/values/errors.ts'
import type { SearchFilter } from '../../src/search/search-document.ts'
import { recordId } from '../../src/search/vectors/flat-metadata.ts'
import { cosineOf, nameOf } from '../../src/search/vectors/known-vectors.ts'
import { storeError } from '../../src/search/vectors/store-error.ts'
import type {
  StoredVector,
  VectorEntry,
  VectorIndex,
  VectorMetadata,
} from '../../src/search/vectors/vector-index.ts'

export interface MemoryIndexPlace {
  models: Map<string, Map<string, VectorEntry & { from: number }>>
  calls: number
  /** What the next calls say; undefined: they work. */
  fault?: (call: number) => unknown
  /** Milliseconds until what was put is found. */
  lag: number
  /** Milliseconds that each call takes. */
  delay: number
  /** Puts stop after so many entries, as a half-written batch does. */
  breaksAfter?: number
}

export function memoryIndexPlace(given: Partial<MemoryIndexPlace> = {}): MemoryIndexPlace {
  return { models: new Map(), calls: 0, lag: 0, delay: 0, ...given }
}

export function everyFourth(call: number): unknown {
  return call % 4 === 0 ? Object.assign(new Error('Service Unavailable'), { status: 503 }) : undefined
}

const NAME = { store: 'The store in memory', variable: 'NONE' }

export function memoryIndex(place: MemoryIndexPlace, fault = place.fault): VectorIndex {
  const called = async () => {
    place.calls++
    if (place.delay > 0) await new Promise((resolve) => setTimeout(resolve, place.delay))
    const wrong = (place.fault ?? fault)?.(place.calls)
    if (wrong !== undefined) throw storeError(wrong, NAME)
  }
  const entriesOf = (model: string) => {
    const found = place.models.get(model) ?? new Map<string, VectorEntry & { from: number }>()
    place.models.set(model, found)
    return found
  }
  const seen = (model: string) =>
    [...(place.models.get(model)?.values() ?? [])].filter(({ from }) => from <= Date.now())
  return {
    settles: place.lag > 0 ? 'later' : 'at once',
    async put(model, entries) {
      await called()
      const most = place.breaksAfter ?? entries.length
      for (const entry of entries.slice(0, most))
        entriesOf(model).set(nameOf(entry), { ...entry, from: Date.now() + place.lag })
      if (most < entries.length) throw new MemdirError('unavailable', verbatim('the connection broke'))
    },
    async describe(model, entries) {
      await called()
      for (const entry of entries) {
        const known = place.models.get(model)?.get(nameOf(entry))
        if (known) known.metadata = entry.metadata
      }
    },
    async remove(model, keys) {
      await called()
      for (const key of keys) place.models.get(model)?.delete(nameOf(key))
    },
    async nearest(model, { vector, limit, filter }) {
      await called()
      return seen(model)
        .filter(({ metadata }) => passesFilter(metadata, filter))
        .map((entry) => ({ record: recordId(entry), cosine: cosineOf(entry.vector, vector) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, limit)
    },
    async get(model, keys) {
      await called()
      const wanted = new Set(keys.map(nameOf))
      return seen(model)
        .filter((entry) => wanted.has(nameOf(entry)))
        .map(({ memory, passage, version, vector }): StoredVector => ({ memory, passage, version, vector }))
    },
    async keys(model) {
      await called()
      return seen(model).map(({ memory, passage, version }) => ({ memory, passage, version }))
    },
    async count() {
      await called()
      const all = [...place.models.keys()].map((model) => [model, seen(model).length] as const)
      return Object.fromEntries(all.filter(([, count]) => count > 0))
    },
    async drop(model) {
      await called()
      place.models.delete(model)
    },
    close: async () => {},
  }
}

/** What every store's own filter has to mean. */
export function passesFilter(metadata: VectorMetadata, filter: SearchFilter = {}): boolean {
  const { type, kind, tags, importance = 3, changed, expires = Infinity, origin } = metadata
  const isOneOf = <T>(value: T | undefined, list: readonly T[] | undefined) =>
    list === undefined || (value !== undefined && list.includes(value))
  return (
    isOneOf(type, filter.types) &&
    isOneOf(kind, filter.kinds) &&
    isOneOf(origin, filter.origins) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    importance >= (filter.minImportance ?? 0) &&
    changed >= (filter.changedAfter ?? -Infinity) &&
    changed < (filter.changedBefore ?? Infinity) &&
    expires > (filter.liveAt ?? -Infinity)
  )
}
