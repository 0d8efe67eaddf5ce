// What the loop asks of hooks. hooks/ runs them; tests pass a function.

export interface HookReply {
  /** The reason, told to the model (or to the user for a prompt). */
  readonly denied?: string
  /** Speaks for the person where one would be asked; `ask` insists on asking. Plan mode and sandboxes stand above it. */
  readonly permission?: 'allow' | 'ask'
  /** Text for the model. */
  readonly context?: readonly string[]
  /** A tool's input, changed. */
  readonly input?: Record<string, unknown>
  /** Ends the turn after this step, and why. */
  readonly stop?: string
  /** For the user's eyes: warnings of hooks that failed. */
  readonly notices?: readonly string[]
}

/** Never throws: a failing hook does not take the agent down. */
export type FireHooks = (
  event: string,
  data: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<HookReply>

export const noHooks: FireHooks = async () => ({})
