// What a person typed of a message: without what clients, editors and hooks put around it.
import type { TranscriptMessage } from './transcript-message.ts'

/** Blocks that clients, editors and other hooks put into a prompt: nobody typed them. */
const OPENING =
  /<(system-reminder|hook_context|ide_[a-z_]{1,40}|local-command-[a-z]{1,40}|command-[a-z]{1,40}|bash-[a-z]{1,40}|user_shell_command|task-notification)\b[^>]{0,200}>/g

/** Colours and the like of a terminal that somebody copied from. */
const TERMINAL_CODES = /\u001b\[[\d;?]{0,20}[@-~]|[\u0000-\u0008\u000e-\u001f]/g

export function typedText(prompt: string): string {
  const text = separateInjected(prompt).text.replace(TERMINAL_CODES, '')
  // A slash command is for the client; `/etc/hosts is wrong` is not one.
  return /^\s*\/[a-z][\w:-]*(?:\s|$)/i.test(text) ? '' : text.trim()
}

export interface SeparatedText {
  text: string
  /** The blocks that nobody typed, as they stood there. */
  injected: string[]
}

/** In linear time: prompts hold whatever people paste. */
export function separateInjected(prompt: string): SeparatedText {
  if (!prompt.includes('<')) return { text: prompt, injected: [] }
  const unclosed = new Set<string>()
  const injected: string[] = []
  let kept = ''
  let from = 0
  for (const { 0: opening, 1: name = '', index } of prompt.matchAll(OPENING)) {
    if (index < from || unclosed.has(name)) continue
    const end = prompt.indexOf(`</${name}>`, index + opening.length)
    if (end < 0) {
      unclosed.add(name)
      continue
    }
    kept += `${prompt.slice(from, index)} `
    from = end + name.length + 3
    injected.push(prompt.slice(index, from))
  }
  return { text: kept + prompt.slice(from), injected }
}

/** Of a conversation: neither tool results nor what was put in, nor what an agent wrote to a sub-agent. */
export function typedTexts(messages: readonly TranscriptMessage[]): string[] {
  return messages
    .filter(({ role, meta, sidechain }) => role === 'user' && meta === undefined && !sidechain)
    .flatMap(({ content }) => content.map((block) => (block.type === 'text' ? typedText(block.text) : '')))
    .filter((text) => text !== '')
}
