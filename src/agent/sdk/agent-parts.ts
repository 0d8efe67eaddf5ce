// What agents of one's own get from a `Memdir`: conversations of memdir's loop, the `memory` tool, memories in front of messages.

import { programName } from '../../memory/origin-rules.ts'
import type { HostMessage, Injected, TokenBudget } from '../../memory/records.ts'
import { type AgentHandle, openedIn } from '../memdir-handle.ts'
import type { MemoryTool } from '../memory-actions.ts'
import type { Runtime } from '../runtime.ts'

/** Conversations, what they cost, their notes, and the sandbox. */
export function openRuntime(memdir: AgentHandle): Promise<Runtime> {
  return openedIn(memdir).runtime()
}

export interface MemoryToolOptions {
  /** The agent's name: a model calls, so it never speaks as the person. */
  agent: string
  conversation?: string
  /** False: it reads and writes no files outside the memory. */
  files?: boolean
}

/** The `memory` tool in the form that agent frameworks take. */
export function memoryTool(
  memdir: AgentHandle,
  { agent, conversation, files }: MemoryToolOptions,
): Promise<MemoryTool> {
  return openedIn(memdir).memoryTool({ by: { actor: programName(agent), conversation }, files })
}

/** Puts one message with the memories that fit in front. `budget`: of the conversation, in tokens. */
export async function injectMemories<M extends HostMessage>(
  memdir: AgentHandle,
  messages: readonly M[],
  budget: TokenBudget,
): Promise<Injected<M>> {
  return (await openedIn(memdir).records()).inject(messages, budget)
}
