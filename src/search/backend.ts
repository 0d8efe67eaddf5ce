// The one interface to anything that stores search data. Files are the truth: everything here can be thrown away
// and made again. Embedded SQLite is the default; a backend is a plain object that passes the contract suite.
import type { MemoryKind, MemoryType, Origin } from '../memory/memory.ts'

/** What a backend is told of one memory. Times are milliseconds since 1970. */
export interface SearchDocument {
  /** In a catalog of files: the path below the memory directory, with `/`. */
  id: string
  name: string
  description: string
  body: string
  type?: MemoryType
  kind?: MemoryKind
  tags: readonly string[]
  /** 1–5. */
  importance?: number
  created?: number
  /** Last change: `updated`, else the file's time. */
  changed: number
  expires?: number
  origin?: Origin
  conversation?: string
  /** The file as it was read: what tells later whether it changed. */
  size: number
  stamp: number
}

/**
 * A document without its text. Long ones are searched by passage: rows `row` … `row + passages − 1`. Rows change
 * with the text: what was computed from one version is never taken for another's.
 */
export interface StoredDocument extends Omit<SearchDocument, 'name' | 'description' | 'body'> {
  row: number
  passages: number
  /** Mostly Chinese; see `isDense`. */
  dense: boolean
}

/** All given conditions must hold; lists mean "one of". */
export interface SearchFilter {
  types?: readonly MemoryType[]
  kinds?: readonly MemoryKind[]
  /** Every one of these. */
  tags?: readonly string[]
  minImportance?: number
  changedAfter?: number
  changedBefore?: number
  origins?: readonly Origin[]
  /** Leaves out what had expired at this time. */
  liveAt?: number
}

export interface WeightedTerm {
  term: string
  weight: number
}

export interface TextQuery {
  terms: readonly WeightedTerm[]
  limit: number
  filter?: SearchFilter
}

/** A document that was found, by its first row. Most are never looked at: `documentsAt` tells what they are. */
export interface FoundDocument {
  row: number
  passages: number
}

export interface TextHit extends FoundDocument {
  /** BM25 of the best passage, with the query's weights: not bounded. */
  score: number
  /** Which of the query's terms occur: in the best passage, and in the whole document. Indexes. */
  together: readonly number[]
  matched: readonly number[]
  /** Sum of the scores of the documents before and after it in the same conversation, where the backend knows. */
  beside?(document: StoredDocument): number
}

export interface TextResult {
  /** Best first. */
  hits: TextHit[]
  /** For each query term how rare it is: ln(1 + (N − n + ½) / (n + ½)). */
  rarity: readonly number[]
  /** What a passage would score that said all terms often: Σ weight × rarity × 2.2. */
  mass: number
  /** Documents in the store. */
  documents: number
  /** Terms of a passage, on average: in short notes repetition means little, in long ones much. */
  meanLength: number
}

export interface VectorQuery {
  model: string
  /** A unit vector. */
  vector: Float32Array
  limit: number
  filter?: SearchFilter
  /** Documents whose similarity is wanted whether near or not (candidates of full text). */
  also?: readonly FoundDocument[]
}

export interface VectorHit extends FoundDocument {
  /** Cosine of the nearest passage. */
  similarity: number
  /** Sum of (cosine − mean) of the documents before and after it in the same conversation. */
  beside?(document: StoredDocument): number
}

export interface VectorResult {
  /** Best first; those of `also` included where they have a vector. */
  hits: VectorHit[]
  /** Mean and deviation of the cosine over all passages: what "near" means for this query. */
  mean: number
  deviation: number
  /** Documents that have a vector of this model. */
  covered: number
}

export interface DocumentVectors {
  id: string
  /** Row of the document that was embedded; ignored when the document has changed since. */
  row: number
  /** One per passage; of zeros where the model cannot judge it, which also says that nothing is missing. */
  vectors: readonly Float32Array[]
}

export interface BackendStats {
  documents: number
  /** Documents with vectors, by model. */
  vectors: Record<string, number>
  bytes: number
}

/** What a store says of itself, quickly: enough to tell it from another, and from itself before it was emptied. */
export interface Census {
  /** Another number for every store that is made. */
  generation: number
  /** Counted, not remembered. */
  documents: number
  /** False: what is stored contradicts itself, and the store has to be made again. */
  consistent: boolean
}

export interface SearchBackend {
  /** Adds or replaces by id, all or nothing. */
  upsert(documents: readonly SearchDocument[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** The stored state of these, in their order, or of all documents; unknown ids are left out. */
  documents(ids?: readonly string[]): Promise<StoredDocument[]>
  /** The ids of all documents: which files are known, without the rest. */
  ids(): Promise<string[]>
  /** The ids of those that ended by `now`: no search finds them, so none would see that their file changed. */
  ended?(now: number): Promise<string[]>
  /** The documents that begin at these rows; those that are gone are left out. */
  documentsAt(rows: readonly number[]): Promise<StoredDocument[]>
  fullText(query: TextQuery): Promise<TextResult>
  putVectors(model: string, entries: readonly DocumentVectors[]): Promise<void>
  nearest(query: VectorQuery): Promise<VectorResult>
  /** Documents that have no vector of this model yet; vectors of other dimensions than these are none. */
  withoutVectors(model: string, limit: number, dimensions?: number): Promise<StoredDocument[]>
  /** Forgets all vectors of a model. */
  dropVectors(model: string): Promise<void>
  stats(): Promise<BackendStats>
  census?(): Promise<Census>
  /** Looks at everything that is stored: what is damaged, in the store's own words. Slow; for the doctor. */
  check?(): Promise<string | undefined>
  close(): Promise<void>
}
