// Where a conversation can be cut: whole exchanges, and never between a tool use and its result.
import type { Block, MediaBlock, TextBlock } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'

/** From the first message up to, not including, the second. */
interface Exchange {
  readonly from: number
  readonly to: number
}

function hasResult({ content }: TranscriptMessage): boolean {
  return content.some((block) => block.type === 'tool_result')
}

/** Said by the person: neither injected nor a tool's result. */
export function isPersons(message: TranscriptMessage): boolean {
  return message.role === 'user' && message.meta === undefined && message.content.some(isWords)
}

export function isWords(block: Block): block is TextBlock | MediaBlock {
  return block.type === 'media' || (block.type === 'text' && block.text.trim() !== '')
}

/** By index: true where no call before it has its result at it or after it. One longer than the messages. */
export function safeCuts(messages: readonly TranscriptMessage[]): boolean[] {
  const results = new Map<string, number>()
  for (const [at, { content }] of messages.entries())
    for (const block of content) if (block.type === 'tool_result') results.set(block.toolUseId, at)
  const safe: boolean[] = []
  let openUntil = -1
  for (const [at, { content }] of messages.entries()) {
    safe.push(at > openUntil)
    for (const block of content)
      if (block.type === 'tool_use') openUntil = Math.max(openUntil, results.get(block.id) ?? -1)
  }
  safe.push(messages.length > openUntil)
  return safe
}

/**
 * The exchanges: each a message of the person, what was attached before it, and all that answered it. What comes before
 * the first one (an earlier summary) belongs to none.
 */
export function exchangesOf(messages: readonly TranscriptMessage[], safe = safeCuts(messages)): Exchange[] {
  const starts: number[] = []
  for (const [at, message] of messages.entries()) {
    if (!isPersons(message) || hasResult(message)) continue
    let start = at
    while (start > 0 && isAttached(messages[start - 1])) start--
    if (safe[start] && starts.at(-1) !== start) starts.push(start)
  }
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? messages.length }))
}

function isAttached(message: TranscriptMessage | undefined): boolean {
  return message?.role === 'user' && (message.meta === 'attachment' || message.meta === 'other')
}

/** The last message that must stay as it is: the newest answer, or the person's newest words before it. */
export function lastAnswer(messages: readonly TranscriptMessage[]): number {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  return at < 0 ? Math.max(0, messages.length - 1) : at
}
