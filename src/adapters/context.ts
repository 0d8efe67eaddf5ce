// The context levels for people with an agent of their own.

export type { Receipt } from '../compact/context-state.ts'
export {
  type CompactOptions,
  type CompactResult,
  type CompactState,
  compact,
} from '../compact/library/compact-messages.ts'
export type { TokenState } from '../compact/token-state.ts'
