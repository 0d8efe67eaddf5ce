// The types that the library's signatures name (index.ts): all of them, so that nobody has to derive one.
// `npm run check` says which is missing.

export type {
  Caller,
  ClientHost,
  FoundHit,
  HostRecall,
  HostSearch,
  MemoryHost,
  WaitingItem,
} from './agent/client-host.ts'
export type { NotesProblem } from './agent/compact/by-notes.ts'
export type { CompactFailure, CompactOutcome } from './agent/compact/context-dependencies.ts'
export type {
  Level as ContextLevel,
  Reason as ContextReason,
  Receipt as ContextReceipt,
} from './agent/compact/context-state.ts'
export type { ReadSessionNotes, SessionNotes } from './agent/compact/session-notes.ts'
export type {
  Conversation,
  ConversationNotes,
  ConversationOptions,
} from './agent/conversation/conversation.ts'
export type { Leaving as ConversationLeaving } from './agent/conversation/conversation-extraction.ts'
export type { InstructionLevel } from './agent/instructions/instruction-file.ts'
export type { ListedInstruction } from './agent/instructions/open-instructions.ts'
export type { AgentEvent, EndReason, TurnEnd } from './agent/loop/agent-event.ts'
export type { AllowedTool } from './agent/loop/allowed-tools.ts'
export type { ContextPart, ContextShare } from './agent/loop/context-report.ts'
export type {
  AskPermission,
  PermissionAnswer,
  PermissionCall,
  PermissionGate,
  PermissionMode,
} from './agent/loop/permission.ts'
export type { ServerState } from './agent/mcp-client/open-servers.ts'
export type { ServerStatus } from './agent/mcp-client/server.ts'
export type { MemoryAction } from './agent/memory-tools/action-words.ts'
export type { ClientToolInput as MemoryFunctionInput } from './agent/memory-tools/client-tool.ts'
export type { PlanVerdict } from './agent/plan/change-mode.ts'
export type { Runtime, SpendSummary } from './agent/runtime.ts'
export type { SkillDefinition, SkillSource } from './agent/skills/skill-definition.ts'
export type { Task, TaskState } from './agent/tasks/task-list.ts'
export type { SandboxCall, SandboxDecision } from './agent/tools/sandbox-policy.ts'
export type { ToolInput } from './agent/tools/tool.ts'
export type { FileOps } from './base/files/file-ops.ts'
export type { Refusal as ReadBelowRefusal } from './base/files/read-below.ts'
export type { ReadRefusal } from './base/files/read-regular.ts'
export type { GitPlace } from './base/git/git.ts'
export type { DreamReason } from './base/messages/dream.ts'
export type { Message, MessageValue } from './base/messages/message.ts'
export type { HeldReason } from './base/messages/origin.ts'
export type { RecallReason } from './base/messages/recall.ts'
export type { ProcessIdentity } from './base/processes/process-identity.ts'
export type { ProjectCandidate, Sign as ProjectSign } from './base/projects/find-project-candidates.ts'
export type { Location as MemoryLocation } from './base/projects/memory-location.ts'
export type { OfferState, ProjectEntry } from './base/projects/project-entry.ts'
export type { Identity as ProjectIdentity } from './base/projects/project-identity.ts'
export type { Registry as ProjectRegistry } from './base/projects/project-registry.ts'
export type { Tier as SecretTier } from './base/secrets/rules/rule-row.ts'
export type { SettingKey, SettingValue, Widened } from './base/settings/definitions.ts'
export type { Environment } from './base/settings/environment.ts'
export type { MemorySwitch } from './base/settings/memory-switch.ts'
export type {
  FoundSetting,
  LoadSettingsOptions,
  ProjectRoots,
  ProjectTrust,
  RefusedFile,
  Settings,
} from './base/settings/settings.ts'
export type { PartKind, TrustPart } from './base/settings/trust-store.ts'
export type { AgentText } from './base/text/agent-text.ts'
export type { Clock } from './base/values/clock.ts'
export type { ClockJump } from './base/values/clock-jump.ts'
export type { MemdirErrorOptions } from './base/values/errors.ts'
export type { JsonSchema, TypeName as JsonTypeName } from './base/values/json-schema.ts'
export type { TimeLimit } from './base/values/time-limit.ts'
export type { Background, RunHere as BackgroundRun } from './learn/background.ts'
export type { JobsOptions } from './learn/background-jobs.ts'
export type { AppliedUnits as DreamApplied } from './learn/dream/apply-units.ts'
export type {
  DreamOperation,
  HeldOperation,
  OperationName as DreamOperationName,
  RefusedOperation,
  ShownHeld,
  StatementPlace,
} from './learn/dream/dream-plan.ts'
export type { DreamProposal } from './learn/dream/held-operations.ts'
export type {
  DreamOptions,
  DreamPhase,
  DreamPlan,
  DreamReport,
  NearPair as DreamNearPair,
} from './learn/dream/run-dream.ts'
export type { Dreams } from './learn/dream.ts'
export type { DropReason as ExtractionDropReason } from './learn/extract/check-proposal.ts'
export type { ExtractorName } from './learn/extract/extractor.ts'
export type { ExtractMessage } from './learn/extract/host-messages.ts'
export type { SkipReason as ExtractionSkipReason } from './learn/extract/plan-extraction.ts'
export type {
  ExtractionDone,
  ExtractionOutcome,
  Stored as StoredStatement,
} from './learn/extract/run-extraction.ts'
export type { EngineExtract } from './learn/extract-messages.ts'
export type {
  ConversationNotesOf,
  NotedConversation,
  NotesOfConversation,
} from './learn/notes-of-conversations.ts'
export type { FailedTurn, SpoolReport } from './learn/worker/drain-spool.ts'
export type { HeldJob } from './learn/worker/hold-back.ts'
export type { JobRun } from './learn/worker/job-log.ts'
export type { JobResult } from './learn/worker/run-job.ts'
export type { WorkerOutcome } from './learn/worker/run-worker.ts'
export type { JobChannel } from './learn/worker/serve-job.ts'
export type { JobSignal } from './learn/worker/start-job.ts'
export type { EverywhereIndex, LoadedIndex } from './memory/files/load-index.ts'
export type { FieldChanges, FieldName } from './memory/files/memory-file.ts'
export type { Place as MemoryPlace } from './memory/files/place.ts'
export type { FindProjectOptions, FoundProject } from './memory/find-project.ts'
export type { EverywhereProposal } from './memory/inbox/everywhere-proposals.ts'
export type { Inbox } from './memory/inbox/inbox.ts'
export type {
  InboxAnswer,
  InboxGroup,
  InboxItem,
  InboxPart,
  InboxSource,
} from './memory/inbox/inbox-source.ts'
export type { AnswerUndo, UndoneAnswers } from './memory/inbox/undo-answers.ts'
export type { LoggedNote } from './memory/log-note.ts'
export type { MemoryUsage } from './memory/memory.ts'
export type { MemoryRecords, WorkAsked } from './memory/memory-context.ts'
export type { AddOptions, AddOutcome, JudgedAs, Superseded } from './memory/records/add-record.ts'
export type { CleanedUp } from './memory/records/clean-up.ts'
export type { Explanation, FormerVersion } from './memory/records/explain.ts'
export type { MemoryFeedback } from './memory/records/feedback.ts'
export type { Instruction as FoundInstruction } from './memory/records/find-instructions.ts'
export type { BudgetBreakdown, HostMessage, Injected, TokenBudget } from './memory/records/inject.ts'
export type { InstructionKind } from './memory/records/instruction-patterns.ts'
export type { DoublesOptions, LikelyDouble } from './memory/records/likely-doubles.ts'
export type { ListFilter, ListOrder } from './memory/records/list-filter.ts'
export type { MemoryLine } from './memory/records/memory-line.ts'
export type { CleanCheck, MemoryList } from './memory/records/memory-list.ts'
export type { MemorySummary } from './memory/records/memory-summary.ts'
export type { MergeOutcome } from './memory/records/merge-into.ts'
export type { MergeablePair, PlannedPair } from './memory/records/merge-memories.ts'
export type { MergePlan } from './memory/records/plan-merge.ts'
export type { HeldEntry, HeldMemory, Quarantine } from './memory/records/quarantine.ts'
export type { LifeState } from './memory/records/retention.ts'
export type { Statistics } from './memory/records/statistics.ts'
export type {
  AlsoAdded,
  AlsoWritten,
  SavedAll,
  SeenMemory,
  StoreChanges,
} from './memory/records/store-changes.ts'
export type { SupersededHow } from './memory/records/supersede.ts'
export type { UsageTotals, UseReason } from './memory/records/usage.ts'
export type { UsageLog, Use as MemoryUse } from './memory/records/usage-log.ts'
export type { ConflictingStatement, LikelyConflict } from './memory/sameness/likely-conflicts.ts'
export type { Correction } from './memory/sameness/plain-correction.ts'
export type { Exported } from './memory/transfer/export-memories.ts'
export type { ImportedMemory, RefusedEntry, SourceFile } from './memory/transfer/formats/imported.ts'
export type { RestoredFile } from './memory/transfer/formats/memdir-json.ts'
export type { ImportFormat, ReadImport } from './memory/transfer/import-format.ts'
export type {
  ImportOptions,
  ImportOutcome,
  ImportWarning,
  PlannedImport,
} from './memory/transfer/import-outcome.ts'
export type { TakenImport, WantedEntries } from './memory/transfer/take-waiting.ts'
export type { Transfer } from './memory/transfer/transfer.ts'
export type { WaitingBatch, WaitingEntry, WaitingImports } from './memory/transfer/waiting-imports.ts'
export type { Answered, AnsweredEntry } from './memory/writer/answers.ts'
export type { Change, ChangeAction, ChangeGroup, Content as ChangeContent } from './memory/writer/change.ts'
export type { ClockWatch } from './memory/writer/clock-watch.ts'
export type { CheckedContent } from './memory/writer/content-check.ts'
export type { LoggedChange } from './memory/writer/history.ts'
export type { Journal, JournalPlace } from './memory/writer/journal.ts'
export type {
  PlannedWrite,
  WriteContext,
  WriteDetails,
  WriteView,
  Written,
} from './memory/writer/planned-write.ts'
export type { ErasedElsewhere, Purged } from './memory/writer/purge.ts'
export type { Recovered } from './memory/writer/recover-changes.ts'
export type { StagedFile } from './memory/writer/staged-files.ts'
export type { TrimmedHistory } from './memory/writer/trim-history.ts'
export type { UndoOutcome } from './memory/writer/undo.ts'
export type { MemoryWriter } from './memory/writer/writer.ts'
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
} from './models/content.ts'
export type { TranscriptInfo } from './models/list-transcripts.ts'
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
export type { CapState } from './models/spend/caps-left.ts'
export type { Spent } from './models/spend.ts'
export type { CapName, Limit as SpendLimit, SpendCaps } from './models/spend-cap.ts'
export type { SpendGroup, SpendReport, SpendSum } from './models/spend-report.ts'
export type { MetaKind, TranscriptMessage } from './models/transcript-message.ts'
export type { CatalogResult, MemoryHit } from './search/catalog/catalog.ts'
export type { CatalogReport } from './search/catalog/examine-catalog.ts'
export type { SearchDocument, SearchFilter, StoredDocument } from './search/catalog/search-document.ts'
export type { ListedMemories, ListQuery } from './search/list-memories.ts'
export type { FoundMemories } from './search/memory-search.ts'
export type { Mode as SearchMode } from './search/ranking/fusion.ts'
export type { SearchHit, SearchResult, Why as SearchReasons } from './search/ranking/search.ts'
export type { MemoryWish } from './search/recall/ignore-memory.ts'
export type { RecallHit, RecallResult, RecallSearchResult } from './search/recall/recall.ts'
export type { AskSelector, SelectorRequest } from './search/recall/selector.ts'
export type { SimilarMemories } from './search/recall/similar-memories.ts'
export type { EngineRecall } from './search/recall-for.ts'
export type { EngineFound, EngineSearch, SearchData } from './search/search-memories.ts'
export type { SearchMode as AskedSearchMode } from './search/search-mode.ts'
export type { BackendName, MoveRequest, Storage, StorageMoved, StoreStatus } from './search/storage.ts'
export type { Moved as MovedVectors } from './search/vectors/move-vectors.ts'
export type { StoreProof } from './search/vectors/prove-store.ts'
export type { Backend as StoreBackend } from './search/vectors/store-settings.ts'
export type { Settling } from './search/vectors/vector-index.ts'
