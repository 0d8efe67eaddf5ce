// Messages as OpenAI's Chat Completions have them.

import { isObject } from '../../../base/values/is-object.ts'
import { type Block, type MediaBlock, type TextBlock, text, toolUse } from '../../../models/content.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'
import type { MessageFormat, RawMessage } from './message-array.ts'

export const openaiFormat: MessageFormat = {
  read(raw) {
    switch (raw.role) {
      case 'user':
        return { role: 'user', content: contentOf(raw.content) }
      case 'assistant':
        return { role: 'assistant', content: [...contentOf(raw.content), ...callsOf(raw.tool_calls)] }
      case 'tool':
        return {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: String(raw.tool_call_id), content: contentOf(raw.content) },
          ],
        }
      default:
        return undefined
    }
  },
  write(message, raw) {
    const [first] = message.content
    if (first?.type === 'tool_result') return { ...raw, content: plain(first.content) }
    if (message.role === 'assistant') return raw ?? { role: 'assistant', content: plain(message.content) }
    return { ...raw, role: 'user', content: contentText(message) }
  },
  join(first, second) {
    if (first.role !== 'user' || second.role !== 'user') return undefined
    if (typeof first.content !== 'string' || typeof second.content !== 'string') return undefined
    return { role: 'user', content: `${first.content}\n\n${second.content}` }
  },
}

function contentOf(content: unknown): (TextBlock | MediaBlock)[] {
  if (typeof content === 'string') return content === '' ? [] : [text(content)]
  if (!Array.isArray(content)) return []
  return content.map((part) => {
    if (isObject(part) && typeof part.text === 'string') return text(part.text)
    const media: MediaBlock = { type: 'media', mediaType: 'image', data: JSON.stringify(part) }
    return media
  })
}

function callsOf(calls: unknown): Block[] {
  if (!Array.isArray(calls)) return []
  return calls.filter(isObject).map((call) => {
    const called: RawMessage = isObject(call.function) ? call.function : {}
    return toolUse(String(call.id), String(called.name ?? ''), String(called.arguments ?? ''))
  })
}

function plain(content: readonly Block[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

/** Text alone as a string; pictures as the parts that they came as. */
function contentText({ content }: TranscriptMessage): unknown {
  if (content.every((block) => block.type === 'text')) return plain(content)
  return content.flatMap((block) => {
    if (block.type === 'text') return [{ type: 'text', text: block.text }]
    return block.type === 'media' ? [JSON.parse(block.data) as unknown] : []
  })
}
