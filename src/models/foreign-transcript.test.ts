import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anthropicProblem } from '../../test/support/published/anthropic-protocol.ts'
import { textOf } from './content.ts'
import { detectLogClient, readForeignTranscript, toModelMessages } from './foreign-transcript.ts'
import { serialiseAnthropic } from './providers/anthropic-body.ts'
import { readClaudeCodeLog } from './transcript/claude-code.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../test/fixtures/transcripts/${name}.jsonl`, import.meta.url))
const CLAUDE = fixture('claude-code')
const CODEX = fixture('codex-rollout')

test('the two logs are distinguished', async () => {
  expect(await detectLogClient(CLAUDE)).toBe('claude-code')
  expect(await detectLogClient(CODEX)).toBe('codex')
})

test("Claude Code: what its model sees now, parallel results and one response's lines included", async () => {
  const session = await readForeignTranscript(CLAUDE, 'claude-code')
  expect(session.conversation).toMatchObject({ id: '5e551011', cwd: '/home/ada/shop', branch: 'main' })
  expect(session.messages.map(({ id }) => id)).toEqual([
    'u1',
    't1',
    'u2',
    'a1',
    'a2',
    'a3',
    'r1',
    'r2',
    'a4',
    'u4',
  ])
  expect(session.messages.map(({ meta }) => meta).filter(Boolean)).toEqual([
    'summary',
    'attachment',
    'interruption',
  ])
  expect(session.compactions).toEqual([
    {
      type: 'compaction',
      id: 'b0',
      time: '2026-11-02T08:30:00.000Z',
      trigger: 'auto',
      tokensBefore: 167_094,
    },
  ])
  expect(session.title).toBe('Reading two files')
  expect(session.skipped).toBe(1)
  expect(session.all.find(({ sidechain }) => sidechain)?.id).toBe('x1')
  expect(session.messages.find(({ id }) => id === 'a1')?.usage).toEqual({
    input: 3,
    output: 8,
    cacheRead: 100,
    cacheCreated: 20,
  })
})

test('Claude Code: its messages become turns that a provider accepts', async () => {
  const { messages } = await readForeignTranscript(CLAUDE, 'claude-code')
  const turns = toModelMessages(messages)
  const body = serialiseAnthropic(
    { system: [], tools: [], messages: turns },
    { model: 'm', maxOutput: 9, cache: 'off' },
  )
  expect(anthropicProblem(JSON.parse(body))).toBeUndefined()
  expect(turns[3]?.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'tool_use'])
})

test('Codex: messages, calls and results in order, its own context marked', async () => {
  const session = await readForeignTranscript(CODEX, 'codex')
  expect(session.conversation).toMatchObject({ client: 'codex', cwd: '/home/ada/shop', version: '0.166.0' })
  expect(session.messages.map(textOf)).toEqual(['The checkout test fails.', 'Fix it.', 'Fixed.'])
  expect(session.all.map(({ meta }) => meta)).toEqual([
    'context',
    'context',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'summary',
    undefined,
    undefined,
  ])
  const blocks = session.all.flatMap(({ content }) => content)
  expect(blocks.find((block) => block.type === 'tool_use')).toMatchObject({
    id: 'call_1',
    inputJson: '{"command":["npm","test"],"timeout":1.0}',
  })
  expect(blocks.filter((block) => block.type === 'tool_result').map(({ isError }) => isError)).toEqual([
    undefined,
    true,
  ])
  expect(session.all.at(-1)?.model).toBe('gpt-5-codex')
  const again = await readForeignTranscript(CODEX, 'codex')
  expect(again.all.map(({ id }) => id)).toEqual(session.all.map(({ id }) => id))
})

test('reading continues where it ended', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-foreign-'))
  const path = join(directory, 'log.jsonl')
  copyFileSync(CLAUDE, path)
  let end = 0
  for await (const batch of readClaudeCodeLog(path)) end = batch.end
  const added = '{"uuid":"n1","parentUuid":null,"type":"user","message":{"content":"new"}}\n'
  // The torn line is completed by another writer's line break.
  writeFileSync(path, `\n${added}`, { flag: 'a' })
  const found: string[] = []
  for await (const batch of readClaudeCodeLog(path, { from: end }))
    for (const item of batch.items) if (item.type === 'message') found.push(item.message.id)
  expect(found).toEqual(['n1'])
  rmSync(directory, { recursive: true })
})

test('no line makes a reader throw', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-foreign-'))
  const path = join(directory, 'log.jsonl')
  const line = fc.oneof(
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('user', 'assistant', 'attachment', 'system', 'response_item'),
        message: fc.jsonValue(),
        payload: fc.jsonValue(),
        uuid: fc.string(),
        attachment: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
    fc.jsonValue().map((content) => JSON.stringify({ type: 'user', uuid: 'u', message: { content } })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      writeFileSync(path, lines.join('\n'))
      for (const client of ['claude-code', 'codex'] as const)
        toModelMessages((await readForeignTranscript(path, client)).messages)
    }),
    { numRuns: 300 },
  )
  rmSync(directory, { recursive: true })
})
