// From a hook's standard input to its standard output, as each client wants it.
import type { ClientEvent } from './client-event.ts'

/** Claude Code cuts at 10,000 characters per hook, Codex near it and in the middle; the rest is for their own words. */
export const HOOK_CHARACTERS = 9_500

/** Empty: print nothing at all. Stop hooks never print: text there would make the agent go on. */
export function hookOutput(event: ClientEvent, text: string): string {
  if (text === '' || (event.kind !== 'start' && event.kind !== 'prompt')) return ''
  if (event.agent === 'opencode') return JSON.stringify({ text })
  const additionalContext = event.agent === 'codex' ? text : withoutWrapper(text)
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext } })
}

/** Claude Code and Gemini CLI put a block of their own around a hook's text and escape tags inside it. */
function withoutWrapper(text: string): string {
  return text.replace(/^<system-reminder>\n/, '').replace(/\n<\/system-reminder>$/, '')
}
