// The types that the library's signatures name (index.ts): all of them, so that nobody has to derive one.
// `npm run check` says which is missing.

export type { AgentEvent, EndReason, TurnEnd } from './agent/agent-event.ts'
export type { AllowedTool } from './agent/allowed-tools.ts'
export type { ContextPart, ContextShare } from './agent/context-report.ts'
export type { ServerState } from './agent/mcp-client/open-servers.ts'
export type { ServerStatus } from './agent/mcp-client/server.ts'
export type {
  AskPermission,
  PermissionAnswer,
  PermissionCall,
  PermissionGate,
  PermissionMode,
} from './agent/permission.ts'
export type { PlanVerdict } from './agent/plan/change-mode.ts'
export type { SkillDefinition, SkillSource } from './agent/skills/skill-definition.ts'
export type { Task, TaskState } from './agent/tasks/task-list.ts'
export type {
  Caller,
  ClientHost,
  FoundHit,
  HostRecall,
  HostSearch,
  MemoryHost,
  WaitingItem,
} from './clients/client-host.ts'
export type { MemoryAction } from './clients/tools/action-words.ts'
export type { ClientToolInput as MemoryFunctionInput } from './clients/tools/client-tool.ts'
export type { NotesProblem } from './compact/by-notes.ts'
export type { CompactFailure, CompactOutcome } from './compact/context-dependencies.ts'
export type {
  Level as ContextLevel,
  Reason as ContextReason,
  Receipt as ContextReceipt,
} from './compact/context-state.ts'
export type { AppliedUnits as DreamApplied } from './dream/apply-units.ts'
export type {
  DreamOperation,
  HeldOperation,
  OperationName as DreamOperationName,
  RefusedOperation,
  ShownHeld,
  StatementPlace,
} from './dream/dream-plan.ts'
export type { DreamProposal } from './dream/held-operations.ts'
export type {
  DreamOptions,
  DreamPhase,
  DreamPlan,
  DreamReport,
  NearPair as DreamNearPair,
} from './dream/run-dream.ts'
export type { Background, RunHere as BackgroundRun } from './engine/background.ts'
export type { JobsOptions } from './engine/background-jobs.ts'
export type { Conversation, ConversationNotes, ConversationOptions } from './engine/conversation.ts'
export type { Leaving as ConversationLeaving } from './engine/conversation-extraction.ts'
export type { Dreams } from './engine/dream.ts'
export type { EngineRecords } from './engine/engine-context.ts'
export type { EverywhereProposal } from './engine/everywhere-proposals.ts'
export type { EngineExtract } from './engine/extract-messages.ts'
export type { FindProjectOptions, FoundProject } from './engine/find-project.ts'
export type { Inbox } from './engine/inbox.ts'
export type { Answered, AnsweredEntry } from './engine/inbox-answers.ts'
export type { InboxAnswer, InboxGroup, InboxItem, InboxPart, InboxSource } from './engine/inbox-source.ts'
export type { ListedMemories, ListQuery } from './engine/list-memories.ts'
export type { LoggedNote } from './engine/log-note.ts'
export type {
  ConversationNotesOf,
  NotedConversation,
  NotesOfConversation,
} from './engine/notes-of-conversations.ts'
export type { EngineRecall } from './engine/recall-for.ts'
export type { Runtime, SpendSummary } from './engine/runtime.ts'
export type { EngineFound, EngineSearch, SearchData } from './engine/search-memories.ts'
export type { BackendName, MoveRequest, Storage, StorageMoved, StoreStatus } from './engine/storage.ts'
export type { Taken } from './engine/taken-state.ts'
export type { AnswerUndo, UndoneAnswers } from './engine/undo-answers.ts'
export type { DropReason as ExtractionDropReason } from './extract/check-proposal.ts'
export type { ExtractorName } from './extract/extractor.ts'
export type { ExtractMessage } from './extract/host-messages.ts'
export type { SkipReason as ExtractionSkipReason } from './extract/plan-extraction.ts'
export type {
  ExtractionDone,
  ExtractionOutcome,
  Stored as StoredStatement,
} from './extract/run-extraction.ts'
export type { InstructionLevel } from './instructions/instruction-file.ts'
export type { ListedInstruction } from './instructions/open-instructions.ts'
export type { AgentText } from './lib/agent-text.ts'
export type { Clock } from './lib/clock.ts'
export type { ClockJump } from './lib/clock-jump.ts'
export type {
  Block,
  MediaBlock,
  ModelMessage,
  Role,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  Usage as TokenUsage,
} from './lib/content.ts'
export type { MemdirErrorOptions } from './lib/errors.ts'
export type { FileOps } from './lib/file-ops.ts'
export type { GitPlace } from './lib/git.ts'
export type { JsonSchema, TypeName as JsonTypeName } from './lib/json-schema.ts'
export type { ProcessIdentity } from './lib/process-identity.ts'
export type { Refusal as ReadBelowRefusal } from './lib/read-below.ts'
export type { ReadRefusal } from './lib/read-regular.ts'
export type { TimeLimit } from './lib/time-limit.ts'
export type { Change, ChangeAction, ChangeGroup, Content as ChangeContent } from './memory/change.ts'
export type { ClockWatch } from './memory/clock-watch.ts'
export type { CheckedContent } from './memory/content-check.ts'
export type { LoggedChange } from './memory/history.ts'
export type { Journal, JournalPlace } from './memory/journal.ts'
export type { ListFilter, ListOrder } from './memory/list-filter.ts'
export type { EverywhereIndex, LoadedIndex } from './memory/load-index.ts'
export type { MemoryUsage } from './memory/memory.ts'
export type { FieldChanges, FieldName } from './memory/memory-file.ts'
export type { MemoryLine } from './memory/memory-line.ts'
export type { CleanCheck, MemoryList } from './memory/memory-list.ts'
export type { MemorySummary } from './memory/memory-summary.ts'
export type { Place as MemoryPlace } from './memory/place.ts'
export type { PlannedWrite, WriteContext, WriteDetails, WriteView, Written } from './memory/planned-write.ts'
export type { ErasedElsewhere, Purged } from './memory/purge.ts'
export type { Recovered } from './memory/recover-changes.ts'
export type { StagedFile } from './memory/staged-files.ts'
export type { AlsoAdded, AlsoWritten, SavedAll, SeenMemory, StoreChanges } from './memory/store-changes.ts'
export type { TrimmedHistory } from './memory/trim-history.ts'
export type { UndoOutcome } from './memory/undo.ts'
export type { UsageTotals, UseReason } from './memory/usage.ts'
export type { MemoryWriter } from './memory/writer.ts'
export type { DreamReason } from './messages/dream.ts'
export type { Message, MessageValue } from './messages/message.ts'
export type { HeldReason } from './messages/origin.ts'
export type { RecallReason } from './messages/recall.ts'
export type {
  AppliedEdit,
  ContextEdit,
  Model,
  ModelEvent,
  ModelRequest,
  ModelResponse,
  StopReason,
  StreamOptions,
  SystemPart,
  ToolSpec,
} from './models/model.ts'
export type { ModelError, ModelErrorDetails, ModelErrorKind } from './models/model-error.ts'
export type { ProjectCandidate, Sign as ProjectSign } from './projects/find-project-candidates.ts'
export type { Location as MemoryLocation } from './projects/memory-location.ts'
export type { OfferState, ProjectEntry } from './projects/project-entry.ts'
export type { Identity as ProjectIdentity } from './projects/project-identity.ts'
export type { Registry as ProjectRegistry } from './projects/project-registry.ts'
export type { MemoryWish } from './recall/ignore-memory.ts'
export type { RecallHit, RecallResult, RecallSearchResult } from './recall/recall.ts'
export type { AskSelector, SelectorRequest } from './recall/selector.ts'
export type { SimilarMemories } from './recall/similar-memories.ts'
export type { AddOptions, AddOutcome, JudgedAs, Superseded } from './records/add-record.ts'
export type { CleanedUp } from './records/clean-up.ts'
export type { Explanation, FormerVersion } from './records/explain.ts'
export type { MemoryFeedback } from './records/feedback.ts'
export type { Instruction as FoundInstruction } from './records/find-instructions.ts'
export type { BudgetBreakdown, HostMessage, Injected, TokenBudget } from './records/inject.ts'
export type { InstructionKind } from './records/instruction-patterns.ts'
export type { DoublesOptions, LikelyDouble } from './records/likely-doubles.ts'
export type { MergeOutcome } from './records/merge-into.ts'
export type { MergeablePair, PlannedPair } from './records/merge-memories.ts'
export type { MergePlan } from './records/plan-merge.ts'
export type { HeldEntry, HeldMemory, Quarantine } from './records/quarantine.ts'
export type { LifeState } from './records/retention.ts'
export type { Statistics } from './records/statistics.ts'
export type { SupersededHow } from './records/supersede.ts'
export type { UsageLog, Use as MemoryUse } from './records/usage-log.ts'
export type { ConflictingStatement, LikelyConflict } from './sameness/likely-conflicts.ts'
export type { Correction } from './sameness/plain-correction.ts'
export type { CatalogResult, MemoryHit } from './search/catalog.ts'
export type { CatalogReport } from './search/examine-catalog.ts'
export type { Mode as SearchMode } from './search/fusion.ts'
export type { FoundMemories } from './search/memory-search.ts'
export type { Moved as MovedVectors } from './search/move-vectors.ts'
export type { SearchHit, SearchResult, Why as SearchReasons } from './search/search.ts'
export type { SearchDocument, SearchFilter, StoredDocument } from './search/search-document.ts'
export type { SearchMode as AskedSearchMode } from './search/search-mode.ts'
export type { StoreProof } from './search/vectors/prove-store.ts'
export type { Backend as StoreBackend } from './search/vectors/store-settings.ts'
export type { Settling } from './search/vectors/vector-index.ts'
export type { Tier as SecretTier } from './secrets/rules/rule-row.ts'
export type { SettingKey, SettingValue, Widened } from './settings/definitions.ts'
export type { Environment } from './settings/environment.ts'
export type { MemorySwitch } from './settings/memory-switch.ts'
export type {
  FoundSetting,
  LoadSettingsOptions,
  ProjectRoots,
  ProjectTrust,
  RefusedFile,
  Settings,
} from './settings/settings.ts'
export type { PartKind, TrustPart } from './settings/trust-store.ts'
export type { CapState } from './spend/caps-left.ts'
export type { Spent } from './spend/spend.ts'
export type { CapName, Limit as SpendLimit, SpendCaps } from './spend/spend-cap.ts'
export type { SpendGroup, SpendReport, SpendSum } from './spend/spend-report.ts'
export type { SandboxCall, SandboxDecision } from './tools/sandbox-policy.ts'
export type { ToolInput } from './tools/tool.ts'
export type { TranscriptInfo } from './transcript/list-transcripts.ts'
export type { ReadSessionNotes, SessionNotes } from './transcript/session-notes.ts'
export type { MetaKind, TranscriptMessage } from './transcript/transcript-message.ts'
export type { Exported } from './transfer/export-memories.ts'
export type { ImportedMemory, RefusedEntry, SourceFile } from './transfer/formats/imported.ts'
export type { RestoredFile } from './transfer/formats/memdir-json.ts'
export type { ImportFormat, ReadImport } from './transfer/import-format.ts'
export type { ImportOptions, ImportOutcome, ImportWarning, PlannedImport } from './transfer/import-outcome.ts'
export type { TakenImport, WantedEntries } from './transfer/take-waiting.ts'
export type { Transfer } from './transfer/transfer.ts'
export type { WaitingBatch, WaitingEntry, WaitingImports } from './transfer/waiting-imports.ts'
export type { FailedTurn, SpoolReport } from './worker/drain-spool.ts'
export type { HeldJob } from './worker/hold-back.ts'
export type { JobRun } from './worker/job-log.ts'
export type { JobResult } from './worker/run-job.ts'
export type { WorkerOutcome } from './worker/run-worker.ts'
export type { JobChannel } from './worker/serve-job.ts'
export type { JobSignal } from './worker/start-job.ts'
export type { WorkAsked } from './worker/start-once.ts'
