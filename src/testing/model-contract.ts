// What every Model promises, as cases to run in any test runner:
//   for (const { name, run } of modelContract(harness)) test(name, run)
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { type ToolUseBlock, type Turn, text, toolInput } from '../lib/content.ts'
import type { Model, ModelEvent, ModelRequest, ModelResponse } from '../models/model.ts'
import { isCancelled, ModelError, type ModelErrorKind } from '../models/model-error.ts'
import type { RetryPolicy } from '../models/plan-retry.ts'
import { askStructured } from '../models/structured.ts'
import type { Fail, ReplyLike } from './reply.ts'

export interface OpenedModel {
  model: Model
  /** The bodies that arrived, as bytes. */
  bodies(): readonly string[]
  close(): Promise<void>
}

export interface ModelHarness {
  open(
    script: readonly ReplyLike[],
    options: { retry: RetryPolicy; silenceMs?: number },
  ): Promise<OpenedModel>
  /** Must never come out in errors. Empty: there is none. */
  key: string
  /** What the protocol can say. */
  can: { cache: boolean; signatures: boolean; rawInput: boolean; refuse: boolean }
}

export interface ContractCase {
  name: string
  run(): Promise<void>
}

const NO_RETRY: RetryPolicy = { retries: 0, firstDelayMs: 1, maxDelayMs: 2_000 }
const RETRY: RetryPolicy = { retries: 2, firstDelayMs: 1, maxDelayMs: 2_000 }

const TOOL = {
  name: 'Read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

function ask(...said: string[]): ModelRequest {
  const messages: Turn[] = said.map((words, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [text(words)],
  }))
  return { system: [{ text: 'Be brief.', breakpoint: true }], tools: [TOOL], messages }
}

async function collect(
  model: Model,
  request: ModelRequest,
): Promise<{ events: ModelEvent[]; response: ModelResponse }> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(request)) events.push(event)
  const last = events.at(-1)
  assert.equal(last?.type, 'end', 'the last event is `end`')
  return { events, response: (last as Extract<ModelEvent, { type: 'end' }>).response }
}

export function modelContract(harness: ModelHarness): ContractCase[] {
  const using = async (
    script: readonly ReplyLike[],
    use: (opened: OpenedModel) => Promise<void>,
    options: { retry?: RetryPolicy; silenceMs?: number } = {},
  ) => {
    const opened = await harness.open(script, { retry: NO_RETRY, ...options })
    try {
      await use(opened)
    } finally {
      await opened.close()
    }
  }
  const failsWith = (reply: ReplyLike, kind: ModelErrorKind, request = ask('hello')) =>
    using([reply], async ({ model }) => {
      const error = await thrownBy(model, request)
      assert.ok(ModelError.is(error), `a ModelError, not ${inspect(error)}`)
      assert.equal(error.kind, kind)
    })
  return [
    ...answerCases(harness, using),
    ...failureCases(harness, failsWith),
    ...retryCases(using),
    ...abortCases(using),
    ...secretCases(harness, using),
  ]
}

type Using = (
  script: readonly ReplyLike[],
  use: (opened: OpenedModel) => Promise<void>,
  options?: { retry?: RetryPolicy; silenceMs?: number },
) => Promise<void>

function answerCases({ can }: ModelHarness, using: Using): ContractCase[] {
  return [
    {
      name: 'streams text and ends with the whole response',
      run: () =>
        using(['Grüße, 世界 – a sentence of some length.'], async ({ model }) => {
          const { events, response } = await collect(model, ask('hello'))
          const streamed = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
          assert.equal(streamed, 'Grüße, 世界 – a sentence of some length.')
          assert.deepEqual(response.content, [text(streamed)])
          assert.equal(response.stop, 'end')
        }),
    },
    {
      name: 'takes slow bytes, cut inside characters',
      run: () =>
        using([{ say: [{ text: 'Grüße, 世界' }], slow: { bytes: 7, pauseMs: 0 } }], async ({ model }) => {
          const { response } = await collect(model, ask('hello'))
          assert.deepEqual(response.content, [text('Grüße, 世界')])
        }),
    },
    {
      name: 'gives parallel tool calls in order, with ids that differ',
      run: () =>
        using(
          [
            {
              say: [
                { text: 'Looking.' },
                { tool: 'Read', input: { path: 'a' } },
                { tool: 'Read', input: { path: 'b' } },
              ],
            },
          ],
          async ({ model }) => {
            const { response } = await collect(model, ask('look'))
            const uses = response.content.filter((block) => block.type === 'tool_use')
            assert.deepEqual(uses.map(toolInput), [{ path: 'a' }, { path: 'b' }])
            assert.notEqual(uses[0]!.id, uses[1]!.id)
            assert.equal(response.stop, 'tool_use')
            assert.equal(response.content[0]!.type, 'text')
          },
        ),
    },
    {
      name: 'sends tool input back byte for byte',
      run: () => roundTrip(using, can.rawInput ? '{"10":1.0,"2":{"b":1,"a":2}}' : '{"a":1}'),
    },
    {
      name: 'marks input that is no JSON and keeps the conversation valid',
      run: async () => {
        if (!can.rawInput) return
        const broken = { say: [{ tool: 'Read', json: '{"path": "a' }] }
        await using([broken, 'fine'], async ({ model }) => {
          const { response } = await collect(model, ask('look'))
          const use = response.content[0] as ToolUseBlock
          assert.equal(use.malformed, '{"path": "a')
          await collect(model, answered(response, use))
        })
      },
    },
    {
      name: 'counts usage, the cache apart',
      run: () =>
        using(
          [{ say: [{ text: 'x' }], usage: { input: 11, output: 7, cacheRead: 100 } }],
          async ({ model }) => {
            const { usage } = (await collect(model, ask('hello'))).response
            const expected = can.cache ? { input: 11, cacheRead: 100 } : { input: 111, cacheRead: 0 }
            assert.deepEqual(usage, { ...expected, output: 7, cacheCreated: 0 })
          },
        ),
    },
    {
      name: 'thinking comes apart from the text and goes back only where it is signed',
      run: () =>
        using(
          [{ say: [{ thinking: 'hm', signature: 'sig' }, { text: 'yes' }] }, 'again'],
          async ({ model, bodies }) => {
            const { events, response } = await collect(model, ask('think'))
            assert.ok(events.some((event) => event.type === 'thinking'))
            const messages: Turn[] = [
              ...ask('think').messages,
              { role: 'assistant', content: response.content },
              { role: 'user', content: [text('go on')] },
            ]
            await collect(model, { ...ask(), messages })
            assert.equal(bodies()[1]!.includes('"sig"'), can.signatures)
          },
        ),
    },
    {
      name: 'says when the answer was cut off',
      run: () =>
        using([{ say: [{ text: 'cut' }], stop: 'max_tokens' }], async ({ model }) => {
          assert.equal((await collect(model, ask('hello'))).response.stop, 'max_tokens')
        }),
    },
    {
      name: 'merges neighbours of one role',
      run: () =>
        using(['ok'], async ({ model }) => {
          const messages: Turn[] = ['one', 'two'].map((words) => ({ role: 'user', content: [text(words)] }))
          await collect(model, { ...ask(), messages })
        }),
    },
    {
      name: 'a longer request begins with the bytes of the shorter one',
      run: () =>
        using(['one', 'two'], async ({ model, bodies }) => {
          const first = ask('hello')
          const { response } = await collect(model, first)
          const more: Turn[] = [
            ...first.messages,
            { role: 'assistant', content: response.content },
            { role: 'user', content: [text('go on')] },
          ]
          await collect(model, { ...first, messages: more })
          const [one, two] = bodies()
          const prefix = one!.slice(0, one!.lastIndexOf('hello') + 'hello"'.length)
          assert.ok(two!.startsWith(prefix))
          assert.equal(one, model.serialise(first))
        }),
    },
    {
      name: 'structured output is checked and asked for once more',
      run: () =>
        using(
          ['not json', '```json\n{"names": ["a"]}\n```', '{"names": 1}', '{}'],
          async ({ model, bodies }) => {
            const schema = {
              type: 'object',
              properties: { names: { type: 'array', items: { type: 'string' } } },
              required: ['names'],
              additionalProperties: false,
            }
            const request = { ...ask('names?'), output: { name: 'names', schema } }
            const good = await askStructured(model, request)
            assert.deepEqual(good.status === 'ok' && good.value, { names: ['a'] })
            assert.ok(bodies()[0]!.includes('additionalProperties'), 'the schema is sent')
            const bad = await askStructured(model, request)
            assert.equal(bad.status, 'invalid')
          },
        ),
    },
  ]
}

function answered(response: ModelResponse, use: ToolUseBlock): ModelRequest {
  const messages: Turn[] = [
    ...ask('look').messages,
    { role: 'assistant', content: response.content },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: use.id, content: [text('done')] }] },
  ]
  return { ...ask(), messages }
}

async function roundTrip(using: Using, json: string): Promise<void> {
  await using([{ say: [{ tool: 'Read', json }] }, 'fine'], async ({ model, bodies }) => {
    const { response } = await collect(model, ask('look'))
    const use = response.content[0] as ToolUseBlock
    assert.equal(use.inputJson, json)
    await collect(model, answered(response, use))
    const sent = bodies()[1]!
    assert.ok(sent.includes(json) || sent.includes(JSON.stringify(json)), 'the input is unchanged')
  })
}

function failureCases(
  { can }: ModelHarness,
  failsWith: (reply: ReplyLike, kind: ModelErrorKind) => Promise<void>,
): ContractCase[] {
  const table: [Fail['fail'], ModelErrorKind][] = [
    ['too_long', 'too_long'],
    ['too_large', 'too_long'],
    ['rate_limited', 'rate_limited'],
    ['overloaded', 'overloaded'],
    ['server_error', 'overloaded'],
    ['invalid', 'invalid'],
    ['unauthorised', 'unauthorised'],
  ]
  return [
    ...table.map(([fail, kind]) => ({
      name: `${fail} is told as ${kind}`,
      run: () => failsWith({ fail }, kind),
    })),
    {
      name: 'a refusal is told as refused',
      run: async () => {
        if (can.refuse) await failsWith({ say: [{ text: 'no' }], stop: 'refusal' }, 'refused')
      },
    },
    { name: 'a dropped socket is told as network', run: () => failsWith({ drop: 'before' }, 'network') },
    {
      name: 'an answer that breaks off is told as network',
      run: () => failsWith({ drop: 'midway' }, 'network'),
    },
    {
      name: 'an error inside the stream is told by its kind',
      run: () => failsWith({ fail: 'too_long', midStream: true }, 'too_long'),
    },
  ]
}

function retryCases(using: Using): ContractCase[] {
  const recovers = (failure: ReplyLike) => async () => {
    await using(
      [failure, 'fine'],
      async ({ model, bodies }) => {
        const { events, response } = await collect(model, ask('hello'))
        assert.deepEqual(response.content, [text('fine')])
        assert.equal(events.filter((event) => event.type === 'retry').length, 1)
        assert.equal(bodies()[0], bodies()[1], 'the same bytes again')
      },
      { retry: RETRY },
    )
  }
  return [
    { name: 'tries again when overloaded', run: recovers({ fail: 'overloaded' }) },
    { name: 'tries again after a dropped socket', run: recovers({ drop: 'before' }) },
    { name: 'tries again after an answer that broke off', run: recovers({ drop: 'midway' }) },
    {
      name: 'waits as long as the provider says',
      run: () =>
        using(
          [{ fail: 'rate_limited', retryAfterSeconds: 0.2 }, 'fine'],
          async ({ model }) => {
            const started = performance.now()
            await collect(model, ask('hello'))
            assert.ok(performance.now() - started >= 190)
          },
          { retry: RETRY },
        ),
    },
    {
      name: 'does not wait longer than it may',
      run: () =>
        using(
          [{ fail: 'rate_limited', retryAfterSeconds: 3_600 }],
          async ({ model }) => {
            const error = await thrownBy(model, ask('hello'))
            assert.ok(ModelError.is(error) && error.retryAfterMs === 3_600_000)
          },
          { retry: RETRY },
        ),
    },
    {
      name: 'gives up after the last attempt',
      run: () =>
        using(
          [{ fail: 'overloaded' }, { fail: 'overloaded' }, { fail: 'overloaded' }, 'late'],
          async ({ model, bodies }) => {
            const error = await thrownBy(model, ask('hello'))
            assert.ok(ModelError.is(error) && error.kind === 'overloaded')
            assert.equal(bodies().length, 3)
          },
          { retry: RETRY },
        ),
    },
    {
      name: 'silence ends the attempt',
      run: () =>
        using(
          [{ drop: 'silence' }, 'fine'],
          async ({ model }) => {
            const { response } = await collect(model, ask('hello'))
            assert.deepEqual(response.content, [text('fine')])
          },
          { retry: RETRY, silenceMs: 150 },
        ),
    },
  ]
}

function abortCases(using: Using): ContractCase[] {
  const abortAfter = (reply: ReplyLike, ms: number, retry: RetryPolicy) => async () => {
    await using(
      [reply, reply, reply],
      async ({ model }) => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(), ms)
        const started = performance.now()
        const error = await thrownBy(model, ask('hello'), controller.signal)
        assert.ok(isCancelled(error), `cancelled, not ${inspect(error)}`)
        assert.ok(performance.now() - started < 1_000, 'at once')
      },
      { retry },
    )
  }
  const slowly: ReplyLike = { say: [{ text: 'x'.repeat(2_000) }], slow: { bytes: 20, pauseMs: 5 } }
  return [
    { name: 'an abort before the first byte ends it', run: abortAfter({ drop: 'silence' }, 30, NO_RETRY) },
    { name: 'an abort in the middle ends it', run: abortAfter(slowly, 60, NO_RETRY) },
    {
      name: 'an abort while it waits to try again ends it',
      run: abortAfter({ fail: 'rate_limited', retryAfterSeconds: 2 }, 60, RETRY),
    },
    {
      name: 'leaving the loop ends the request',
      run: () =>
        using([slowly, 'next'], async ({ model }) => {
          for await (const event of model.stream(ask('hello'))) if (event.type === 'text') break
          const { response } = await collect(model, ask('hello'))
          assert.deepEqual(response.content, [text('next')])
        }),
    },
  ]
}

function secretCases({ key }: ModelHarness, using: Using): ContractCase[] {
  return [
    {
      name: 'no key comes out in an error',
      run: async () => {
        if (key === '') return
        for (const fail of ['unauthorised', 'invalid', 'overloaded'] as const) {
          await using([{ fail, quote: `the key was ${key}` }], async ({ model, bodies }) => {
            const error = await thrownBy(model, ask('hello'))
            const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)}`
            assert.ok(!shown.includes(key), shown)
            assert.ok(bodies().every((body) => !body.includes(key)))
          })
        }
      },
    },
  ]
}

async function thrownBy(model: Model, request: ModelRequest, signal?: AbortSignal): Promise<unknown> {
  try {
    for await (const event of model.stream(request, { signal })) void event
  } catch (error) {
    return error
  }
  assert.fail('an error was expected')
}
