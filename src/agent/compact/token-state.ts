// How near the limits a conversation is.
import {
  AUTO_BUFFER,
  BLOCKING_BUFFER,
  COMMIT_SHARE,
  type ContextSettings,
  OUTPUT_RESERVE,
  STAGE_SHARE,
  WARNING_BUFFER,
} from './context-settings.ts'

export interface TokenLimits {
  /** The window without the room for an answer. */
  readonly effective: number
  readonly auto: number
  readonly warning: number
  readonly blocking: number
  readonly stage: number
  readonly commit: number
}

export interface TokenState extends TokenLimits {
  /** Tokens that the next request has. */
  readonly used: number
  /** By the provider's usage, or estimated because there was none yet. */
  readonly counted: 'measured' | 'estimated'
  /** What is left of the way to the threshold of auto compaction; never below 0. */
  readonly percentLeft: number
  readonly level: 'fine' | 'warning' | 'compact' | 'blocking'
}

type Limits = Pick<ContextSettings, 'window' | 'maxOutput' | 'absoluteThreshold'>

/** A window too small for the buffers keeps its proportions: a threshold below nothing would compact for ever. */
export function tokenLimits({ window, maxOutput, absoluteThreshold }: Limits): TokenLimits {
  const effective = Math.max(window - Math.min(maxOutput, OUTPUT_RESERVE), Math.floor(window / 2))
  const byWindow = Math.max(effective - AUTO_BUFFER, Math.floor(effective / 2))
  const auto = Math.min(byWindow, absoluteThreshold)
  return {
    effective,
    auto,
    warning: Math.max(auto - WARNING_BUFFER, Math.floor(auto / 2)),
    blocking: Math.max(window - BLOCKING_BUFFER, Math.floor(window * 0.9)),
    stage: Math.min(Math.floor(effective * STAGE_SHARE), absoluteThreshold),
    commit: Math.min(Math.floor(effective * COMMIT_SHARE), absoluteThreshold),
  }
}

export function tokenState(used: number, settings: Limits, counted: TokenState['counted']): TokenState {
  const limits = tokenLimits(settings)
  return {
    ...limits,
    ...{ used, counted },
    percentLeft: Math.max(0, Math.round((100 * (limits.auto - used)) / limits.auto)),
    level: levelOf(used, limits),
  }
}

function levelOf(used: number, { auto, warning, blocking }: TokenLimits): TokenState['level'] {
  if (used > blocking) return 'blocking'
  if (used > auto) return 'compact'
  return used > warning ? 'warning' : 'fine'
}
