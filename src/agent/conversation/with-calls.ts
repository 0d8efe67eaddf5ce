// Remembered rules that a call touches come with its result: the same that hooks of other agents are given.
import type { FireHooks } from '../loop/loop-hooks.ts'

/** What to say of a call; empty: nothing. `refused`: as the reason why it is not made. */
export type TellAtCall = (tool: string, input: unknown) => Promise<{ text: string; refused?: true }>

/** A rule that cannot be brought up keeps no call from being made. */
export function withCalls(hooks: FireHooks, tell: TellAtCall): FireHooks {
  return async (event, data, signal, facts) => {
    if (event !== 'PreToolUse') return hooks(event, data, signal, facts)
    const [reply, told] = await Promise.all([
      hooks(event, data, signal, facts),
      tell(String(data.tool_name), data.tool_input).catch(() => undefined),
    ])
    if (!told?.text) return reply
    if (told.refused && reply.denied === undefined) return { ...reply, denied: told.text }
    return { ...reply, context: [...(reply.context ?? []), told.text] }
  }
}
