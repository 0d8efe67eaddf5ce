// The types that the signatures of `memdir/testing` name and `memdir` does not have.

export type { Embedders, PlannedText } from '../embed/create-embedders.ts'
export type { Embedder, EmbedOptions, TextLanguage } from '../embed/embedder.ts'
export type { EmbeddingPart } from '../embed/plan-embedding.ts'
export type { InputSchema } from '../lib/json-schema.ts'
export type { ListEntry, ListFilter, ListOrder } from '../memory/list-filter.ts'
export type { SummaryGroup } from '../memory/memory-summary.ts'
export type { RetryPolicy } from '../models/plan-retry.ts'
export type { SearchStore } from '../search/candidates.ts'
export type {
  Neighbour as DocumentNeighbour,
  RowRange as TextSpan,
  StoredState as DocumentState,
} from '../search/text/document-table.ts'
export type { Listing as DocumentListing } from '../search/text/listing.ts'
export type { Totals as TextTotals } from '../search/text/schema.ts'
export type { TextIndex, TextIndexOptions } from '../search/text/text-index.ts'
export type {
  Census as TextCensus,
  TextHit,
  TextQuery,
  TextResult,
  WeightedTerm,
} from '../search/text/text-query.ts'
export type {
  Nearest,
  NearestQuery,
  SearchVectors,
  Settling,
  Spread as VectorSpread,
  StoredKey,
  StoredVector,
  StoreHit,
  StoreQuery,
  VectorEntry,
  VectorHit,
  VectorIndex,
  VectorKey,
  VectorMetadata,
} from '../search/vectors/vector-index.ts'
export type { Purpose as SpendPurpose } from '../spend/ledger-line.ts'
export type { CallMeter, Spend as ModelSpend } from '../spend/spend.ts'
export type { SpendAnswer } from '../spend/spend-cap.ts'
export type { ReadRecord, ReadState } from '../tools/read-state.ts'
export type { Tool, ToolContext, ToolResult } from '../tools/tool.ts'
export type { Job, JobContext, JobReport, JobState, Outcome as JobOutcome } from '../worker/job.ts'
export type { Protocol, ProtocolResponse, ReplyInfo, RequestHeaders } from './protocol.ts'
export type { Drop, Fail, Say } from './reply.ts'
