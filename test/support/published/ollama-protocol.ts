// Ollama's /api/chat: lines of JSON, errors as {error}, tool calls whole and without ids.

import { pieces } from './anthropic-protocol.ts'
import type { Protocol, ReplyInfo } from './protocol.ts'
import { retryHeader } from './protocol.ts'
import type { Fail, ReplyBlock, Say } from './reply.ts'

const FAILURES: Record<Fail['fail'], [status: number, message: string]> = {
  too_long: [400, 'the input length exceeds the context length'],
  too_large: [413, 'request body too large'],
  media_too_large: [400, 'image is too large'],
  rate_limited: [429, 'too many requests'],
  overloaded: [503, 'server busy, please try again'],
  server_error: [500, 'llama runner process has terminated'],
  invalid: [400, 'invalid message'],
  unknown_model: [404, "model 'm' not found"],
  unauthorised: [401, 'unauthorized'],
  refused: [400, 'declined'],
  network: [502, 'bad gateway'],
}

export const ollamaProtocol: Protocol = {
  name: 'ollama',
  path: /\/api\/chat$/,
  contentType: 'application/x-ndjson',
  problem: ollamaProblem,
  frames: (say, facts) => chunks(say, facts).map((chunk) => `${JSON.stringify(chunk)}\n`),
  failure(fail) {
    const [status, message] = FAILURES[fail.fail]
    return { status, headers: retryHeader(fail), body: { error: quoted(message, fail) } }
  },
  failureFrame: (fail) => `${JSON.stringify({ error: quoted(FAILURES[fail.fail][1], fail) })}\n`,
  refuse: (problem) => ({ status: 400, body: { error: problem } }),
}

function quoted(message: string, { quote }: Fail): string {
  return quote ? `${message}: ${quote}` : message
}

function chunks(say: Say, { model, usage }: ReplyInfo): unknown[] {
  const chunk = (message: object) => ({
    model,
    message: { role: 'assistant', content: '', ...message },
    done: false,
  })
  return [
    ...say.say.flatMap(messages).map(chunk),
    {
      model,
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: say.stop === 'max_tokens' ? 'length' : 'stop',
      prompt_eval_count: usage.input + usage.cacheRead + usage.cacheCreated,
      eval_count: usage.output,
    },
  ]
}

function messages(block: ReplyBlock): object[] {
  if ('text' in block) return pieces(block.text).map((content) => ({ content }))
  if ('thinking' in block) return pieces(block.thinking).map((thinking) => ({ thinking }))
  const input: unknown = block.json ? JSON.parse(block.json) : (block.input ?? {})
  return [{ tool_calls: [{ function: { name: block.tool, arguments: input } }] }]
}

interface RawMessage {
  role: string
  content?: unknown
  tool_calls?: { function: { name: string; arguments: unknown } }[]
}

function ollamaProblem(value: unknown): string | undefined {
  const body = value as { messages?: RawMessage[]; model?: string; options?: { num_ctx?: number } }
  if (typeof body?.model !== 'string') return 'model is required'
  if (!body.options?.num_ctx) return 'num_ctx is not set: the prompt would be cut'
  let open = 0
  for (const [at, message] of (body.messages ?? []).entries()) {
    if (typeof message.content !== 'string') return `messages.${at}: content must be text`
    if (message.role === 'tool') open--
    else if (open > 0) return `messages.${at}: a tool call has no result`
    if (open < 0) return `messages.${at}: a result without a call`
    open += message.tool_calls?.length ?? 0
    if (message.tool_calls?.some((call) => typeof call.function.arguments !== 'object'))
      return `messages.${at}: arguments must be an object`
  }
  return open > 0 ? 'a tool call has no result' : undefined
}
