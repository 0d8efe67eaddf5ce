// The environment of the commands that an agent of ours runs.

import { AGENT_VARIABLE, CHAT_ACTOR, CONVERSATION_VARIABLE } from '../../base/settings/calling-agent.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { KEY_VARIABLES } from '../../models/model-config.ts'

/** What commands inherit: everything but the keys of models, and that it is an agent who runs them. */
export function shellEnvironment(env: Environment, conversation: string): Record<string, string> {
  const keys = new Set<string>(Object.values(KEY_VARIABLES).flat())
  const inherited = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !keys.has(entry[0]),
  )
  return {
    ...Object.fromEntries(inherited),
    [AGENT_VARIABLE]: CHAT_ACTOR,
    [CONVERSATION_VARIABLE]: conversation,
  }
}
