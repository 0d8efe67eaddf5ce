// From a hook's standard input to its standard output, as each client wants it.
import { type AgentText, fieldsText, NO_TEXT, withoutReminder } from '../../base/text/agent-text.ts'
import { inertFact } from '../../base/text/inert-text.ts'
import type { ClientEvent } from './client-event.ts'

/** Claude Code cuts at 10,000 characters per hook, Codex near it and in the middle; the rest is for their own words. */
export const HOOK_CHARACTERS = 9_500

/** Empty: print nothing at all. `notice` is for the person, not for the model. */
export function hookOutput(event: ClientEvent, text: AgentText, notice: AgentText = NO_TEXT): AgentText {
  // Its standard output goes into the summarising request as it is.
  if (event.kind === 'before-compact' && event.agent !== 'opencode')
    return takesBefore(event) ? text : NO_TEXT
  if ((text === '' && notice === '') || !canSpeak(event)) return NO_TEXT
  // Our own plugin takes both.
  if (event.agent === 'opencode')
    return fieldsText({ ...(text !== '' && { text }), ...(notice !== '' && { notice }) })
  // Claude Code and Gemini CLI put a block of their own around a hook's text and escape tags inside it.
  const additionalContext = event.agent === 'codex' ? text : withoutReminder(text)
  return fieldsText({
    ...(notice !== '' && { systemMessage: notice }),
    ...(text !== '' && { hookSpecificOutput: { hookEventName: inertFact(event.name), additionalContext } }),
  })
}

/** Whose summariser reads what a hook says before a compaction. Codex and Gemini CLI take nothing there. */
export function takesBefore({ agent }: Pick<ClientEvent, 'agent'>): boolean {
  return agent === 'claude-code' || agent === 'opencode'
}

/** Stop hooks never print: text there would make the agent continue. */
export function canSpeak({ kind, agent }: ClientEvent): boolean {
  return kind === 'start' || kind === 'prompt' || (kind === 'before-compact' && agent === 'opencode')
}
