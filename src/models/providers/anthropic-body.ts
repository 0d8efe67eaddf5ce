// A request for the Messages API, as a string of frozen pieces. Tools, system and messages come first, so that two
// requests with the same beginning have the same bytes there; what may differ between them comes after.
import type { Block, ModelMessage } from '../content.ts'
import type { ContextEdit, ModelRequest, SystemPart, ToolSpec } from '../model.ts'
import { freeze, members } from './freeze.ts'

interface AnthropicBodyOptions {
  model: string
  maxOutput: number
  /** How long the provider keeps the prefix, or `off`. */
  cache: '5m' | '1h' | 'off'
  /** More fields of the request, after the prefix: thinking, metadata, betas. */
  parameters?: Record<string, unknown>
}

/** The API allows four breakpoints: the end of the messages, an earlier end, and these. */
const SYSTEM_BREAKPOINTS = 2
/** As far as the provider looks back from a breakpoint for an entry of its cache. */
const LOOK_BACK_BLOCKS = 20

export function serialiseAnthropic(request: ModelRequest, options: AnthropicBodyOptions): string {
  const mark = cacheControl(options.cache)
  const tools = request.tools.length > 0 ? `,"tools":[${request.tools.map(toolJson).join(',')}]` : ''
  const system = request.system.length > 0 ? `,"system":[${systemJson(request.system, mark)}]` : ''
  return (
    `{"model":${JSON.stringify(options.model)}${tools}${system}` +
    `,"messages":[${messagesJson(request, mark)}]` +
    `,"max_tokens":${request.maxTokens ?? options.maxOutput},"stream":true` +
    (mark === '' ? '' : `,"cache_control":${mark}`) +
    members({
      temperature: request.temperature,
      output_config: outputConfig(request),
      context_management: request.edit && contextManagement(request.edit),
    }) +
    members(options.parameters ?? {}) +
    '}'
  )
}

function outputConfig({ effort, output }: ModelRequest): Record<string, unknown> | undefined {
  if (!effort && !output) return undefined
  const format = output && { type: 'json_schema', schema: output.schema }
  return { ...(effort && { effort }), ...(format && { format }) }
}

/** The provider clears for itself: the messages above stay as they are, and with them what is cached. */
function contextManagement({
  trigger,
  keep,
  clearAtLeast,
  excludeTools,
}: ContextEdit): Record<string, unknown> {
  return {
    edits: [
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: trigger },
        keep: { type: 'tool_uses', value: keep },
        clear_at_least: { type: 'input_tokens', value: clearAtLeast },
        ...(excludeTools.length > 0 && { exclude_tools: excludeTools }),
      },
    ],
  }
}

function cacheControl(cache: AnthropicBodyOptions['cache']): string {
  if (cache === 'off') return ''
  return cache === '1h' ? '{"type":"ephemeral","ttl":"1h"}' : '{"type":"ephemeral"}'
}

const toolJson = freeze(({ name, description, inputSchema }: ToolSpec) =>
  JSON.stringify({ name, description, input_schema: inputSchema }),
)

const systemText = freeze(({ text }: SystemPart) => JSON.stringify({ type: 'text', text }))

function systemJson(parts: readonly SystemPart[], mark: string): string {
  const marked = parts.filter((part) => part.breakpoint).slice(-SYSTEM_BREAKPOINTS)
  return parts
    .map((part) => (marked.includes(part) ? withMark(systemText(part), mark) : systemText(part)))
    .join(',')
}

/** Neighbours of one role become one message, as the provider itself would read them. */
function messagesJson({ messages, earlierEnd }: ModelRequest, mark: string): string {
  const explicit = farEnd(messages, earlierEnd)
  let written = ''
  let role: string | undefined
  for (const [at, message] of messages.entries()) {
    const blocks = at === explicit ? withMarkOnLast(message, mark) : contentJson(message)
    if (blocks === '') continue
    if (message.role === role) written += ','
    else written += `${role ? ']},' : ''}{"role":"${message.role}","content":[`
    written += blocks
    role = message.role
  }
  return role ? `${written}]}` : ''
}

/** The earlier end, where the provider would not find it by itself. */
function farEnd(messages: readonly ModelMessage[], earlierEnd: number | undefined): number | undefined {
  if (earlierEnd === undefined) return undefined
  let blocks = 0
  for (const { content } of messages.slice(earlierEnd + 1)) blocks += content.length
  return blocks >= LOOK_BACK_BLOCKS ? earlierEnd : undefined
}

const contentJson = freeze((message: ModelMessage) => joined(message.content.map(blockJson)))

function withMarkOnLast({ content }: ModelMessage, mark: string): string {
  const last = content.findLastIndex((block) => block.type !== 'thinking')
  return joined(
    content.map((block, at) => (at === last ? withMark(blockJson(block), mark) : blockJson(block))),
  )
}

/** By concatenation: the engine copies the bytes once, when they are sent. */
function joined(blocks: readonly string[]): string {
  let written = ''
  for (const block of blocks) if (block !== '') written = written === '' ? block : `${written},${block}`
  return written
}

function withMark(json: string, mark: string): string {
  return mark === '' || json === '' ? json : `${json.slice(0, -1)},"cache_control":${mark}}`
}

function blockJson(block: Block): string {
  if (block.type !== 'tool_use') {
    const wire = wireBlock(block)
    return wire ? JSON.stringify(wire) : ''
  }
  // The input goes back as it came: see ToolUseBlock.
  const { id, name, inputJson } = block
  return `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${inputJson}}`
}

/** undefined: the provider would refuse it, so it is left out. */
function wireBlock(block: Exclude<Block, { type: 'tool_use' }>): Record<string, unknown> | undefined {
  switch (block.type) {
    case 'text':
      return /\S/.test(block.text) ? { type: 'text', text: block.text } : undefined
    case 'thinking':
      return wireThinking(block)
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: block.toolUseId,
        content: block.content.map(wireBlock).filter(Boolean),
        ...(block.isError && { is_error: true }),
      }
    case 'media':
      return {
        type: block.mediaType.startsWith('image/') ? 'image' : 'document',
        source: { type: 'base64', media_type: block.mediaType, data: block.data },
      }
  }
}

/** Unsigned thinking is another provider's: it would be refused. */
function wireThinking(block: Extract<Block, { type: 'thinking' }>): Record<string, unknown> | undefined {
  if (block.redacted !== undefined) return { type: 'redacted_thinking', data: block.redacted }
  if (block.signature === undefined) return undefined
  return { type: 'thinking', thinking: block.text, signature: block.signature }
}
