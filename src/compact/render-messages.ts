// Messages as text: for a summariser that does not continue the conversation, and for people and agents who look up what
// was dropped.
import { type Block, toolResultText } from '../lib/content.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { startOfText } from './kept-words.ts'

export interface RenderOptions {
  /** Longer parts lose their middle. In bytes. */
  partMost?: number
  /** Of all: the rest is left out. In bytes. */
  most?: number
}

const PART_MOST = 6_000

export function renderMessages(
  messages: readonly TranscriptMessage[],
  { partMost = PART_MOST, most = Number.POSITIVE_INFINITY }: RenderOptions = {},
): string {
  const written: string[] = []
  let left = most
  for (const [at, message] of messages.entries()) {
    const text = renderMessage(message, partMost)
    if (text === '') continue
    left -= Buffer.byteLength(text)
    if (left < 0) {
      written.push(`[${messages.length - at} more messages]`)
      break
    }
    written.push(text)
  }
  return written.join('\n\n')
}

function renderMessage(message: TranscriptMessage, partMost: number): string {
  const who = message.meta ? 'attached' : message.role
  return message.content
    .map((block) => renderBlock(block, who, partMost))
    .filter((part) => part !== '')
    .join('\n')
}

function renderBlock(block: Block, who: string, partMost: number): string {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? '' : `${who}: ${middleCut(block.text, partMost)}`
    case 'tool_use':
      return `call ${block.name}: ${middleCut(block.inputJson, partMost)}`
    case 'tool_result':
      return `${block.isError ? 'error' : 'result'}: ${middleCut(toolResultText(block), partMost)}`
    case 'media':
      return `${who}: [${block.mediaType}]`
    case 'thinking':
      return ''
  }
}

export function middleCut(text: string, bytes: number): string {
  const size = Buffer.byteLength(text)
  if (size <= bytes) return text
  const half = Math.floor(bytes / 2)
  const end = Buffer.from(text)
    .subarray(size - half)
    .toString('utf8')
    .replace(/^\uFFFD+/, '')
  return `${startOfText(text, half)}\n[… ${size - 2 * half} bytes …]\n${end}`
}
