// The context levels for people with an agent of their own.

export type { Level, Reason, Receipt } from '../../agent/compact/context-state.ts'
export {
  type CompactOptions,
  type CompactResult,
  type CompactState,
  compact,
} from '../../agent/compact/library/compact-messages.ts'
export type { FactKind, FactSource, SurvivingFact } from '../../agent/compact/surviving-fact.ts'
export type { TokenLimits, TokenState } from '../../agent/compact/token-state.ts'
export type { AgentWork, FileWork, SkillWork, WorkRecord } from '../../agent/compact/work-record.ts'
export type { TaskWork } from '../../models/tool-work.ts'
