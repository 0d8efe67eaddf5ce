// A request for Ollama's own /api/chat. Its OpenAI-compatible endpoint ignores num_ctx and cuts long prompts silently.
import { type ModelMessage, type ToolResultBlock, toolResultText } from '../content.ts'
import type { ModelRequest, ToolSpec } from '../model.ts'
import { freeze, members } from './freeze.ts'

interface OllamaBodyOptions {
  model: string
  window: number
  maxOutput: number
  parameters?: Record<string, unknown>
}

export function serialiseOllama(request: ModelRequest, options: OllamaBodyOptions): string {
  const tools = request.tools.length > 0 ? `,"tools":[${request.tools.map(toolJson).join(',')}]` : ''
  const system = request.system.map((part) => part.text).join('\n\n')
  const first = system === '' ? [] : [`{"role":"system","content":${JSON.stringify(system)}}`]
  const names = toolNames(request.messages)
  const messages = request.messages.flatMap((message) => turnJson(message, names))
  return (
    `{"model":${JSON.stringify(options.model)}${tools},"messages":[${[...first, ...messages].join(',')}]` +
    // Newer servers then refuse what does not fit instead of cutting it; older ones ignore both.
    `,"stream":true,"truncate":false,"shift":false` +
    members({
      format: request.output?.schema,
      options: {
        num_ctx: options.window,
        num_predict: request.maxTokens ?? options.maxOutput,
        temperature: request.temperature,
      },
    }) +
    members(options.parameters ?? {}) +
    '}'
  )
}

const toolJson = freeze(({ name, description, inputSchema }: ToolSpec) =>
  JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } }),
)

/** Ollama knows a result by the tool's name, not by the call. */
function toolNames(messages: readonly ModelMessage[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const message of messages)
    for (const block of message.content) if (block.type === 'tool_use') names.set(block.id, block.name)
  return names
}

const kept = new WeakMap<ModelMessage, string[]>()

function turnJson(turn: ModelMessage, names: ReadonlyMap<string, string>): string[] {
  const found = kept.get(turn)
  if (found) return found
  const made = turn.role === 'assistant' ? assistantJson(turn) : userJson(turn, names)
  kept.set(turn, made)
  return made
}

function assistantJson({ content }: ModelMessage): string[] {
  const texts = content.filter((block) => block.type === 'text').map((block) => block.text)
  const calls = content
    .filter((block) => block.type === 'tool_use')
    .map((block) => `{"function":{"name":${JSON.stringify(block.name)},"arguments":${block.inputJson}}}`)
  if (texts.length === 0 && calls.length === 0) return []
  const toolCalls = calls.length > 0 ? `,"tool_calls":[${calls.join(',')}]` : ''
  return [`{"role":"assistant","content":${JSON.stringify(texts.join('\n'))}${toolCalls}}`]
}

function userJson({ content }: ModelMessage, names: ReadonlyMap<string, string>): string[] {
  const results = content.filter((block) => block.type === 'tool_result')
  const texts = content.filter((block) => block.type === 'text').map((block) => block.text)
  const media = [...results.flatMap((result) => result.content), ...content].filter((b) => b.type === 'media')
  const images = media.map((block) => block.data)
  const written = results.map((result) => resultJson(result, names))
  if (texts.length > 0 || images.length > 0) {
    written.push(
      JSON.stringify({ role: 'user', content: texts.join('\n\n'), ...(images.length > 0 && { images }) }),
    )
  }
  return written
}

function resultJson(result: ToolResultBlock, names: ReadonlyMap<string, string>): string {
  const answer = toolResultText(result)
  return JSON.stringify({
    role: 'tool',
    content: result.isError ? `Error: ${answer}` : answer,
    tool_name: names.get(result.toolUseId),
  })
}
