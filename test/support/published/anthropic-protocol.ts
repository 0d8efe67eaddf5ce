// The Messages API: its stream, its errors, and what it demands of a history.
import { appliedEdits, editingProblem } from './context-editing.ts'
import type { Protocol, ProtocolResponse, ReplyInfo, RequestHeaders } from './protocol.ts'
import { retryHeader } from './protocol.ts'
import type { Fail, ReplyBlock, Say } from './reply.ts'

const FAILURES: Record<Fail['fail'], [status: number, type: string, message: string]> = {
  too_long: [400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'],
  too_large: [413, 'request_too_large', 'Request exceeds the maximum size'],
  media_too_large: [400, 'invalid_request_error', 'messages.0.content.1.image: image exceeds 5 MB maximum'],
  rate_limited: [429, 'rate_limit_error', 'Rate limited'],
  overloaded: [529, 'overloaded_error', 'Overloaded'],
  server_error: [500, 'api_error', 'Internal server error'],
  invalid: [400, 'invalid_request_error', 'messages: field is wrong'],
  unknown_model: [404, 'not_found_error', 'model: m'],
  unauthorised: [401, 'authentication_error', 'invalid x-api-key'],
  refused: [400, 'content_policy_violation', 'declined'],
  network: [502, 'api_error', 'Bad gateway'],
}

const STOPS = {
  end: 'end_turn',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  refusal: 'refusal',
  window_exceeded: 'model_context_window_exceeded',
}

export const anthropicProtocol: Protocol = {
  name: 'anthropic',
  path: /\/v1\/messages$/,
  contentType: 'text/event-stream',
  problem: (body, headers) => anthropicProblem(body) ?? editingProblem(body, betasOf(headers)),
  frames: (say, facts) =>
    anthropicEvents(say, facts).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  failure(fail) {
    const [status, type, message] = FAILURES[fail.fail]
    return { status, headers: retryHeader(fail), body: errorBody(type, quoted(message, fail)) }
  },
  failureFrame(fail) {
    const [, type, message] = FAILURES[fail.fail]
    return `event: error\ndata: ${JSON.stringify(errorBody(type, quoted(message, fail)))}\n\n`
  },
  refuse: (problem): ProtocolResponse => ({ status: 400, body: errorBody('invalid_request_error', problem) }),
}

function quoted(message: string, { quote }: Fail): string {
  return quote ? `${message}: ${quote}` : message
}

function errorBody(type: string, message: string) {
  return { type: 'error', error: { type, message } }
}

interface StreamEvent {
  type: string
  [key: string]: unknown
}

function betasOf(headers: RequestHeaders = {}): string | undefined {
  return headers['anthropic-beta']?.toString()
}

export function anthropicEvents(say: Say, { number, model, usage, body }: ReplyInfo): StreamEvent[] {
  const raw = {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheCreated,
    cache_read_input_tokens: usage.cacheRead,
  }
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, content: [] }
  const called = say.say.some((block) => 'tool' in block)
  const stop = STOPS[say.stop ?? (called ? 'tool_use' : 'end')]
  const edits = appliedEdits(body ?? {})
  return [
    { type: 'message_start', message: { ...message, usage: { ...raw, output_tokens: 1 } } },
    { type: 'ping' },
    ...say.say.flatMap((block, index) => blockEvents(block, index, number)),
    {
      type: 'message_delta',
      delta: { stop_reason: stop },
      usage: { ...raw, output_tokens: usage.output },
      context_management: edits.length > 0 ? { applied_edits: edits } : null,
    },
    { type: 'message_stop' },
  ]
}

function blockEvents(block: ReplyBlock, index: number, number: number): StreamEvent[] {
  const delta = (change: Record<string, unknown>) => ({ type: 'content_block_delta', index, delta: change })
  const [start, ...deltas] = blockParts(block, index, number)
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta),
    { type: 'content_block_stop', index },
  ]
}

function blockParts(block: ReplyBlock, index: number, number: number): Record<string, unknown>[] {
  if ('text' in block) {
    return [{ type: 'text', text: '' }, ...pieces(block.text).map((text) => ({ type: 'text_delta', text }))]
  }
  if ('thinking' in block) {
    return [
      { type: 'thinking', thinking: '', signature: '' },
      ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block.signature ?? `sig-${number}-${index}` },
    ]
  }
  const json = block.json ?? JSON.stringify(block.input ?? {})
  return [
    { type: 'tool_use', id: block.id ?? `toolu_${number}_${index}`, name: block.tool, input: {} },
    ...pieces(json).map((part) => ({ type: 'input_json_delta', partial_json: part })),
  ]
}

export function pieces(text: string, length = 12): string[] {
  const characters = [...text]
  const found: string[] = []
  for (let at = 0; at < characters.length; at += length)
    found.push(characters.slice(at, at + length).join(''))
  return found
}

interface RawBlock {
  type: string
  text?: string
  id?: string
  tool_use_id?: string
  input?: unknown
  signature?: string
  content?: RawBlock[]
}

interface RawMessage {
  role: string
  content: RawBlock[]
}

export function anthropicProblem(value: unknown): string | undefined {
  const body = value as { messages?: RawMessage[]; max_tokens?: number; model?: string; tools?: unknown[] }
  if (typeof body?.model !== 'string') return 'model: required'
  if (!((body.max_tokens ?? 0) > 0)) return 'max_tokens: must be positive'
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one is required'
  const marks = JSON.stringify(value).match(/"cache_control":\{"type":"ephemeral"/g)?.length ?? 0
  if (marks > 4) return `cache_control: at most 4, found ${marks}`
  return historyProblem(body.messages)
}

function historyProblem(messages: readonly RawMessage[]): string | undefined {
  if (messages[0]?.role !== 'user') return 'messages: the first must be the user’s'
  if (messages.at(-1)?.role !== 'user') return 'messages: the last must be the user’s'
  const seen = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1]
    if (before?.role === message.role) return `messages.${at}: roles must alternate`
    if (!Array.isArray(message.content) || message.content.length === 0)
      return `messages.${at}: empty content`
    const problem = message.content.map((block) => blockProblem(block, message.role, seen)).find(Boolean)
    if (problem) return `messages.${at}: ${problem}`
    const unpaired = pairProblem(before, message)
    if (unpaired) return `messages.${at}: ${unpaired}`
  }
  return undefined
}

function blockProblem(block: RawBlock, role: string, seen: Set<string>): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text?.trim() ? undefined : 'text content blocks must be non-empty'
    case 'thinking':
      if (role !== 'assistant') return 'thinking belongs to the assistant'
      return block.signature ? undefined : 'thinking without signature'
    case 'tool_use':
      if (role !== 'assistant') return 'tool_use belongs to the assistant'
      if (!block.id || seen.has(block.id)) return 'tool_use ids must be unique'
      seen.add(block.id)
      return typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input)
        ? undefined
        : 'tool_use input must be an object'
    case 'tool_result':
      return role === 'user' ? undefined : 'tool_result belongs to the user'
    case 'image':
    case 'document':
    case 'redacted_thinking':
      return undefined
    default:
      return `unknown block ${block.type}`
  }
}

/** Every tool use has its result in the next message, at its beginning, and no result is without a use. */
function pairProblem(before: RawMessage | undefined, message: RawMessage): string | undefined {
  const uses = (before?.content ?? []).filter((block) => block.type === 'tool_use').map((block) => block.id)
  const results = message.content.filter((block) => block.type === 'tool_result')
  const answered = results.map((block) => block.tool_use_id)
  const missing = uses.find((id) => !answered.includes(id))
  if (missing) return `tool_use ${missing} has no tool_result`
  const orphan = answered.find((id) => !uses.includes(id))
  if (orphan) return `tool_result ${orphan} has no tool_use`
  if (new Set(answered).size !== answered.length) return 'two tool_results for one tool_use'
  const leading = message.content.slice(0, results.length).every((block) => block.type === 'tool_result')
  return leading ? undefined : 'tool_results must come first'
}
