// An episode as it is attached: the person's words with their day, quoted like a memory and plainly none.
import type { Memory } from '../memory/memory.ts'
import { cutMemory } from './cut-memory.ts'
import type { Attachment } from './envelope.ts'
import { inertText, quoteText } from './inert-text.ts'

/** Its text is without secrets. */
export function attachEpisode({ file, id, content, modified }: Memory): Attachment {
  const day = new Date(modified).toISOString().slice(0, 10)
  return {
    file,
    shown: `what the user said on ${day}`,
    id,
    header: `Not a memory: the user said this on ${day} in an earlier conversation. It may be outdated or taken back since; where a memory says otherwise, the memory counts.`,
    body: quoteText(inertText(cutMemory(content.trim()).text)),
  }
}
