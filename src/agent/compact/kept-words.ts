// The person's own messages, verbatim: they are a thirtieth of a conversation and worth more than the rest.
import { type Block, text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { KEPT_WORDS } from './context-settings.ts'
import { isPersons, isWords } from './exchanges.ts'
import { blockBytes, budgetBytes, messageBytes } from './sizes.ts'

const CUT_MARK = '[The beginning of this message was cut to save space.]\n'

/**
 * What the person said in messages that are dropped: newest first up to the budget, in their old order. The one that does not fit whole keeps
 * its end. `latestStays`: the newest of them is the person's latest message of all, which is kept whole at any size.
 */
export function keptWords(
  dropped: readonly TranscriptMessage[],
  { budget = KEPT_WORDS, latestStays = false }: { budget?: number; latestStays?: boolean } = {},
): TranscriptMessage[] {
  const kept: TranscriptMessage[] = []
  let left = budgetBytes(budget)
  for (let at = dropped.length - 1; at >= 0 && left > 0; at--) {
    const message = dropped[at]
    if (!message || !isPersons(message)) continue
    const words = wordsOf(message)
    const bytes = messageBytes(words)
    if (bytes <= left || (latestStays && kept.length === 0)) kept.push(words)
    else kept.push(...endOf(words, left))
    left -= bytes
  }
  return kept.reverse()
}

/** Without tool results, which go with their calls. */
function wordsOf(message: TranscriptMessage): TranscriptMessage {
  const words = message.content.filter(isWords)
  if (words.length === message.content.length) return message
  return { ...message, id: `${message.id}+words`, content: words }
}

function endOf(message: TranscriptMessage, most: number): TranscriptMessage[] {
  const kept: Block[] = []
  let bytes = most
  for (let at = message.content.length - 1; at >= 0 && bytes > 0; at--) {
    const block = message.content[at]
    if (!block) continue
    const size = blockBytes(block)
    if (size <= bytes) kept.unshift(block)
    else if (block.type === 'text') kept.unshift(text(CUT_MARK + endOfText(block.text, bytes)))
    bytes -= size
  }
  return kept.length === 0 ? [] : [{ ...message, id: `${message.id}+end`, content: kept }]
}

/** The last bytes of a text, from the beginning of a character. */
function endOfText(written: string, bytes: number): string {
  const buffer = Buffer.from(written)
  if (buffer.length <= bytes) return written
  let from = buffer.length - Math.max(0, Math.floor(bytes))
  while (from < buffer.length && ((buffer[from] ?? 0) & 0xc0) === 0x80) from++
  return buffer.toString('utf8', from)
}

/** The first bytes of a text, up to the end of a character. */
export function startOfText(written: string, bytes: number): string {
  const buffer = Buffer.from(written)
  if (buffer.length <= bytes) return written
  let to = Math.max(0, Math.floor(bytes))
  while (to > 0 && ((buffer[to] ?? 0) & 0xc0) === 0x80) to--
  return buffer.toString('utf8', 0, to)
}
