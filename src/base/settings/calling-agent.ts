// Whether a process runs inside an agent: what agents' shells have in their environment, and people's terminals do not.
import { knownAgents } from '../agents/agents.ts'
import type { Environment } from './environment.ts'

/** memdir's own chat: who makes the changes of its conversations. */
export const CHAT_ACTOR = 'memdir-chat'
/** In the shell of memdir's own chat. */
export const AGENT_VARIABLE = 'MEMDIR_AGENT'
export const CONVERSATION_VARIABLE = 'MEMDIR_CONVERSATION'

interface AgentVariables {
  agent: string
  /** Set, to anything but `0` or `false`: the agent's own shell. */
  shell: readonly string[]
  /** Holds the id of the conversation. */
  conversation?: string | undefined
}

/** Our own chat first: it may have been started by another agent. Last, what agents that we do not know may set. */
function agents(): AgentVariables[] {
  return [
    { agent: CHAT_ACTOR, shell: [AGENT_VARIABLE], conversation: CONVERSATION_VARIABLE },
    ...knownAgents().map(([agent, { shell, conversation }]) => ({ agent, shell, conversation })),
    { agent: 'agent', shell: ['AI_AGENT'] },
  ]
}

export interface CallingAgent {
  name: string
  conversation: string | undefined
}

/** undefined: as far as the environment tells, a person. */
export function callingAgent(env: Environment): CallingAgent | undefined {
  const found = agents().find(({ shell }) => shell.some((name) => isSet(env[name])))
  if (!found) return undefined
  const conversation = found.conversation && env[found.conversation]?.trim()
  return { name: found.agent, conversation: conversation || undefined }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:|0|false)$/i.test(value.trim())
}
