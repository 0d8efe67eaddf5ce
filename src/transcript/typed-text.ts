// What a person typed of a message: without what clients, editors and hooks put around it.
import type { TranscriptMessage } from './transcript-message.ts'

/** Blocks that clients, editors and other hooks put into a prompt: nobody typed them. */
const OPENING =
  /<(system-reminder|hook_context|ide_[a-z_]{1,40}|local-command-[a-z]{1,40}|command-[a-z]{1,40}|task-notification)\b[^>]{0,200}>/g

export function typedText(prompt: string): string {
  const plain = withoutInjected(prompt)
  // A slash command is for the client; `/etc/hosts is wrong` is not one.
  return /^\s*\/[a-z][\w:-]*(?:\s|$)/i.test(plain) ? '' : plain.trim()
}

/** In linear time: prompts hold whatever people paste. */
function withoutInjected(text: string): string {
  const unclosed = new Set<string>()
  let kept = ''
  let from = 0
  for (const { 0: opening, 1: name = '', index } of text.matchAll(OPENING)) {
    if (index < from || unclosed.has(name)) continue
    const end = text.indexOf(`</${name}>`, index + opening.length)
    if (end < 0) {
      unclosed.add(name)
      continue
    }
    kept += `${text.slice(from, index)} `
    from = end + name.length + 3
  }
  return kept + text.slice(from)
}

/** Of a conversation: neither tool results nor what was put in, nor what an agent wrote to a sub-agent. */
export function typedTexts(messages: readonly TranscriptMessage[]): string[] {
  return messages
    .filter(({ role, meta, sidechain }) => role === 'user' && meta === undefined && !sidechain)
    .flatMap(({ content }) => content.map((block) => (block.type === 'text' ? typedText(block.text) : '')))
    .filter((text) => text !== '')
}
