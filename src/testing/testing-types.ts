// The types that the signatures of `memdir/testing` name and `memdir` does not have.

export type { ReadRecord, ReadState } from '../agent/tools/read-state.ts'
export type { Tool, ToolContext, ToolResult } from '../agent/tools/tool.ts'
export type { InputSchema } from '../base/values/json-schema.ts'
export type { Job, JobContext, JobReport, JobState, Outcome as JobOutcome } from '../learn/worker/job.ts'
export type { ListEntry, ListFilter, ListOrder } from '../memory/records/list-filter.ts'
export type { SummaryGroup } from '../memory/records/memory-summary.ts'
export type { RetryPolicy } from '../models/providers/plan-retry.ts'
export type { Purpose as SpendPurpose } from '../models/spend/ledger-line.ts'
export type { CallMeter, Spend as ModelSpend } from '../models/spend.ts'
export type { SpendAnswer } from '../models/spend-cap.ts'
export type { Embedders, PlannedText } from '../search/embed/create-embedders.ts'
export type { Embedder, EmbedOptions, TextLanguage } from '../search/embed/embedder.ts'
export type { EmbeddingPart } from '../search/embed/plan-embedding.ts'
export type { SearchStore } from '../search/ranking/candidates.ts'
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
export type { Protocol, ProtocolResponse, ReplyInfo, RequestHeaders } from './protocol.ts'
export type { Drop, Fail, Say } from './reply.ts'
