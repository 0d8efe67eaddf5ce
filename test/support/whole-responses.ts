// Another agent's log as a history that a provider would take: the blocks of one response in one message, every call
// with its result behind it, the person's words after both.
import type { Block, ToolResultBlock } from '../../src/models/content.ts'
import type { TranscriptMessage } from '../../src/models/transcript-message.ts'

export function splitResponses(all: readonly TranscriptMessage[]): TranscriptMessage[] {
  const own = all.filter(({ sidechain }) => !sidechain)
  const results = new Map<string, ToolResultBlock>()
  for (const { content } of own)
    for (const block of content) if (block.type === 'tool_result') results.set(block.toolUseId, block)
  const joined: TranscriptMessage[] = []
  for (const message of own) {
    const content = message.content.filter((block) => block.type !== 'tool_result' && isSendable(block))
    const last = joined.findLastIndex(
      ({ response }) => response !== undefined && response === message.response,
    )
    const before = joined[last]
    if (before) joined[last] = { ...before, content: [...before.content, ...content] }
    else if (content.length > 0) joined.push({ ...message, content })
  }
  const seen = new Set<string>()
  return joined.flatMap((message) => {
    const uses = message.content.filter((block) => block.type === 'tool_use' && !seen.has(block.id))
    const ids = uses.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    for (const id of ids) seen.add(id)
    const kept = message.content.filter((block) => block.type !== 'tool_use' || ids.includes(block.id))
    const answers = ids.map((id) => results.get(id) ?? missing(id))
    const { usage: _, ...bare } = message
    const whole = { ...bare, content: kept }
    if (answers.length === 0) return [whole]
    return [whole, { ...bare, id: `${message.id}-results`, role: 'user' as const, content: answers }]
  })
}

function isSendable(block: Block): boolean {
  if (block.type === 'text') return block.text.trim() !== ''
  return block.type !== 'thinking' || block.signature !== undefined || block.redacted !== undefined
}

function missing(toolUseId: string): ToolResultBlock {
  return { type: 'tool_result', toolUseId, content: [{ type: 'text', text: 'lost' }], isError: true }
}
