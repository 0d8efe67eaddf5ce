// What is asked of full text, and what it answers.
import type { SearchFilter } from '../search-document.ts'
import type { RowRange } from './document-table.ts'

export interface WeightedTerm {
  term: string
  weight: number
}

export interface TextQuery {
  terms: readonly WeightedTerm[]
  limit: number
  filter?: SearchFilter
}

/** A document that was found, by its first row. */
export interface TextHit extends RowRange {
  /** BM25 of the best passage, with the query's weights: not bounded. */
  score: number
  /** Which of the query's terms occur: in the best passage, and in the whole document. Indexes. */
  together: readonly number[]
  matched: readonly number[]
}

/** What the situations of documents have in common with a query: apart from their texts. */
export interface SituationResult {
  /** First rows of the documents whose situations fit best, best first. */
  rows: readonly number[]
  /** For each query term how rare it is among situations. */
  rarity: readonly number[]
  /** Which of the query's terms the situations of the document say that begins at this row. Indexes. */
  matchedAt(row: number): number[]
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
  /** The score of any document, found or not; 0 in a store without conversations. */
  scoreOf(span: RowRange): number
  /** Absent where no document says when it matters. */
  situations?: SituationResult
}

/** What an index says of itself: enough to tell it from another, and from itself before it was emptied. */
export interface Census {
  /** Another number for every index that is made. */
  generation: number
  /** Counted, not remembered. */
  documents: number
  /** False: what is stored contradicts itself, and the index has to be made again. */
  consistent: boolean
}
