// Messages without their pictures and documents, with a note in their place.
import { type Block, text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'

const NOTE = '[A picture or document was here. It was too large to be sent and has been taken out.]'

const bare = new WeakMap<TranscriptMessage, TranscriptMessage>()

export function withoutMedia(
  messages: readonly TranscriptMessage[],
  ids: readonly string[],
): readonly TranscriptMessage[] {
  if (ids.length === 0) return messages
  const gone = new Set(ids)
  return messages.map((message) => (gone.has(message.id) ? strip(message) : message))
}

function strip(message: TranscriptMessage): TranscriptMessage {
  const known = bare.get(message)
  if (known) return known
  const content = message.content.map((block): Block => {
    if (block.type === 'media') return text(NOTE)
    if (block.type !== 'tool_result') return block
    return { ...block, content: block.content.map((part) => (part.type === 'media' ? text(NOTE) : part)) }
  })
  const made = { ...message, content }
  bare.set(message, made)
  return made
}
