// In whose name a face writes: the person's, or the agent's in whose shell or program it runs.
import type { CallingAgent } from '../base/settings/calling-agent.ts'
import type { ChangedBy } from './memory-store.ts'
import { PERSON } from './origin-rules.ts'

/** What the environment says of the conversation counts for more than what the agent says; where nobody says, its day is one. */
export function speakingAs(agent: CallingAgent | undefined, now: Date, conversation?: string): ChangedBy {
  if (!agent) return { actor: PERSON, conversation }
  const day = `${agent.name}-${now.toISOString().slice(0, 10)}`
  return { actor: agent.name, conversation: agent.conversation ?? conversation ?? day }
}
