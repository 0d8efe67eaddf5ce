// The agent runtime for people who build an agent of their own: loop, forks, models, tools, hooks, logs and what they
// cost. It knows nothing of memory; the last lines are what gives it that of a `Memdir`.

export { loadRedactor } from '../../base/secrets/redact-for.ts'
export { text, textOf } from '../../models/content.ts'
export { readForeignTranscript, toModelMessages } from '../../models/foreign-transcript.ts'
export { type Ledger, openLedger } from '../../models/ledger.ts'
export { complete, type Model, type ModelRequest, type ModelResponse } from '../../models/model.ts'
export {
  KEY_VARIABLES,
  type ModelConfig,
  type Models,
  type ModelsConfig,
  openModel,
  openModels,
  readModelName,
} from '../../models/model-config.ts'
export { ModelError, type ModelErrorKind } from '../../models/model-error.ts'
export { openSpend, type SpendOptions } from '../../models/open-spend.ts'
export { readTranscript, type Transcript } from '../../models/read-transcript.ts'
export { askStructured, type Structured, type StructuredRequest } from '../../models/structured.ts'
export { openTranscriptLog, type TranscriptLog } from '../../models/transcript-log.ts'
export { type HookSource, type ReadHooks, readHooks } from '../hooks/read-hooks.ts'
export { createHookRunner, type HookRunner, type HookRunnerOptions } from '../hooks/run-hooks.ts'
export { type ForkOptions, type ForkResult, runFork } from '../loop/fork.ts'
export {
  type ConversationRef,
  type FireHooks,
  type HookFacts,
  type HookReply,
  hooksFrom,
} from '../loop/loop-hooks.ts'
export {
  dynamicSection,
  type PromptSection,
  staticSection,
  volatileSectionBreaksCache,
} from '../loop/prompt-section.ts'
export { QueryEngine } from '../loop/query-engine.ts'
export {
  createSystemPrompt,
  type SystemPrompt,
  type SystemPromptOptions,
} from '../loop/system-prompt.ts'
export { createPermissionGate } from '../permission.ts'
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
export {
  injectMemories,
  type MemoryToolOptions,
  memoryTool,
  openRuntime,
} from './agent-parts.ts'
export type * from './agent-types.ts'
