// Chat Completions: its stream, its errors, and what it demands of a history.

import { pieces } from './anthropic-protocol.ts'
import type { Protocol, ProtocolResponse, ReplyInfo } from './protocol.ts'
import { retryHeader } from './protocol.ts'
import type { Fail, ReplyBlock, Say } from './reply.ts'

const FAILURES: Record<Fail['fail'], [status: number, code: string, message: string]> = {
  too_long: [400, 'context_length_exceeded', 'This model takes at most 128000 tokens.'],
  too_large: [413, 'request_too_large', 'Request body too large'],
  media_too_large: [400, 'invalid_value', 'The image is too large'],
  rate_limited: [429, 'rate_limit_exceeded', 'Rate limit reached'],
  overloaded: [529, 'overloaded', 'Overloaded'],
  server_error: [500, 'server_error', 'The server had an error'],
  invalid: [400, 'invalid_value', 'Invalid value'],
  unknown_model: [404, 'model_not_found', 'The model does not exist or you do not have access to it.'],
  unauthorised: [401, 'invalid_api_key', 'Incorrect API key provided'],
  refused: [400, 'content_filter', 'declined'],
  network: [502, 'server_error', 'Bad gateway'],
}

const STOPS = {
  end: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
  window_exceeded: 'length',
}

export const openaiProtocol: Protocol = {
  name: 'openai',
  path: /\/chat\/completions$/,
  contentType: 'text/event-stream',
  problem: openaiProblem,
  frames(say, facts) {
    return [...chunks(say, facts).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n']
  },
  failure(fail): ProtocolResponse {
    const [status, code, message] = FAILURES[fail.fail]
    return { status, headers: retryHeader(fail), body: errorBody(code, fail, message) }
  },
  failureFrame(fail) {
    const [, code, message] = FAILURES[fail.fail]
    return `data: ${JSON.stringify(errorBody(code, fail, message))}\n\n`
  },
  refuse: (problem) => ({ status: 400, body: { error: { message: problem, code: 'invalid_value' } } }),
}

function errorBody(code: string, { quote }: Fail, message: string) {
  return { error: { message: quote ? `${message}: ${quote}` : message, type: 'error', code } }
}

function chunks(say: Say, { number, model, usage }: ReplyInfo): unknown[] {
  const chunk = (rest: object) => ({ id: `c_${number}`, object: 'chat.completion.chunk', model, ...rest })
  const called = say.say.some((block) => 'tool' in block)
  const stop = STOPS[say.stop ?? (called ? 'tool_use' : 'end')]
  let tools = 0
  const deltas = say.say.flatMap((block) =>
    'tool' in block ? callDeltas(block, tools++, number) : textDeltas(block),
  )
  const prompt = usage.input + usage.cacheRead + usage.cacheCreated
  return [
    chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
    ...deltas.map((delta) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] })),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: stop }] }),
    chunk({
      choices: [],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: usage.output,
        total_tokens: prompt + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cacheRead },
      },
    }),
  ]
}

function textDeltas(block: ReplyBlock): unknown[] {
  if ('thinking' in block) return pieces(block.thinking).map((part) => ({ reasoning_content: part }))
  return 'text' in block ? pieces(block.text).map((part) => ({ content: part })) : []
}

function callDeltas(block: Extract<ReplyBlock, { tool: string }>, index: number, number: number): unknown[] {
  const json = block.json ?? JSON.stringify(block.input ?? {})
  const id = block.id ?? `call_${number}_${index}`
  const begin = { index, id, type: 'function', function: { name: block.tool, arguments: '' } }
  return [
    { tool_calls: [begin] },
    ...pieces(json).map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]
}

interface RawMessage {
  role: string
  content?: unknown
  tool_call_id?: string
  tool_calls?: { id: string; function: { name: string; arguments: unknown } }[]
}

function openaiProblem(value: unknown): string | undefined {
  const body = value as { messages?: RawMessage[]; model?: string }
  if (typeof body?.model !== 'string') return 'model: required'
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: required'
  let open: string[] = []
  for (const [at, message] of body.messages.entries()) {
    if (message.role !== 'tool' && open.length > 0) return `messages.${at}: no answer to tool call ${open[0]}`
    const problem = messageProblem(message, body.messages[at - 1], open)
    if (problem) return `messages.${at}: ${problem}`
    if (message.role === 'tool') open = open.filter((id) => id !== message.tool_call_id)
    else open = (message.tool_calls ?? []).map((call) => call.id)
  }
  if (open.length > 0) return `messages: no answer to tool call ${open[0]}`
  return body.messages.at(-1)?.role === 'assistant' ? 'messages: nothing to answer' : undefined
}

function messageProblem(
  message: RawMessage,
  before: RawMessage | undefined,
  open: readonly string[],
): string | undefined {
  const empty = message.content === '' || (Array.isArray(message.content) && message.content.length === 0)
  switch (message.role) {
    case 'system':
      return before ? 'system must be first' : undefined
    case 'user':
      if (before?.role === 'user') return 'roles must alternate'
      return empty || message.content === undefined ? 'empty content' : undefined
    case 'assistant':
      if (before?.role === 'assistant') return 'roles must alternate'
      if (!message.tool_calls && (empty || message.content === null)) return 'empty content'
      return message.tool_calls?.some((call) => !isObjectText(call.function.arguments))
        ? 'arguments must be the text of a JSON object'
        : undefined
    case 'tool':
      return open.includes(message.tool_call_id ?? '') ? undefined : 'a tool message without its call'
    default:
      return `unknown role ${message.role}`
  }
}

function isObjectText(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('{') && JSON.parse(value) !== undefined
}
