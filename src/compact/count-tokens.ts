// How full the window is: the usage of the last response, and an estimate of what came after.
//
// Measured on 798 real steps: anchored on a response's usage, bytes / 3 for the rest is off by 94 tokens in the median;
// without an anchor bytes / 2.5 comes nearest.
import type { Block } from '../lib/content.ts'
import { inputTokens } from '../lib/content.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import type { ContextSettings } from './context-settings.ts'
import type { ContextState } from './context-state.ts'

const BYTES_AFTER_ANCHOR = 3
const BYTES_WITHOUT_ANCHOR = 2.5
/** Providers count pictures by their size on the screen, not by their bytes; most come to about this. */
const MEDIA_BYTES = 4_800
/** Role, ids and brackets. */
const BLOCK_BYTES = 12

const sizes = new WeakMap<TranscriptMessage, number>()

function messageBytes(message: TranscriptMessage): number {
  const known = sizes.get(message)
  if (known !== undefined) return known
  let bytes = 0
  for (const block of message.content) bytes += blockBytes(block)
  sizes.set(message, bytes)
  return bytes
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

function textBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** Of text of our own making, and of messages whose neighbours are counted exactly. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES_AFTER_ANCHOR)
}

export function tokensOfText(text: string): number {
  return tokensOfBytes(textBytes(text))
}

export function messageTokens(message: TranscriptMessage): number {
  return tokensOfBytes(messageBytes(message))
}

export function sumTokens(messages: readonly TranscriptMessage[]): number {
  let sum = 0
  for (const message of messages) sum += messageTokens(message)
  return sum
}

/** The newest message whose response says how much was sent. */
export function findAnchor(messages: readonly TranscriptMessage[]): number {
  return messages.findLastIndex(
    ({ usage, role }) => role === 'assistant' && usage !== undefined && inputTokens(usage) > 0,
  )
}

/** Tokens that the next request would have. `state.freed`: what is gone since the anchor's response. */
export function countTokens(
  messages: readonly TranscriptMessage[],
  state: Pick<ContextState, 'freed'>,
  { overhead }: Pick<ContextSettings, 'overhead'>,
): number {
  const at = findAnchor(messages)
  const anchor = messages[at]
  if (!anchor?.usage) {
    let bytes = 0
    for (const message of messages) bytes += messageBytes(message)
    return overhead + Math.ceil(bytes / BYTES_WITHOUT_ANCHOR)
  }
  let bytes = 0
  for (let next = at + 1; next < messages.length; next++) {
    const message = messages[next]
    // Other agents' logs split a response over several messages: its output is counted already.
    if (message && !(message.response !== undefined && message.response === anchor.response))
      bytes += messageBytes(message)
  }
  const freed = state.freed?.anchor === anchor.id ? state.freed.tokens : 0
  const used = inputTokens(anchor.usage) + anchor.usage.output + Math.ceil(bytes / BYTES_AFTER_ANCHOR)
  return Math.max(0, used - freed)
}

/** The state after `tokens` more are gone that the last usage still contains. */
export function withFreed(
  state: ContextState,
  messages: readonly TranscriptMessage[],
  tokens: number,
): ContextState {
  const anchor = messages[findAnchor(messages)]
  if (!anchor) return state
  const before = state.freed?.anchor === anchor.id ? state.freed.tokens : 0
  return { ...state, freed: { anchor: anchor.id, tokens: before + tokens } }
}
