// Where vectors live. A vector belongs to a passage of a memory; full text, documents and neighbours are never stored
// there, and everything can be made again from the files. Search asks `SearchVectors`: the embedded files, or any
// `VectorIndex` (LanceDB, Chroma, Pinecone, PostgreSQL) together with what is kept of it next to the catalog
// (external-vectors.ts). Each passes the contract suite of memdir/testing.
import type { SearchFilter, StoredDocument } from '../search-document.ts'

export interface VectorKey {
  /** The document's id. */
  memory: string
  /** From 0; every memory has a first one. */
  passage: number
}

/** What a filter asks for. */
export type VectorMetadata = Pick<
  StoredDocument,
  'type' | 'kind' | 'tags' | 'importance' | 'changed' | 'expires' | 'origin'
>

export interface VectorEntry extends VectorKey {
  /** It has unit length. One of zeros is listed by `keys` and never found. */
  vector: Float32Array
  /** The version of the text that was embedded. */
  version: number
  metadata: VectorMetadata
}

export interface StoredKey extends VectorKey {
  version: number
  /** A digest of the metadata that the store was told; absent where the store asks the documents themselves. */
  described?: string
}

export interface StoredVector extends StoredKey {
  /** As it was rounded. */
  vector: Float32Array
}

export interface NearestQuery {
  model: string
  /** A unit vector, or a key whose vector is meant. */
  to: Float32Array | VectorKey
  /** Keys, not memories. */
  limit: number
  /** Does not apply to wanted keys. */
  filter?: SearchFilter
  /** Keys whose cosine is needed whether near or not; those that are not stored are left out. */
  wanted?: readonly VectorKey[]
  /** Others with a lower cosine need not be found. */
  atLeast?: number
  /** Somebody waits: when it is aborted the answer is an error, and words answer. */
  signal?: AbortSignal
}

export interface VectorHit extends VectorKey {
  cosine: number
}

/** How the cosines of a query to all vectors are distributed: what "near" means for this query. */
export interface Spread {
  mean: number
  deviation: number
  /** Vectors, those of zeros not counted. */
  count: number
}

export interface Nearest {
  /** Best first, wanted keys included; each key once. */
  hits: VectorHit[]
  /** From the moments that are kept next to the catalog (moments.ts): no store is scanned for it. */
  spread: Spread
}

/** When what was put is found: by the next call, or some time later; until then full text finds it. */
export type Settling = 'at once' | 'later'

/** Vectors as search and the background work with them. */
export interface SearchVectors {
  readonly settles: Settling
  /** In a store that others run: they stay when the catalog is made again. */
  readonly elsewhere: boolean
  /** Adds or replaces by key. Entries of one call have the same dimensions; other ones replace all of the model's. */
  put(model: string, entries: readonly VectorEntry[]): Promise<void>
  /** New metadata of memories whose text is the same, in every model; memories without vectors are ignored. */
  describe(memories: readonly { memory: string; metadata: VectorMetadata }[]): Promise<void>
  /** All passages of these memories, in every model. */
  remove(memories: readonly string[]): Promise<void>
  nearest(query: NearestQuery): Promise<Nearest>
  /** The vectors of these keys; those that are not stored, or are zeros, are left out. */
  get(model: string, keys: readonly VectorKey[]): Promise<StoredVector[]>
  /** All keys of a model, for repair; none where its vectors have other dimensions than these. */
  keys(model: string, dimensions?: number): Promise<StoredKey[]>
  /** Memories (first passages) by model, as far as they are known here. */
  count(): Promise<Record<string, number>>
  /** Every model that has vectors, as the store itself says: also what nothing is known of here, after the cache was lost. */
  models(): Promise<string[]>
  /** Forgets all vectors of a model. */
  drop(model: string): Promise<void>
  /** After much was written: brings what is stored into good order. */
  compact(): Promise<void>
  close(): Promise<void>
}

/** What a store of one project answers: the keys nearest to a vector, best first. */
interface StoreQuery {
  vector: Float32Array
  limit: number
  filter?: SearchFilter
  signal?: AbortSignal
}

/** No more than a store knows without looking anything up: which text it was made of is known here (inventory.ts). */
export interface StoreHit {
  /** The `recordId` of its key. */
  record: string
  cosine: number
}

/**
 * The small interface to a store that others run, opened for one project. It is never given a vector of zeros, and one
 * process at a time writes. Its faults are errors of store-error.ts; nothing is tried again here (retrying-index.ts).
 */
export interface VectorIndex {
  readonly settles: Settling
  /** What is put again keeps metadata of before, such as tags: it is removed first. */
  readonly merges?: boolean
  put(model: string, entries: readonly VectorEntry[]): Promise<void>
  /** New metadata of keys that exist. */
  describe(model: string, entries: readonly (VectorKey & { metadata: VectorMetadata })[]): Promise<void>
  remove(model: string, keys: readonly VectorKey[]): Promise<void>
  nearest(model: string, query: StoreQuery): Promise<StoreHit[]>
  get(model: string, keys: readonly VectorKey[], signal?: AbortSignal): Promise<StoredVector[]>
  /** Everything that is stored of a model, for repair. */
  keys(model: string): Promise<StoredKey[]>
  /** Vectors by model. */
  count(): Promise<Record<string, number>>
  drop(model: string): Promise<void>
  /** `erase`: also what was removed, as far as the store still has it on its disk. */
  compact?(options?: { erase?: boolean }): Promise<void>
  close(): Promise<void>
}
