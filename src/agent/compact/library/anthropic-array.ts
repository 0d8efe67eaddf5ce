// Messages as Anthropic's API has them.

import { isObject } from '../../../base/values/is-object.ts'
import { type Block, type MediaBlock, type TextBlock, text } from '../../../models/content.ts'
import type { MessageFormat, RawMessage } from './message-array.ts'

/** Blocks that we do not know are kept by their place in the original. */
export const anthropicFormat: MessageFormat = {
  read(raw) {
    if (raw.role !== 'user' && raw.role !== 'assistant') return undefined
    return { role: raw.role, content: blocksOf(raw.content) }
  },
  write: (message, raw) => ({
    ...raw,
    role: message.role,
    content: message.content.map((block) => wire(block, raw)),
  }),
  join(first, second) {
    if (first.role !== 'user' || second.role !== 'user') return undefined
    return { role: 'user', content: [...parts(first.content), ...parts(second.content)] }
  },
}

function parts(content: unknown): unknown[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? content
      : []
}

function blocksOf(content: unknown): Block[] {
  return parts(content).map((part) => (isObject(part) ? blockOf(part) : text(String(part))))
}

const originals = new WeakMap<Block, RawMessage>()

function blockOf(part: Record<string, unknown>): Block {
  const block = known(part) ?? text(JSON.stringify(part))
  originals.set(block, part)
  return block
}

function known(part: Record<string, unknown>): Block | undefined {
  switch (part.type) {
    case 'text':
      return text(String(part.text ?? ''))
    case 'thinking':
      return { type: 'thinking', text: String(part.thinking ?? ''), signature: String(part.signature ?? '') }
    case 'redacted_thinking':
      return { type: 'thinking', text: '', redacted: String(part.data ?? '') }
    case 'tool_use':
      return {
        type: 'tool_use',
        ...{ id: String(part.id), name: String(part.name), inputJson: JSON.stringify(part.input ?? {}) },
      }
    case 'tool_result':
      return {
        type: 'tool_result',
        toolUseId: String(part.tool_use_id),
        content: blocksOf(part.content).filter((one) => one.type === 'text' || one.type === 'media'),
        ...(part.is_error === true && { isError: true }),
      }
    case 'image':
    case 'document':
      return media(part)
    default:
      return undefined
  }
}

function media(part: Record<string, unknown>): MediaBlock {
  const source = isObject(part.source) ? part.source : {}
  return { type: 'media', mediaType: String(source.media_type ?? part.type), data: String(source.data ?? '') }
}

function wire(block: Block, raw: RawMessage | undefined): unknown {
  const original = originals.get(block)
  if (original) return original
  if (block.type === 'tool_result') {
    const before = parts(raw?.content).find((part) => isObject(part) && part.tool_use_id === block.toolUseId)
    return { ...(before as object), content: block.content.map((part) => wire(part, undefined)) }
  }
  return { type: 'text', text: (block as TextBlock).text }
}
