// A model on loopback that answers as told and keeps what it was sent: Anthropic Messages, OpenAI Responses and Chat,
// and Gemini, as far as the agents use them.
import { createServer } from 'node:http'

/** `answer(body, kind)` → { text } | { tool, input } with optional `tokens`, the usage that is reported. */
export async function startFakeModel() {
  const model = {
    requests: [],
    answer: () => ({ text: 'OK.' }),
    url: '',
    port: 0,
    close: () => server.close(),
  }
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    const path = request.url.split('?')[0]
    const body = parse(raw)
    const kind = kindOf(path)
    if (!kind) return other(path, raw, response)
    model.requests.push({ kind, path, body, raw, at: Date.now() })
    const answer = model.answer({ body, raw, kind }) ?? { text: 'OK.' }
    const tokens = answer.tokens ?? Math.ceil(raw.length / 4)
    REPLY[kind]({ answer, body, path, tokens, response, id: model.requests.length })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  model.port = server.address().port
  model.url = `http://127.0.0.1:${model.port}`
  return model
}

function kindOf(path) {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/chat/completions')) return 'chat'
  return /enerateContent$/.test(path) ? 'gemini' : undefined
}

function other(path, raw, response) {
  const length = Math.ceil(raw.length / 4)
  if (/count_tokens$/.test(path)) return json(response, { input_tokens: length })
  if (/countTokens$/.test(path)) return json(response, { totalTokens: length })
  if (/models$/.test(path)) return json(response, { object: 'list', data: [], models: [] })
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end('{"error":{"message":"no such path"}}')
}

const json = (response, data) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(data))
}

function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (data, event) =>
    response.write(
      `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
}

const REPLY = {
  anthropic({ answer, body, tokens, response, id }) {
    const block = answer.tool
      ? { type: 'tool_use', id: `toolu_${id}`, name: answer.tool, input: answer.input }
      : { type: 'text', text: answer.text }
    const stop_reason = answer.tool ? 'tool_use' : 'end_turn'
    const usage = {
      input_tokens: tokens,
      output_tokens: 5,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    }
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage,
    }
    if (!body.stream) return json(response, { ...message, content: [block], stop_reason })
    const send = stream(response)
    const event = (type, data) => send({ type, ...data }, type)
    event('message_start', { message: { ...message, content: [], stop_reason: null } })
    const delta = answer.tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
      : { type: 'text_delta', text: answer.text }
    event('content_block_start', {
      index: 0,
      content_block: answer.tool ? { ...block, input: {} } : { type: 'text', text: '' },
    })
    event('content_block_delta', { index: 0, delta })
    event('content_block_stop', { index: 0 })
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })
    event('message_stop', {})
    response.end()
  },
  responses({ answer, body, tokens, response, id }) {
    const item = answer.tool
      ? {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name: answer.tool,
          namespace: answer.namespace,
          arguments: JSON.stringify(answer.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer.text, annotations: [] }],
        }
    const usage = {
      input_tokens: tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens + 5,
    }
    const whole = {
      id: `resp_${id}`,
      object: 'response',
      model: body.model,
      status: 'completed',
      output: [item],
      usage,
    }
    if (!body.stream) return json(response, whole)
    const send = stream(response)
    const event = (type, data) => send({ type, ...data }, type)
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    event('response.output_item.added', { output_index: 0, item })
    event('response.output_item.done', { output_index: 0, item })
    event('response.completed', { response: whole })
    response.end()
  },
  chat({ answer, body, tokens, response, id }) {
    const call = {
      index: 0,
      id: `call_${id}`,
      type: 'function',
      function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
    }
    const message = answer.tool
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: answer.text }
    const finish_reason = answer.tool ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: tokens, completion_tokens: 5, total_tokens: tokens + 5 }
    const base = { id: `c_${id}`, created: 1, model: body.model }
    if (!body.stream)
      return json(response, {
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason }],
        usage,
      })
    const send = stream(response)
    const chunk = (data) => send({ ...base, object: 'chat.completion.chunk', ...data })
    chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] })
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] })
    chunk({ choices: [], usage })
    send('[DONE]')
    response.end()
  },
  gemini({ answer, path, tokens, response, id }) {
    const part = answer.tool
      ? { functionCall: { id: `call_${id}`, name: answer.tool, args: answer.input } }
      : { text: answer.text }
    const data = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 5, totalTokenCount: tokens + 5 },
      modelVersion: 'fake',
    }
    if (!path.endsWith('streamGenerateContent')) return json(response, data)
    stream(response)(data)
    response.end()
  },
}

function parse(raw) {
  try {
    return JSON.parse(raw || '{}')
  } catch {
    return {}
  }
}
