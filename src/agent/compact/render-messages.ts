// Messages as text: for a summariser that does not continue the conversation, and for people and agents who look up what
// was dropped.
import { type AgentText, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { barredText, inertFact, unmarkedText } from '../../base/text/inert-text.ts'
import { type Block, toolResultText } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { startOfText } from './kept-words.ts'

interface RenderOptions {
  /** Longer parts lose their middle. In bytes. */
  partMost?: number
  /** So many bytes of all; the rest is left out. */
  most?: number
}

const PART_MOST = 6_000

export function renderMessages(
  messages: readonly TranscriptMessage[],
  { partMost = PART_MOST, most = Number.POSITIVE_INFINITY }: RenderOptions = {},
): AgentText {
  const written: AgentText[] = []
  let left = most
  for (const [at, message] of messages.entries()) {
    const text = renderMessage(message, partMost)
    if (text === '') continue
    left -= Buffer.byteLength(text)
    if (left < 0) {
      written.push(own`[${messages.length - at} more messages]`)
      break
    }
    written.push(text)
  }
  return joinTexts(written, '\n\n')
}

function renderMessage(message: TranscriptMessage, partMost: number): AgentText {
  const who = message.meta ? own`attached` : inertFact(message.role)
  return joinTexts(
    message.content.map((block) => renderBlock(block, who, partMost)),
    '\n',
  )
}

/** What a tool printed is behind bars: none of its lines passes for somebody's. */
function renderBlock(block: Block, who: AgentText, partMost: number): AgentText {
  const words = (text: string) => unmarkedText(middleCut(text, partMost))
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? NO_TEXT : own`${who}: ${words(block.text)}`
    case 'tool_use':
      return own`call ${inertFact(block.name)}: ${words(block.inputJson)}`
    case 'tool_result': {
      const printed = barredText(middleCut(toolResultText(block), partMost))
      return own`${block.isError ? own`error` : own`result`}:\n${printed}`
    }
    case 'media':
      return own`${who}: [${inertFact(block.mediaType)}]`
    case 'thinking':
      return NO_TEXT
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
