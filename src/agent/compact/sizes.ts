// How large messages are, in bytes: exact, so that sizes can be added, subtracted and compared. Tokens are made of them by
// a gauge alone (gauge.ts).
import type { Block } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'

/** Providers count pictures by their size on the screen, not by their bytes; most come to about this. */
const MEDIA_BYTES = 4_800
/** Role, ids and brackets. */
const BLOCK_BYTES = 12
/** A token of the budgets for texts that memdir writes itself, whoever reads them. */
const BUDGET_TOKEN_BYTES = 3

const sizes = new WeakMap<TranscriptMessage, number>()

export function messageBytes(message: TranscriptMessage): number {
  const known = sizes.get(message)
  if (known !== undefined) return known
  let bytes = 0
  for (const block of message.content) bytes += blockBytes(block)
  sizes.set(message, bytes)
  return bytes
}

export function sumBytes(messages: readonly TranscriptMessage[]): number {
  let sum = 0
  for (const message of messages) sum += messageBytes(message)
  return sum
}

export function blockBytes(block: Block): number {
  switch (block.type) {
    case 'text':
      return textBytes(block.text) + BLOCK_BYTES
    case 'thinking':
      return textBytes(block.text) + textBytes(block.redacted ?? '') + BLOCK_BYTES
    case 'tool_use':
      return textBytes(block.inputJson) + block.name.length + 2 * BLOCK_BYTES
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + blockBytes(part), 2 * BLOCK_BYTES)
    case 'media':
      return MEDIA_BYTES
  }
}

export function textBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** What a budget in tokens (context-settings.ts) for a text of our own: the same bytes with every provider. */
export function budgetBytes(tokens: number): number {
  return tokens * BUDGET_TOKEN_BYTES
}
