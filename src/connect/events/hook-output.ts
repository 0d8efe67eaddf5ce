// From a hook's standard input to its standard output, as each client wants it.
import { eventsOf } from '../../base/agents/agents.ts'
import { type AgentText, fieldsText, NO_TEXT, own, withoutReminder } from '../../base/text/agent-text.ts'
import { inertFact } from '../../base/text/inert-text.ts'
import type { ClientEvent } from '../client-event.ts'

/** Claude Code cuts at 10,000 characters per hook, Codex near it and in the middle; the rest is for their own words. */
export const HOOK_CHARACTERS = 9_500

/** Empty: print nothing at all. `notice` is for the person, not for the model. */
export function hookOutput(event: ClientEvent, text: AgentText, notice: AgentText = NO_TEXT): AgentText {
  // Its standard output goes into the summarising request as it is.
  const { takes } = eventsOf(event.agent)
  if (event.kind === 'before-compact' && takes !== 'plugin') return takesBefore(event) ? text : NO_TEXT
  if ((text === '' && notice === '') || !canSpeak(event)) return NO_TEXT
  // Our own plugin takes both.
  if (takes === 'plugin')
    return fieldsText({ ...(text !== '' && { text }), ...(notice !== '' && { notice }) })
  const additionalContext = takes === 'text' ? text : withoutReminder(text)
  return fieldsText({
    ...(notice !== '' && { systemMessage: notice }),
    ...(text !== '' && { hookSpecificOutput: { hookEventName: inertFact(event.name), additionalContext } }),
  })
}

/** Never `allow`: what else the agent asks of its person stays as it is. */
export function refusalOutput(event: ClientEvent, reason: AgentText): AgentText {
  const decision = { permissionDecision: own`deny`, permissionDecisionReason: reason }
  return fieldsText({ hookSpecificOutput: { hookEventName: inertFact(event.name), ...decision } })
}

/** Whose summariser reads what a hook says before a compaction. */
export function takesBefore({ agent }: Pick<ClientEvent, 'agent'>): boolean {
  return eventsOf(agent).saysBefore
}

/** Whether what is said of a call at this moment reaches the model. */
export function isHeard({ kind, agent }: Pick<ClientEvent, 'kind' | 'agent'>): boolean {
  return kind === (eventsOf(agent).callsHeard === 'before' ? 'call' : 'tool')
}

/** Stop hooks never print: text there would make the agent continue. */
export function canSpeak({ kind, agent }: ClientEvent): boolean {
  return (
    kind === 'start' ||
    kind === 'prompt' ||
    isHeard({ kind, agent }) ||
    (kind === 'before-compact' && eventsOf(agent).takes === 'plugin')
  )
}
