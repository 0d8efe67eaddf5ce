// The agent runtime for people who build an agent of their own: loop, forks, models, tools, hooks, logs and what they
// cost. It knows nothing of memory; `openEngine` of the main entry gives it one.

export type { AgentEvent, EndReason, TurnEnd } from '../agent/agent-event.ts'
export { type ForkOptions, type ForkResult, runFork } from '../agent/fork.ts'
export {
  type ConversationRef,
  type FireHooks,
  type HookFacts,
  type HookReply,
  hooksFrom,
} from '../agent/loop-hooks.ts'
export { createPermissionGate } from '../agent/permission.ts'
export {
  dynamicSection,
  type PromptSection,
  staticSection,
  volatileSectionBreaksCache,
} from '../agent/prompt-section.ts'
export { QueryEngine } from '../agent/query-engine.ts'
export type { QueryEngineOptions } from '../agent/query-options.ts'
export { createSystemPrompt, type SystemPrompt, type SystemPromptOptions } from '../agent/system-prompt.ts'
export { type HookSource, type ReadHooks, readHooks } from '../hooks/read-hooks.ts'
export type { HookJudge } from '../hooks/run-hook.ts'
export { createHookRunner, type HookRunner, type HookRunnerOptions } from '../hooks/run-hooks.ts'
export { text, textOf } from '../lib/content.ts'
export { loadRedactor } from '../memory/redact-memory.ts'
export { complete, type Model, type ModelRequest, type ModelResponse } from '../models/model.ts'
export {
  KEY_VARIABLES,
  type ModelConfig,
  type Models,
  type ModelsConfig,
  openModel,
  openModels,
  readModelName,
} from '../models/model-config.ts'
export { ModelError, type ModelErrorKind } from '../models/model-error.ts'
export { askStructured, type Structured, type StructuredRequest } from '../models/structured.ts'
export { type Ledger, openLedger } from '../spend/ledger.ts'
export { type Meter, meterModel } from '../spend/metered-model.ts'
export { checkSpend, type SpendAnswer, type SpendCaps } from '../spend/spend-cap.ts'
export { type CreateToolsOptions, createTools } from '../tools/create-tools.ts'
export {
  defineTool,
  errorResult,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolInput,
  type ToolResult,
} from '../tools/tool.ts'
export { readForeignTranscript, toModelMessages } from '../transcript/foreign-transcript.ts'
export { readTranscript, type Transcript } from '../transcript/read-transcript.ts'
export { openTranscriptLog, type TranscriptLog } from '../transcript/transcript-log.ts'
export type * from './agent-types.ts'
