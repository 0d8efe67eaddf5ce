// Remembered rules that a call touches come with its result: the same that hooks of other agents are given.
import type { FireHooks } from '../loop/loop-hooks.ts'

/** What to say of a call; empty: nothing. */
export type TellAtCall = (tool: string, input: unknown) => Promise<string>

/** A rule that cannot be brought up keeps no call from being made. */
export function withCalls(hooks: FireHooks, tell: TellAtCall): FireHooks {
  return async (event, data, signal, facts) => {
    if (event !== 'PreToolUse') return hooks(event, data, signal, facts)
    const [reply, told] = await Promise.all([
      hooks(event, data, signal, facts),
      tell(String(data.tool_name), data.tool_input).catch(() => ''),
    ])
    return told === '' ? reply : { ...reply, context: [...(reply.context ?? []), told] }
  }
}
