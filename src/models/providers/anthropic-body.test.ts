import { expect, test } from 'vitest'
import { anthropicProblem } from '../../../test/support/published/anthropic-protocol.ts'
import { type Block, type ModelMessage, text } from '../content.ts'
import type { ModelRequest } from '../model.ts'
import { serialiseAnthropic } from './anthropic-body.ts'

const options = {
  model: 'claude-x',
  maxOutput: 100,
  cache: '1h' as const,
  parameters: { thinking: { type: 'adaptive' } },
}
const user = (...content: Block[]): ModelMessage => ({ role: 'user', content })
const request: ModelRequest = {
  system: [
    { text: 'fixed', breakpoint: true },
    { text: 'own', breakpoint: true },
  ],
  tools: [{ name: 'Read', description: 'reads', inputSchema: { type: 'object' } }],
  messages: [
    user(text('look')),
    {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'hm', signature: 's' },
        { type: 'thinking', text: 'unsigned' },
        text('  '),
        { type: 'tool_use', id: 't1', name: 'Read', inputJson: '{"2":1.0,"1":2}' },
      ],
    },
    user(
      { type: 'tool_result', toolUseId: 't1', content: [text('no')], isError: true },
      { type: 'media', mediaType: 'image/png', data: 'AA' },
    ),
    user(text('and?')),
  ],
}

test('the whole request', () => {
  expect(serialiseAnthropic(request, options)).toBe(
    '{"model":"claude-x",' +
      '"tools":[{"name":"Read","description":"reads","input_schema":{"type":"object"}}],' +
      '"system":[{"type":"text","text":"fixed","cache_control":{"type":"ephemeral","ttl":"1h"}},' +
      '{"type":"text","text":"own","cache_control":{"type":"ephemeral","ttl":"1h"}}],' +
      '"messages":[{"role":"user","content":[{"type":"text","text":"look"}]},' +
      '{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},' +
      '{"type":"tool_use","id":"t1","name":"Read","input":{"2":1.0,"1":2}}]},' +
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"no"}],"is_error":true},' +
      '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}},' +
      '{"type":"text","text":"and?"}]}],' +
      '"max_tokens":100,"stream":true,"cache_control":{"type":"ephemeral","ttl":"1h"},"thinking":{"type":"adaptive"}}',
  )
})

test('an earlier end gets a breakpoint of its own only where the provider would not look back to it', () => {
  const more = Array.from({ length: 12 }, (_, at): ModelMessage[] => [
    { role: 'assistant', content: [text(`answer ${at}`)] },
    user(text(`question ${at}`)),
  ]).flat()
  const long = { ...request, messages: [...request.messages, ...more] }
  const near = serialiseAnthropic({ ...long, earlierEnd: 12 }, options)
  expect(near).toBe(serialiseAnthropic(long, options))
  const far = serialiseAnthropic({ ...long, earlierEnd: 3 }, options)
  expect(far).toContain('{"type":"text","text":"and?","cache_control":{"type":"ephemeral","ttl":"1h"}}')
  expect(anthropicProblem(JSON.parse(far))).toBeUndefined()
})
