// Whether a process runs inside an agent: what agents' shells have in their environment, and people's terminals do not.
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
  conversation?: string
}

const AGENTS: readonly AgentVariables[] = [
  { agent: CHAT_ACTOR, shell: [AGENT_VARIABLE], conversation: CONVERSATION_VARIABLE },
  { agent: 'claude-code', shell: ['CLAUDECODE'], conversation: 'CLAUDE_CODE_SESSION_ID' },
  {
    agent: 'codex',
    shell: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
    conversation: 'CODEX_THREAD_ID',
  },
  { agent: 'gemini', shell: ['GEMINI_CLI'] },
  { agent: 'qwen', shell: ['QWEN_CODE'] },
  { agent: 'opencode', shell: ['OPENCODE'] },
  { agent: 'cursor', shell: ['CURSOR_AGENT'] },
  { agent: 'copilot', shell: ['COPILOT_CLI'] },
  // What agents that are not listed may set.
  { agent: 'agent', shell: ['AI_AGENT'] },
]

export interface CallingAgent {
  name: string
  conversation: string | undefined
}

/** undefined: as far as the environment tells, a person. */
export function callingAgent(env: Environment): CallingAgent | undefined {
  const found = AGENTS.find(({ shell }) => shell.some((name) => isSet(env[name])))
  if (!found) return undefined
  const conversation = found.conversation && env[found.conversation]?.trim()
  return { name: found.agent, conversation: conversation || undefined }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:|0|false)$/i.test(value.trim())
}
