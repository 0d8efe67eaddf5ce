// Vectors that live in a store elsewhere, together with what is known of them here (inventory.ts): search gets mean and
// deviation without a scan, only vectors of the text as it is now count, and the background sees what is missing without
// listing the store. One process at a time writes: some stores double what two of them insert.

import { acquireLock } from '../../base/files/lock.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { SearchFilter, StoredDocument } from '../search-document.ts'
import { hasBit } from '../text/row-bits.ts'
import type { TextIndex } from '../text/text-index.ts'
import { Inventory, type KeptKey } from './inventory.ts'
import { cosineOf, KnownVectors, nameOf } from './known-vectors.ts'
import { metadataDigest } from './metadata-digest.ts'
import { reconcile } from './reconcile.ts'
import { untilAborted } from './retrying-index.ts'
import type {
  Nearest,
  NearestQuery,
  SearchVectors,
  Settling,
  StoredKey,
  StoredVector,
  VectorEntry,
  VectorHit,
  VectorIndex,
  VectorKey,
  VectorMetadata,
} from './vector-index.ts'

export interface ExternalOptions {
  text: TextIndex
  /** The cache directory. Absent: nothing is kept. */
  directory: string | undefined
  /** What people call it. */
  store: string
  /** Tells it from every other store that the project has used. */
  name: string
  settles: Settling
  /** Called once, by the first call that needs it. */
  open(): Promise<VectorIndex>
  /** Called once, before anything is put there. `answers`: throws where the store does not. */
  beforePut?(answers: () => Promise<unknown>): Promise<void>
}

const NOTHING: Nearest = { hits: [], spread: { mean: 0, deviation: 0, count: 0 } }
/** More are asked for than wanted: those of texts that have changed do not count. */
const SLACK = 8
const FEW_EXPIRED = 50
/** A batch of a slow server is waited for. */
const LOCK_MS = 120_000
/** How long a store that settles later may show less than it was given. */
const SETTLING_MS = 600_000

export class ExternalVectors implements SearchVectors {
  readonly settles: Settling
  readonly elsewhere = true
  readonly #options: ExternalOptions
  readonly #inventory: Inventory
  readonly #known = new KnownVectors()
  #index: Promise<VectorIndex> | undefined
  /** Models of the store that nothing is known of here. */
  #strays: string[] = []
  #isAnnounced = false
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: ExternalOptions) {
    this.#options = options
    this.settles = options.settles
    this.#inventory = new Inventory(options.directory, options.name)
  }

  #open(): Promise<VectorIndex> {
    const opening = this.#index ?? this.#options.open()
    this.#index = opening
    // What failed once may be possible by the next time.
    opening.catch(() => {
      if (this.#index === opening) this.#index = undefined
    })
    return opening
  }

  /** No other process, and nothing else in this one, writes meanwhile. */
  #exclusively<T>(work: (index: VectorIndex) => Promise<T>): Promise<T> {
    const { directory } = this.#options
    const locked = async () => {
      const index = await this.#open()
      if (directory === undefined) return work(index)
      const lock = await acquireLock(directory, 'store', { timeoutMs: LOCK_MS })
      try {
        return await work(index)
      } finally {
        lock.release()
      }
    }
    const done = this.#writing.then(locked)
    this.#writing = done.catch(() => {})
    return done
  }

  async put(model: string, entries: readonly VectorEntry[]): Promise<void> {
    const dimensions = entries[0]?.vector.length
    if (dimensions === undefined) return
    await this.#exclusively(async (index) => {
      const kept = this.#inventory.models()[model]
      if (kept && kept.dimensions !== dimensions) await this.#drop(index, model)
      const unique = [...new Map(entries.map((entry) => [nameOf(entry), entry])).values()]
      const before = await this.#takeOut(index, model, unique)
      const made = unique.filter(({ vector }) => !isZeros(vector))
      const gone = unique.filter(
        (entry) => before.has(nameOf(entry)) && (index.merges || isZeros(entry.vector)),
      )
      if (gone.length > 0) await index.remove(model, gone)
      if (made.length > 0) {
        await this.#announce(index)
        await index.put(model, made)
      }
      const kepts = unique.map(({ metadata, ...entry }) => ({
        ...entry,
        described: metadataDigest(metadata),
        zeros: isZeros(entry.vector),
      }))
      if (!this.#isSettling(model)) this.#inventory.settled(model)
      this.#inventory.change(model, dimensions, { in: kepts, settling: this.settles === 'later' })
    })
  }

  async #announce(index: VectorIndex): Promise<void> {
    if (this.#isAnnounced) return
    await this.#options.beforePut?.(() => index.count())
    this.#isAnnounced = true
  }

  /** Before they change in the store: the moments lose them first, so that a crash leaves them right. */
  async #takeOut(index: VectorIndex, model: string, keys: readonly VectorKey[]): Promise<Set<string>> {
    this.#known.clear()
    const wanted = new Set(keys.map(nameOf))
    const kept = this.#inventory
      .keys(
        model,
        keys.map(({ memory }) => memory),
      )
      .filter((key) => wanted.has(nameOf(key)))
    if (kept.length === 0) return new Set()
    const stored = kept.filter(({ zeros }) => !zeros)
    const got = await this.#ask(index, model, stored)
    const vectors = new Map(got.map((one) => [`${one.version} ${nameOf(one)}`, one.vector]))
    const out = kept.map((key) => ({ key, vector: vectors.get(`${key.version} ${nameOf(key)}`) }))
    this.#inventory.change(model, this.#inventory.models()[model]?.dimensions ?? 0, { out })
    return new Set(stored.map(nameOf))
  }

  /** Asks the store, or what it does not show yet. */
  async #ask(
    index: VectorIndex,
    model: string,
    keys: readonly VectorKey[],
    signal?: AbortSignal,
  ): Promise<StoredVector[]> {
    const here = this.settles === 'later' ? this.#inventory.settling(model, keys) : []
    const names = new Set(here.map(nameOf))
    const missing = keys.filter((key) => !names.has(nameOf(key)))
    return missing.length > 0 ? [...here, ...(await index.get(model, missing, signal))] : here
  }

  async describe(memories: readonly { memory: string; metadata: VectorMetadata }[]): Promise<void> {
    const metadata = new Map(memories.map((one) => [one.memory, one.metadata]))
    const ids = [...metadata.keys()]
    await this.#exclusively(async (index) => {
      for (const model of Object.keys(this.#inventory.models())) {
        const keys = this.#inventory.keys(model, ids)
        const entries = keys.flatMap(({ memory, passage, zeros }) => {
          const said = metadata.get(memory)
          return said ? [{ memory, passage, zeros, metadata: said }] : []
        })
        const stored = entries.filter(({ zeros }) => !zeros)
        if (stored.length > 0) await index.describe(model, stored)
        this.#inventory.describe(
          model,
          entries.map((one) => ({ ...one, described: metadataDigest(one.metadata) })),
        )
      }
    })
  }

  async remove(memories: readonly string[]): Promise<void> {
    await this.#exclusively(async (index) => {
      for (const model of Object.keys(this.#inventory.models())) {
        const keys = this.#inventory.keys(model, memories)
        if (keys.length === 0) continue
        const stored = await this.#takeOut(index, model, keys)
        const gone = keys.filter((key) => stored.has(nameOf(key)))
        if (gone.length > 0) await index.remove(model, gone)
      }
    })
  }

  /** For a purge: whatever the store has of these, also where nothing is known of it here. */
  async erase(memories: readonly string[]): Promise<void> {
    for (const model of await this.models()) await this.keys(model)
    await this.remove(memories)
    await this.#exclusively(async (index) => index.compact?.({ erase: true }))
  }

  async nearest(query: NearestQuery): Promise<Nearest> {
    const { model, to, limit, filter, wanted = [], atLeast = -2, signal } = query
    const { store } = this.#options
    if (signal?.aborted) return untilAborted(() => Promise.resolve(NOTHING), store, signal)
    const moments = this.#inventory.moments(model)
    if (!moments) return NOTHING
    const index = await untilAborted(() => this.#open(), store, signal)
    const vector =
      to instanceof Float32Array ? to : (await this.#vectorsOf(index, model, [to], signal))[0]?.vector
    if (vector?.length !== moments.dimensions || moments.count === 0) return NOTHING
    const asked = this.#askedFilter(filter)
    const [near, given] = await Promise.all([
      limit > 0
        ? index.nearest(model, { vector, limit: limit + SLACK + asked.more, filter: asked.filter, signal })
        : [],
      this.#vectorsOf(index, model, wanted, signal),
    ])
    if (limit > 0 && near.length === 0 && (await this.#isLost(index, model, signal))) return NOTHING
    const { passing } = this.#options.text.rows()
    const allowed = passing(filter)
    const known = this.#inventory.byRecord(
      model,
      near.map(({ record }) => record),
    )
    const documents = this.#documentsOf([...known.values()])
    const current = near.flatMap(({ record, cosine }) => {
      const key = known.get(record)
      const document = key && documents.get(key.memory)
      return key && isOf(document, key) && hasBit(allowed, rowOf(document, key)) ? [{ ...key, cosine }] : []
    })
    const hits = new Map<string, VectorHit>()
    for (const { memory, passage, cosine } of current.slice(0, limit))
      if (cosine >= atLeast - 1e-4) hits.set(nameOf({ memory, passage }), { memory, passage, cosine })
    for (const { memory, passage, vector: stored } of given)
      hits.set(nameOf({ memory, passage }), { memory, passage, cosine: cosineOf(stored, vector) })
    return {
      hits: [...hits.values()].sort((a, b) => b.cosine - a.cosine),
      spread: moments.spread(vector),
    }
  }

  /**
   * Few memories ever expire, and a filter makes some stores look at everything: instead of leaving expired ones out
   * there, so many more are asked for and left out here.
   */
  #askedFilter(filter: SearchFilter | undefined): { filter: SearchFilter | undefined; more: number } {
    const { liveAt, ...rest } = filter ?? {}
    if (liveAt === undefined) return { filter, more: 0 }
    const { alive, passing } = this.#options.text.rows()
    const expired = bitsIn(alive) - bitsIn(passing({ liveAt }))
    if (expired > FEW_EXPIRED) return { filter, more: 0 }
    return { filter: Object.keys(rest).length > 0 ? rest : undefined, more: expired }
  }

  /** Nothing is near though something was put: somebody may have emptied the store. */
  async #isLost(index: VectorIndex, model: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#isSettling(model)) return false
    const counts = await untilAborted(() => index.count(), this.#options.store, signal)
    return (counts[model] ?? 0) === 0
  }

  #isSettling(model: string): boolean {
    const written = this.#inventory.models()[model]?.written ?? 0
    return this.settles === 'later' && Date.now() - written < SETTLING_MS
  }

  async get(model: string, keys: readonly VectorKey[]): Promise<StoredVector[]> {
    return this.#vectorsOf(await this.#open(), model, keys, undefined)
  }

  /** Those of the text as it is now; what was asked for just now is not asked for again. */
  async #vectorsOf(
    index: VectorIndex,
    model: string,
    keys: readonly VectorKey[],
    signal: AbortSignal | undefined,
  ): Promise<StoredVector[]> {
    if (keys.length === 0) return []
    const documents = this.#documentsOf(keys)
    const kept = this.#inventory.keys(
      model,
      keys.map(({ memory }) => memory),
    )
    const asked = new Set(keys.map(nameOf))
    const stored = kept.filter(
      (key) => !key.zeros && asked.has(nameOf(key)) && isOf(documents.get(key.memory), key),
    )
    return this.#known.get(model, stored, (missing) => this.#ask(index, model, missing, signal))
  }

  #documentsOf(keys: readonly VectorKey[]): Map<string, StoredDocument> {
    const documents = this.#options.text.documents([...new Set(keys.map(({ memory }) => memory))])
    return new Map(documents.map((document) => [document.id, document]))
  }

  async keys(model: string, dimensions?: number): Promise<StoredKey[]> {
    await this.#exclusively(async (index) => {
      const counts = await index.count()
      const models = this.#inventory.models()
      this.#strays = Object.keys(counts).filter((name) => !(name in models) && name !== model)
      if (this.#isSettling(model)) return
      this.#inventory.settled(model)
      const kept = models[model]
      if ((kept?.count ?? 0) === (counts[model] ?? 0) && kept?.whole !== false) return
      this.#known.clear()
      await reconcile(index, this.#inventory, model)
    })
    const kept = this.#inventory.models()[model]
    if (!kept || (dimensions !== undefined && kept.dimensions !== dimensions)) return []
    return this.#inventory.keys(model).map(({ zeros: _, ...key }: KeptKey) => key)
  }

  async count(): Promise<Record<string, number>> {
    const strays = this.#strays.map((model) => [model, 0])
    const models = Object.keys(this.#inventory.models()).map((model) => [model, 0])
    return { ...Object.fromEntries([...strays, ...models]), ...this.#inventory.memories() }
  }

  async models(): Promise<string[]> {
    const stored = await (await this.#open()).count()
    return [...new Set([...Object.keys(stored), ...Object.keys(this.#inventory.models())])]
  }

  async drop(model: string): Promise<void> {
    await this.#exclusively((index) => this.#drop(index, model))
  }

  async #drop(index: VectorIndex, model: string): Promise<void> {
    this.#inventory.drop(model)
    this.#strays = this.#strays.filter((stray) => stray !== model)
    await index.drop(model)
  }

  async compact(): Promise<void> {
    await this.#exclusively(async (index) => index.compact?.())
  }

  async close(): Promise<void> {
    await this.#writing
    await (await this.#index?.catch(() => undefined))?.close().catch(() => {})
    attempt(() => this.#inventory.close())
  }
}

/** Whether it is the vector of the document's text as it is now. */
function isOf(document: StoredDocument | undefined, { passage, version }: StoredKey): boolean {
  return document !== undefined && passage < document.passages && version === document.version
}

function rowOf(document: StoredDocument | undefined, { passage }: VectorKey): number {
  return (document?.row ?? 0) + passage
}

function bitsIn(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) for (let bits = byte; bits > 0; bits &= bits - 1) sum++
  return sum
}

function isZeros(vector: Float32Array): boolean {
  return !vector.some((value) => value !== 0)
}
