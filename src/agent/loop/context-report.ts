// What fills the window, for `/context`. Estimates: no tokeniser. Pure.

import { estimateTokens } from '../../base/text/tokens.ts'
import type { Block, ModelMessage } from '../../models/content.ts'
import type { SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { Tool } from '../tools/tool.ts'

type ContextPart =
  | 'system' // prompt sections, memory rules
  | 'tools'
  | 'instructions' // the first message: instruction files, index, date
  | 'attachments' // recalled memories, listings, hooks
  | 'user'
  | 'assistant'
  | 'tool results'

export interface ContextShare {
  readonly part: ContextPart
  readonly tokens: number
}

const ORDER: readonly ContextPart[] = [
  'system',
  'tools',
  'instructions',
  'attachments',
  'user',
  'assistant',
  'tool results',
]

export function contextReport(request: {
  system: readonly SystemPart[]
  tools: readonly Pick<Tool, 'name' | 'description' | 'inputSchema'>[]
  messages: readonly ModelMessage[]
}): ContextShare[] {
  const sums = new Map<ContextPart, number>()
  const add = (part: ContextPart, text: string) =>
    sums.set(part, (sums.get(part) ?? 0) + estimateTokens(text))
  for (const { text } of request.system) add('system', text)
  for (const { name, description, inputSchema } of request.tools)
    add('tools', JSON.stringify({ name, description, inputSchema }))
  for (const message of request.messages)
    for (const block of message.content) add(partOf(message, block), textIn(block))
  return ORDER.map((part) => ({ part, tokens: sums.get(part) ?? 0 }))
}

function partOf(message: ModelMessage & { meta?: TranscriptMessage['meta'] }, block: Block): ContextPart {
  if (message.meta === 'context') return 'instructions'
  if (message.meta) return 'attachments'
  if (block.type === 'tool_result') return 'tool results'
  return message.role
}

function textIn(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return block.text
    case 'tool_use':
      return block.name + block.inputJson
    case 'tool_result':
      return block.content.map(textIn).join('')
    case 'media':
      // Providers count pictures by their size on the screen; most come to about this.
      return ' '.repeat(6_000)
  }
}
