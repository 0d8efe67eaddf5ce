// The types that the signatures of `memdir/agent` name: all of them, so that nobody has to derive one. `npm run check` says
// which is missing.

export type { HookAnswer, MergedAnswer } from '../../agent/hooks/hook-answer.ts'
export type { HookEvent } from '../../agent/hooks/hook-event.ts'
export type { Hook, HookAction } from '../../agent/hooks/read-hooks.ts'
export type { HookWorld } from '../../agent/hooks/run-hook.ts'
export type { CanUseTool } from '../../agent/loop/call-tools.ts'
export type { ForkPoint } from '../../agent/loop/fork-point.ts'
export type { HistoryLog } from '../../agent/loop/history.ts'
export type {
  ControlLoop,
  ControlledLoop,
  ControlledMessages,
  LoopControl,
} from '../../agent/loop/loop-control.ts'
export type { SectionKind } from '../../agent/loop/prompt-section.ts'
export type { BashOptions } from '../../agent/tools/bash-tool.ts'
export type { Credentials, LeftOut } from '../../agent/tools/credentials.ts'
export type { FileAccess, FileInfo } from '../../agent/tools/file-access.ts'
export type { ShellOperations } from '../../agent/tools/read-only-shell/run-proven.ts'
export type { ReadRecord, ReadState } from '../../agent/tools/read-state.ts'
export type { HookEventName } from '../../base/values/hook-event-name.ts'
export type { InputSchema } from '../../base/values/json-schema.ts'
export type { Reader, Redacted } from '../../memory/records/redact-memory.ts'
export type {
  LogBoundary,
  LogEntry,
  LogHeader,
  LogMessage,
  LogNote,
} from '../../models/log-line.ts'
export type { ProviderName } from '../../models/model-config.ts'
export type { Price, PriceTable } from '../../models/prices.ts'
export type { OwnAgent } from '../../models/providers/own-agent.ts'
export type { RetryPolicy } from '../../models/providers/plan-retry.ts'
export type { RedactText } from '../../models/redact-entry.ts'
export type { LedgerOptions, NewCall } from '../../models/spend/ledger.ts'
export type { LedgerCall, LedgerExtraction, Purpose } from '../../models/spend/ledger-line.ts'
export type { SpendQuestion } from '../../models/spend-cap.ts'
export type { Check } from '../../models/structured.ts'
export type {
  ForeignCompaction,
  ForeignConversation,
  LogClient,
} from '../../models/transcript/foreign-log.ts'
export type { ForeignTranscript } from '../../models/transcript/foreign-transcript.ts'
export type { OpenTranscriptLogOptions } from '../../models/transcript-log.ts'
