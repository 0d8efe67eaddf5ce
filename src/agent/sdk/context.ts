// The context levels for people with an agent of their own.

export type { TaskWork } from '../../models/tool-work.ts'
export type { Level, Reason, Receipt } from '../compact/context-state.ts'
export {
  type CompactOptions,
  type CompactResult,
  type CompactState,
  compact,
} from '../compact/library/compact-messages.ts'
export type { FactKind, FactSource, SurvivingFact } from '../compact/surviving-fact.ts'
export type { TokenLimits, TokenState } from '../compact/token-state.ts'
export type { AgentWork, FileWork, SkillWork, WorkRecord } from '../compact/work-record.ts'
