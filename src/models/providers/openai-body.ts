// A request for Chat Completions, as a string of frozen pieces; see anthropic-body.ts for the order.
import {
  type Block,
  type MediaBlock,
  type ModelMessage,
  type ToolResultBlock,
  type ToolUseBlock,
  toolResultText,
} from '../content.ts'
import type { ModelRequest, ToolSpec } from '../model.ts'
import { freeze, members } from './freeze.ts'

/** Who answers: OpenAI itself, Gemini's compatible endpoint, or a server such as llama.cpp, vLLM, LM Studio. */
export type OpenAIDialect = 'openai' | 'gemini' | 'compatible'

interface OpenAIBodyOptions {
  model: string
  maxOutput: number
  dialect: OpenAIDialect
  parameters?: Record<string, unknown>
}

export function serialiseOpenAI(request: ModelRequest, options: OpenAIBodyOptions): string {
  const tools = request.tools.length > 0 ? `,"tools":[${request.tools.map(toolJson).join(',')}]` : ''
  const system = request.system.map((part) => part.text).join('\n\n')
  const messages = messagesJson(request.messages)
  const first = system === '' ? [] : [`{"role":"system","content":${JSON.stringify(system)}}`]
  const maxTokens = request.maxTokens ?? options.maxOutput
  return (
    `{"model":${JSON.stringify(options.model)}${tools},"messages":[${[...first, ...messages].join(',')}]` +
    `,"stream":true,"stream_options":{"include_usage":true}` +
    members({
      // OpenAI's newer models refuse the old name; most other servers know only that one.
      [options.dialect === 'openai' ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      temperature: request.temperature,
      reasoning_effort: request.effort,
      response_format: request.output && {
        type: 'json_schema',
        json_schema: { ...request.output, strict: true },
      },
    }) +
    members(options.parameters ?? {}) +
    '}'
  )
}

const toolJson = freeze(({ name, description, inputSchema }: ToolSpec) =>
  JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } }),
)

interface Frozen {
  /** An assistant's message, or a user's tool results: complete messages. */
  whole: string[]
  /** The inside of a JSON string, for messages of text only. */
  plain: string
  /** Content parts, where there are media. */
  parts: string[]
  hasMedia: boolean
}

/** Neighbouring user messages become one: many chat templates refuse two in a row. */
function messagesJson(messages: readonly ModelMessage[]): string[] {
  const written: string[] = []
  let users: Frozen[] = []
  const flush = () => {
    if (users.length > 0) written.push(userJson(users))
    users = []
  }
  for (const message of messages) {
    const frozen = freezeTurn(message)
    if (frozen.whole.length > 0) {
      flush()
      written.push(...frozen.whole)
    }
    if (frozen.parts.length > 0) users.push(frozen)
  }
  flush()
  return written
}

function userJson(users: readonly Frozen[]): string {
  if (users.some((user) => user.hasMedia)) {
    return `{"role":"user","content":[${users.flatMap((user) => user.parts).join(',')}]}`
  }
  return `{"role":"user","content":"${users.map((user) => user.plain).join('\\n\\n')}"}`
}

const freezeTurn = freeze(
  (turn: ModelMessage): Frozen => (turn.role === 'assistant' ? assistant(turn) : user(turn)),
)

function assistant({ content }: ModelMessage): Frozen {
  const texts = content.filter((block) => block.type === 'text').map((block) => block.text)
  const calls = content.filter((block) => block.type === 'tool_use').map(callJson)
  if (texts.length === 0 && calls.length === 0) return nothing()
  const text = texts.length > 0 ? JSON.stringify(texts.join('\n')) : 'null'
  const toolCalls = calls.length > 0 ? `,"tool_calls":[${calls.join(',')}]` : ''
  return { ...nothing(), whole: [`{"role":"assistant","content":${text}${toolCalls}}`] }
}

function callJson({ id, name, inputJson, extraJson }: ToolUseBlock): string {
  const extra = extraJson ? `,"extra_content":${extraJson}` : ''
  return (
    `{"id":${JSON.stringify(id)},"type":"function","function":{"name":${JSON.stringify(name)}` +
    `,"arguments":${JSON.stringify(inputJson)}}${extra}}`
  )
}

function user({ content }: ModelMessage): Frozen {
  const results = content.filter((block) => block.type === 'tool_result')
  // A tool's message contains text only here: its images follow as the user's.
  const media = results.flatMap((result) => result.content.filter((part) => part.type === 'media'))
  const own = content.filter((block) => block.type === 'text' || block.type === 'media')
  const shown: Block[] = [...media, ...own]
  return {
    whole: results.map(resultJson),
    plain: own
      .map((block) => (block.type === 'text' ? JSON.stringify(block.text).slice(1, -1) : ''))
      .join('\\n\\n'),
    parts: shown.map(partJson),
    hasMedia: shown.some((block) => block.type === 'media'),
  }
}

function resultJson(result: ToolResultBlock): string {
  const answer = toolResultText(result)
  return JSON.stringify({
    role: 'tool',
    tool_call_id: result.toolUseId,
    content: result.isError ? `Error: ${answer}` : answer,
  })
}

function partJson(block: Block): string {
  if (block.type === 'text') return JSON.stringify({ type: 'text', text: block.text })
  const { mediaType, data } = block as MediaBlock
  return JSON.stringify({ type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } })
}

function nothing(): Frozen {
  return { whole: [], plain: '', parts: [], hasMedia: false }
}
