// The model contract: what answers look like.
import assert from 'node:assert/strict'
import type { JsonSchema } from '../../../src/base/values/json-schema.ts'
import { type ModelMessage, type ToolUseBlock, text, toolInput } from '../../../src/models/content.ts'
import type { ModelRequest, ModelResponse } from '../../../src/models/model.ts'
import { askStructured } from '../../../src/models/structured.ts'
import { ask, type ContractCase, collect, type ModelHarness, type Using } from './model-harness.ts'

export function answerCases({ can }: ModelHarness, using: Using): ContractCase[] {
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
            assert.notEqual(uses[0]?.id, uses[1]?.id)
            assert.equal(response.stop, 'tool_use')
            assert.equal(response.content[0]?.type, 'text')
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
            const messages: ModelMessage[] = [
              ...ask('think').messages,
              { role: 'assistant', content: response.content },
              { role: 'user', content: [text('go on')] },
            ]
            await collect(model, { ...ask(), messages })
            assert.equal(bodies()[1]?.includes('"sig"'), can.signatures)
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
          const messages: ModelMessage[] = ['one', 'two'].map((words) => ({
            role: 'user',
            content: [text(words)],
          }))
          await collect(model, { ...ask(), messages })
        }),
    },
    {
      name: 'a longer request begins with the bytes of the shorter one',
      run: () =>
        using(['one', 'two'], async ({ model, bodies }) => {
          const first = ask('hello')
          const { response } = await collect(model, first)
          const more: ModelMessage[] = [
            ...first.messages,
            { role: 'assistant', content: response.content },
            { role: 'user', content: [text('go on')] },
          ]
          await collect(model, { ...first, messages: more })
          const [one = '', two = ''] = bodies()
          const prefix = one.slice(0, one.lastIndexOf('hello') + 'hello"'.length)
          assert.ok(two.startsWith(prefix))
          assert.equal(one, model.serialise(first))
        }),
    },
    {
      name: 'structured output is checked and asked for once more',
      run: () =>
        using(
          ['not json', '```json\n{"names": ["a"]}\n```', '{"names": 1}', '{}'],
          async ({ model, bodies }) => {
            const schema: JsonSchema = {
              type: 'object',
              properties: { names: { type: 'array', items: { type: 'string' } } },
              required: ['names'],
              additionalProperties: false,
            }
            const request = { ...ask('names?'), output: { name: 'names', schema } }
            const good = await askStructured(model, request)
            assert.deepEqual(good.status === 'ok' && good.value, { names: ['a'] })
            assert.ok(bodies()[0]?.includes('additionalProperties'), 'the schema is sent')
            const bad = await askStructured(model, request)
            assert.equal(bad.status, 'invalid')
          },
        ),
    },
  ]
}

function answered(response: ModelResponse, use: ToolUseBlock): ModelRequest {
  const messages: ModelMessage[] = [
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
    const [, sent = ''] = bodies()
    assert.ok(sent.includes(json) || sent.includes(JSON.stringify(json)), 'the input is unchanged')
  })
}
