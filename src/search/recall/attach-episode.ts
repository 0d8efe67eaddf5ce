// An episode as it is attached: the person's words with their day, quoted like a memory and plainly none.
import { own } from '../../base/text/agent-text.ts'
import { inertFact, quoteText } from '../../base/text/inert-text.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Attachment } from '../envelope.ts'
import { cutMemory } from './cut-memory.ts'

/** Its text is without secrets. */
export function attachEpisode({ file, id, content, modified }: Memory): Attachment {
  const day = inertFact(new Date(modified).toISOString().slice(0, 10))
  return {
    file,
    shown: own`what the user said on ${day}`,
    id,
    header: own`Not a memory: the user said this on ${day} in an earlier conversation. It may be outdated or taken back since; where a memory says otherwise, the memory counts.`,
    body: quoteText(cutMemory(content.trim()).text),
  }
}
