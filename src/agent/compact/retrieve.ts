// What a level dropped, looked up again by its receipt.
import { type AgentText, joinTexts, partOf } from '../../base/text/agent-text.ts'
import { unmarkedText } from '../../base/text/inert-text.ts'
import { toolResultText } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { Receipt } from './context-state.ts'
import { renderMessages } from './render-messages.ts'

export interface Retrieval {
  readonly receipts: readonly Receipt[]
  /** The messages of these ids as they were first, in this order. */
  originals(ids: readonly string[]): Promise<readonly TranscriptMessage[]>
}

const MOST_BYTES = 60_000

/** `c3`: everything under this receipt; `c3.7`: its seventh tool result. undefined: no such receipt. */
export async function retrieve(
  { receipts, originals }: Retrieval,
  id: string,
): Promise<AgentText | undefined> {
  const [, name = '', item] = /^\s*(c\d+)(?:\.(\d+))?\s*$/.exec(id) ?? []
  const receipt = receipts.find((one) => one.id === name)
  if (!receipt) return undefined
  const messages = await originals(receipt.messages)
  const ids =
    receipt.results && new Set(item ? receipt.results.slice(Number(item) - 1, Number(item)) : receipt.results)
  if (!ids) return item ? undefined : renderMessages(messages, limitsFor(messages.length))
  const results = messages
    .flatMap(({ content }) => content)
    .flatMap((block) =>
      block.type === 'tool_result' && ids.has(block.toolUseId) ? [unmarkedText(toolResultText(block))] : [],
    )
  return results.length > 0 ? joinTexts(results, '\n\n') : undefined
}

/** Many messages show less of each, so that the end is seen as well as the beginning. */
function limitsFor(messages: number) {
  return { most: MOST_BYTES, partMost: Math.max(1_000, Math.floor(MOST_BYTES / Math.max(1, messages)) - 100) }
}

interface RetrievedPart {
  readonly id: string
  readonly text: AgentText
}

const MOST_PARTS = 20
const AROUND = 300

/** Where the words were said in what was dropped, newest first. */
export async function searchDropped(
  { receipts, originals }: Retrieval,
  words: string,
): Promise<RetrievedPart[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found: RetrievedPart[] = []
  const seen = new Set<string>()
  for (const receipt of [...receipts].reverse()) {
    const fresh = receipt.messages.filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    for (const message of [...(await originals(fresh))].reverse()) {
      const text = renderMessages([message], { partMost: 1 << 20 })
      const lower = text.toLowerCase()
      if (!wanted.every((word) => lower.includes(word))) continue
      const at = lower.indexOf(wanted[0] ?? '')
      found.push({ id: receipt.id, text: partOf(text, Math.max(0, at - AROUND), at + AROUND) })
      if (found.length === MOST_PARTS) return found
    }
  }
  return found
}
