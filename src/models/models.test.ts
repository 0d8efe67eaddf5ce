import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeModel } from '../../test/support/published/fake-model.ts'
import { recordModel, replayModel } from '../../test/support/published/model-recorder.ts'
import { verbatim } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { complete, type ModelRequest } from './model.ts'
import { serialiseAnthropic } from './providers/anthropic-body.ts'
import { classifyFailure, retryAfterMs } from './providers/classify-failure.ts'
import { loadSdk } from './providers/load-sdk.ts'
import { ollamaDecoder } from './providers/ollama.ts'
import { serialiseOpenAI } from './providers/openai-body.ts'
import { openaiDecoder } from './providers/openai-stream.ts'
import { planRetry } from './providers/plan-retry.ts'
import { ResponseBuilder } from './providers/response-builder.ts'
import { classifySdkError } from './providers/sdk-error.ts'
import { createStreamingModel } from './providers/streaming-model.ts'
import type { Wire } from './providers/wire.ts'
import { readJson } from './structured.ts'

const request: ModelRequest = {
  system: [],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
}

test('a missing package is named with the exact command', async () => {
  const missing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }))
  await expect(loadSdk('openai', undefined, missing)).rejects.toMatchObject({
    code: 'unavailable',
    fix: 'Run: npm install openai@6.49.0',
  })
})

test('a missing package is reported as it is, not as a fault of the provider', async () => {
  const wire: Wire = {
    serialise: () => '{}',
    open: () => Promise.reject(new MemdirError('unavailable', verbatim('not installed'))),
    decoder: () => ({ push: () => undefined, end: () => undefined }),
    classify: (error) => classifySdkError(error, { provider: 'p', model: 'm', secrets: [] }),
  }
  const model = createStreamingModel(wire, { provider: 'p', name: 'm', window: 1, maxOutput: 1 })
  await expect(complete(model, request)).rejects.toMatchObject({ code: 'unavailable' })
})

test('effort is said in each provider’s way', () => {
  const asked = { ...request, effort: 'high' }
  const facts = { model: 'm', maxOutput: 9 }
  expect(serialiseAnthropic(asked, { ...facts, cache: 'off' })).toContain('"output_config":{"effort":"high"}')
  expect(serialiseOpenAI(asked, { ...facts, dialect: 'openai' })).toContain('"reasoning_effort":"high"')
})

test.each([
  [
    'llama.cpp',
    400,
    'exceed_context_size_error',
    'the request exceeds the available context size',
    'too_long',
  ],
  ['vLLM', 400, 'BadRequestError', "This model's maximum context length is 4096 tokens", 'too_long'],
  ['LM Studio', 400, '', 'Trying to keep the first 9000 tokens when context length is 4096', 'too_long'],
  // https://portkey.ai/error-library/input-length-error-10153, 2026-11-16.
  [
    'Anthropic',
    400,
    'invalid_request_error',
    'prompt is too long: 103078 tokens > 102398 maximum',
    'too_long',
  ],
  // In a stream there is no status.
  ['Anthropic, in a stream', undefined, 'invalid_request_error', 'prompt is too long', 'too_long'],
  // https://github.com/google-gemini/gemini-cli/issues/4231, 2025-07-15.
  [
    'Gemini',
    400,
    'INVALID_ARGUMENT',
    'The input token count (2000000) exceeds the maximum number of tokens',
    'too_long',
  ],
  ['an image', 400, 'invalid_request_error', 'image exceeds 5 MB maximum', 'too_long'],
  ['a proxy', 502, '', 'Bad gateway', 'overloaded'],
  // Words alone decide nothing where the status says something else.
  ['a server that fails', 500, 'api_error', 'cannot allocate the context window', 'overloaded'],
  ['another server that fails', 503, '', 'context size is being changed', 'overloaded'],
  ['a model that is not there', 404, 'not_found_error', 'no model of that context length', 'invalid'],
  ['no status', undefined, '', 'ECONNREFUSED', 'network'],
  ['a forbidden model', 403, 'permission_error', 'not allowed', 'unauthorised'],
] as const)('%s is understood', (_, status, code, message, kind) => {
  expect(classifyFailure({ provider: 'p', status, code, message, secrets: [] }).kind).toBe(kind)
})

test('an exhausted quota is not tried again; retry-after in all its forms', () => {
  const quota = classifyFailure({
    provider: 'p',
    status: 429,
    code: 'insufficient_quota',
    message: '',
    secrets: [],
  })
  const policy = { retries: 3, firstDelayMs: 100, maxDelayMs: 1_000 }
  expect(planRetry(quota, 0, policy, 0)).toBeUndefined()
  const busy = classifyFailure({ provider: 'p', status: 529, message: '', secrets: [] })
  expect([0, 1, 2, 3].map((attempt) => planRetry(busy, attempt, policy, 0))).toEqual([
    100,
    200,
    400,
    undefined,
  ])
  const header = (name: string, value: string) => ({
    get: (asked: string) => (asked === name ? value : null),
  })
  expect(retryAfterMs(header('retry-after', '7'))).toBe(7_000)
  expect(retryAfterMs(header('retry-after-ms', '70'))).toBe(70)
  expect(retryAfterMs(header('retry-after', 'Thu, 01 Jan 1970 00:00:09 GMT'), 1_000)).toBe(8_000)
  expect(retryAfterMs(header('retry-after', 'soon'))).toBeUndefined()
})

test('Chat Completions variants: one index for all calls, no ids, signatures to send back', () => {
  const builder = new ResponseBuilder('m')
  const decoder = openaiDecoder('p', builder)
  const call = (id: string | undefined, name: string, path: string) => ({
    choices: [
      {
        delta: {
          tool_calls: [
            {
              index: 0,
              id,
              function: { name, arguments: `{"p":"${path}"}` },
              extra_content: { google: { thought_signature: id } },
            },
          ],
        },
      },
    ],
  })
  decoder.push(call('a', 'Read', '1'))
  decoder.push(call('b', 'Read', '2'))
  decoder.push({ choices: [{ delta: {}, finish_reason: 'stop' }] })
  decoder.end()
  builder.closeAll()
  const { content, stop } = builder.response()
  expect(content).toMatchObject([
    { id: 'a', inputJson: '{"p":"1"}', extraJson: '{"google":{"thought_signature":"a"}}' },
    { id: 'b', inputJson: '{"p":"2"}' },
  ])
  expect(stop).toBe('tool_use')
})

test('an Ollama server that cut the prompt is found out', () => {
  const decoder = ollamaDecoder(new ResponseBuilder('m'), 4_096)
  decoder.push({ message: { content: 'x' }, done: true, prompt_eval_count: 4_096, eval_count: 1 })
  expect(() => decoder.end()).toThrow(/num_ctx/)
})

test('JSON is found in words and fences', () => {
  expect(readJson('{"a":1}').value).toEqual({ a: 1 })
  expect(readJson('Here:\n```json\n{"a":1}\n```\nDone.').value).toEqual({ a: 1 })
  expect(readJson('Sure! [1, 2] is it.').value).toEqual([1, 2])
  expect(readJson('nothing').problem).toBe('it is not JSON')
})

test('a recording answers again, by the bytes of the request', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-recorder-'))
  const path = join(directory, 'r.jsonl')
  const model = new FakeModel(['one', { fail: 'overloaded' }])
  const recorder = recordModel(model, path)
  const first = await complete(recorder, request)
  await expect(complete(recorder, { ...request, maxTokens: 5 })).rejects.toThrow()
  const replay = replayModel(model, path)
  expect(await complete(replay, request)).toEqual(first)
  await expect(complete(replay, { ...request, maxTokens: 5 })).rejects.toMatchObject({ kind: 'overloaded' })
  await expect(complete(replay, request)).rejects.toThrow(/not in the recording/)
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2)
  rmSync(directory, { recursive: true })
})
