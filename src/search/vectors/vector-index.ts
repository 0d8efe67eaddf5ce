// The one interface to anything that stores vectors. A vector belongs to a passage of a memory; full text, documents
// and neighbours are never stored here. Everything can be made again from the files. An implementation is a plain
// object that passes the contract suite of memdir/testing.
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
  /** Of unit length. One of zeros is listed by `keys` and never found. */
  vector: Float32Array
  /** Of the text that was embedded. */
  version: number
  metadata: VectorMetadata
}

export interface StoredKey extends VectorKey {
  version: number
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

export interface VectorIndex {
  /** When what was put is found: by the next call, or some time later; until then full text finds it. */
  readonly consistency: 'immediate' | 'eventual'
  /** Adds or replaces by key. Entries of one call have the same dimensions; other ones replace all of the model's. */
  put(model: string, entries: readonly VectorEntry[]): Promise<void>
  /** New metadata of memories whose text is the same, in every model; memories without vectors are ignored. */
  describe(memories: readonly { memory: string; metadata: VectorMetadata }[]): Promise<void>
  /** All passages of these memories, in every model. */
  remove(memories: readonly string[]): Promise<void>
  nearest(query: NearestQuery): Promise<Nearest>
  /** All keys of a model, for repair; none where its vectors have other dimensions than these. */
  keys(model: string, dimensions?: number): Promise<StoredKey[]>
  /** Memories (first passages) by model. */
  count(): Promise<Record<string, number>>
  /** Forgets all vectors of a model. */
  drop(model: string): Promise<void>
  close(): Promise<void>
}
