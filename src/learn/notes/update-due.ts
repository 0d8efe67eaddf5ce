// When notes are updated: by how much the conversation has grown. Tokens are a hard condition, tool calls alone are none.

export interface NotesThresholds {
  /** Tokens of the conversation before the first update. */
  readonly init: number
  /** By how many tokens it has to have grown since the last one. */
  readonly between: number
  readonly toolCalls: number
}

export const DEFAULT_THRESHOLDS: NotesThresholds = { init: 10_000, between: 5_000, toolCalls: 3 }

interface Growth {
  /** What the conversation takes now. */
  readonly tokens: number
  /** At the last update; undefined before the first. */
  readonly tokensBefore: number | undefined
  /** Since the last update. */
  readonly toolCalls: number
  /** The last response called nothing: a natural pause. */
  readonly isPause: boolean
}

export function isUpdateDue(growth: Growth, thresholds: NotesThresholds): boolean {
  const { tokens, tokensBefore, toolCalls, isPause } = growth
  if (tokensBefore === undefined) return tokens >= thresholds.init
  if (tokens - tokensBefore < thresholds.between) return false
  return toolCalls >= thresholds.toolCalls || isPause
}
