// Conversations that today's agents wrote (test/fixtures/transcripts/README.md): what the person typed is told apart from
// all that is put into a conversation besides.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicProblem } from '../../../test/support/published/anthropic-protocol.ts'
import type { LogClient } from '../../base/agents/agents.ts'
import { textOf } from '../content.ts'
import { detectLogClient, readForeignTranscript, toModelMessages } from '../foreign-transcript.ts'
import { serialiseAnthropic } from '../providers/anthropic-body.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { typedTexts } from '../typed-messages.ts'
import type { ForeignItem } from './foreign-log.ts'
import { geminiLines } from './gemini.ts'
import { opencodeItems } from './opencode.ts'

const root = fileURLToPath(new URL('../../../test/fixtures/transcripts', import.meta.url))
const recorded = (client: string, name: string) => {
  const [directory = ''] = readdirSync(root).filter(
    (entry) => entry.startsWith(`${client}-`) && /\d$/.test(entry),
  )
  return `${root}/${directory}/${name}`
}
const FILES: [LogClient, string][] = [
  ['claude-code', recorded('claude-code', 'conversation.jsonl')],
  ['codex', recorded('codex', 'conversation.jsonl')],
  ['gemini', recorded('gemini', 'conversation.jsonl')],
  ['opencode', recorded('opencode', 'conversation.json')],
]
const TYPED = [
  'which paint do the harbour lights get at night?',
  'please read notes.txt',
  'what does @notes.txt say?',
  'From now on, always run pnpm test before you commit.',
  '以后提交信息都用英文写。',
  'I am Ada, I review the releases.',
]
const NEXT = { role: 'user' as const, content: [{ type: 'text' as const, text: 'and now?' }] }
const isUntyped = ({ role, meta }: TranscriptMessage) => role === 'user' && meta !== undefined

test.each(FILES)(
  '%s: exactly what was typed, each once, whatever was resumed and compacted',
  async (client, path) => {
    expect(await detectLogClient(path)).toBe(client)
    const { all, conversation, skipped } = await readForeignTranscript(path, client)
    expect(conversation).toMatchObject({ client })
    expect(skipped).toBe(0)
    expect(typedTexts(all)).toEqual(TYPED)
    const texts = all.filter(({ role, meta }) => role === 'user' && !meta).map(textOf)
    expect(texts.filter((text) => text !== '' && !text.startsWith('<')).join('\n')).toBe(TYPED.join('\n'))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  },
)

test.each(FILES)(
  '%s: the memory that a hook attached is there, and not as said by the person',
  async (client, path) => {
    const { all } = await readForeignTranscript(path, client)
    const withMemory = all.filter((message) => textOf(message).includes('viridian-7391'))
    expect(withMemory.length).toBeGreaterThan(0)
    expect(withMemory.every(isUntyped)).toBe(true)
  },
)

test.each(FILES)('%s: a call with its result, once', async (client, path) => {
  const { all } = await readForeignTranscript(path, client)
  const blocks = all.flatMap(({ content }) => content)
  const calls = blocks.filter((block) => block.type === 'tool_use')
  const results = blocks.filter((block) => block.type === 'tool_result')
  expect(calls).toHaveLength(1)
  expect(results.map(({ toolUseId }) => toolUseId)).toEqual(calls.map(({ id }) => id))
  expect(JSON.stringify(results)).toContain('always deploy on Fridays')
})

test.each(FILES)('%s: the compaction, and what the model sees after it', async (client, path) => {
  const { all, messages, compactions } = await readForeignTranscript(path, client)
  expect(compactions).toHaveLength(1)
  const summary = messages.findIndex(({ meta }) => meta === 'summary')
  expect(summary).toBeGreaterThanOrEqual(0)
  expect(typedTexts(messages).at(-1)).toBe(TYPED.at(-1))
  expect(messages.length).toBeLessThan(all.length)
  const body = serialiseAnthropic(
    { system: [], tools: [], messages: [...toModelMessages(messages), NEXT] },
    { model: 'm', maxOutput: 9, cache: 'off' },
  )
  expect(anthropicProblem(JSON.parse(body))).toBeUndefined()
})

test('Gemini CLI: a file with a header alone is a conversation without messages', async () => {
  const path = recorded('gemini', 'header.jsonl')
  expect(await detectLogClient(path)).toBe('gemini')
  expect(typedTexts((await readForeignTranscript(path, 'gemini')).all)).toEqual([])
})

test('Gemini CLI: what it says in the person’s place, and what is taken back', () => {
  const items = readGemini([
    { sessionId: 's', projectHash: 'p' },
    { id: 'u1', type: 'user', content: [{ text: 'tidy up' }] },
    {
      id: 'u2',
      type: 'user',
      content: [{ text: 'System: Potential loop detected.' }],
      displayContent: [{ text: 'tidy up' }],
    },
    { id: 'u3', type: 'user', content: 'System: the build is a system, too' },
    { id: 'i1', type: 'info', content: 'nobody said this' },
    { $rewindTo: 'u3' },
    { id: 'u4', type: 'user', content: 'tidy up the other one' },
  ])
  const messages = items.flatMap((item) => (item.type === 'message' ? [item.message] : []))
  expect(messages.map(({ id, meta, parent }) => [id, meta, parent])).toEqual([
    ['u1', undefined, null],
    ['u2', 'other', 'u1'],
    ['u3', undefined, 'u2'],
    ['u4', undefined, 'u2'],
  ])
})

test('Gemini CLI: a history that is written anew changes places, not texts', () => {
  const said = { id: 'u1', type: 'user', timestamp: 't1', content: 'first' }
  const answer = { id: 'g1', type: 'gemini', timestamp: 't2', content: 'OK.' }
  const items = readGemini([
    { sessionId: 's', projectHash: 'p' },
    said,
    answer,
    {
      $set: {
        messages: [{ id: 'c', type: 'user', content: '<session_context>x</session_context>' }, answer],
      },
    },
    { id: 'u2', type: 'user', content: 'second' },
  ])
  expect(items.slice(3)).toMatchObject([
    { type: 'message', message: { id: 'c', parent: null, meta: 'context' } },
    { type: 'link', id: 'g1', parent: 'c' },
    { type: 'message', message: { id: 'u2', parent: 'g1' } },
  ])
})

test('opencode: marks around a message that it put there itself go, others stay', () => {
  const message = (id: string, text: string) => ({
    info: { id, role: 'user' },
    parts: [{ type: 'text', text }],
  })
  const items = opencodeItems({
    info: { id: 'ses_1' },
    messages: [
      message('a', '"use \\"tabs\\" here"'),
      message('b', '"tabs" or "spaces"?'),
      message('c', 'say "hi"'),
    ],
  })
  const texts = items.flatMap((item) => (item.type === 'message' ? [textOf(item.message)] : []))
  expect(texts).toEqual(['use "tabs" here', '"tabs" or "spaces"?', 'say "hi"'])
})

test('whatever is in a log, no reader throws', () => {
  const message = fc.record(
    {
      id: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.jsonValue()),
      type: fc.constantFrom('user', 'gemini', 'info'),
      content: fc.jsonValue(),
      displayContent: fc.jsonValue(),
      toolCalls: fc.jsonValue(),
      tokens: fc.jsonValue(),
    },
    { requiredKeys: ['id'] },
  )
  const line = fc.oneof(
    message,
    fc.record({ $set: fc.record({ messages: fc.array(fc.oneof(message, fc.jsonValue())) }) }),
    fc.record({ $rewindTo: fc.constantFrom('a', 'b', 'z') }),
    fc.record({ sessionId: fc.string(), projectHash: fc.string(), messages: fc.jsonValue() }),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const items = readGemini(lines as Record<string, unknown>[])
      const ids = items.flatMap((item) => (item.type === 'message' ? [item.message.id] : []))
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
  const part = fc.record({
    type: fc.constantFrom('text', 'tool', 'compaction'),
    text: fc.jsonValue(),
    state: fc.jsonValue(),
  })
  const entry = fc.record({
    info: fc.oneof(fc.record({ id: fc.string(), time: fc.jsonValue() }), fc.jsonValue()),
    parts: fc.array(part),
  })
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ messages: fc.array(entry) })),
      (value) => void opencodeItems(value),
    ),
  )
})

function readGemini(lines: readonly Record<string, unknown>[]): ForeignItem[] {
  const read = geminiLines()
  return lines.flatMap((line) => read(line, { text: '', offset: 0, whole: true }))
}

test('the fixtures name no machine', () => {
  for (const [, path] of FILES)
    expect(readFileSync(path, 'utf8')).not.toMatch(/\/work\/|memdir-client-|(?<!<)\/root\b|127\.0\.0\.1/)
})
