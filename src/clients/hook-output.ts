// From a hook's standard input to its standard output, as each client wants it.
import type { ClientEvent } from './client-event.ts'

/** Claude Code cuts at 10,000 characters per hook, Codex near it and in the middle; the rest is for their own words. */
export const HOOK_CHARACTERS = 9_500

/** Empty: print nothing at all. `notice` is for the person, not for the model. */
export function hookOutput(event: ClientEvent, text: string, notice = ''): string {
  // Its standard output goes into the summarising request as it is.
  if (event.kind === 'before-compact' && event.agent !== 'opencode') return takesBefore(event) ? text : ''
  if ((text === '' && notice === '') || !canSpeak(event)) return ''
  // Our own plugin takes both.
  if (event.agent === 'opencode')
    return JSON.stringify({ ...(text !== '' && { text }), ...(notice !== '' && { notice }) })
  const additionalContext = event.agent === 'codex' ? text : withoutWrapper(text)
  return JSON.stringify({
    ...(notice !== '' && { systemMessage: notice }),
    ...(text !== '' && { hookSpecificOutput: { hookEventName: event.name, additionalContext } }),
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

/**
 * Claude Code and Gemini CLI put a block of their own around a hook's text and escape tags inside it. Index and memories
 * have one each; in what they quote no line begins so.
 */
function withoutWrapper(text: string): string {
  return text.replace(/^<system-reminder>\n/gm, '').replace(/\n<\/system-reminder>$/gm, '')
}
