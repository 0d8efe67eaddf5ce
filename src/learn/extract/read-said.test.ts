import { expect, test } from 'vitest'
import type { Block } from '../../models/content.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import { readSaid } from './read-said.ts'

let count = 0
const message = (
  role: 'user' | 'assistant',
  content: Block[] | string,
  more: Partial<TranscriptMessage> = {},
): TranscriptMessage => ({
  ...createMessage({
    id: `m${++count}`,
    role,
    parent: null,
    time: new Date('2026-04-09T10:00:00Z'),
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }),
  ...more,
})
const use = (id: string, name: string, input: unknown): Block => ({
  type: 'tool_use',
  id,
  name,
  inputJson: JSON.stringify(input),
})
const result = (toolUseId: string, text: string): Block => ({
  type: 'tool_result',
  toolUseId,
  content: [{ type: 'text', text }],
})

test('what was typed and answered, and apart from it what was put in, with its place', () => {
  count = 0
  const read = readSaid([
    message('user', 'instructions', { meta: 'context' }),
    message('user', '<system-reminder>memory</system-reminder>\nHow do we deploy?'),
    message('assistant', [use('t1', 'Read', { file_path: '/p/a.txt' }), use('t2', 'WebFetch', { url: 'x' })]),
    message('user', [result('t1', 'a file'), result('t2', 'a page')]),
    message('assistant', 'By script.'),
    message('user', '/compact now'),
    message('user', 'said to a sub-agent', { sidechain: true }),
  ])
  expect(read.said.map(({ id, role, text }) => [id, role, text])).toEqual([
    ['m2', 'user', 'How do we deploy?'],
    ['m5', 'assistant', 'By script.'],
  ])
  expect(read.others).toEqual([
    { origin: 'injected', text: 'instructions', after: 0 },
    { origin: 'tool', text: 'a file', after: 1 },
    { origin: 'web', text: 'a page', after: 1 },
  ])
})

test('files that the agent’s tools wrote are named, those that it read are not', () => {
  count = 0
  const { written } = readSaid([
    message('user', 'Save it.'),
    message('assistant', [
      use('t1', 'Write', { file_path: '/m/a.md', content: 'x' }),
      use('t2', 'Read', { file_path: '/m/b.md' }),
      use('t3', 'write_file', { content: '"file_path":"/m/c.md"', file_path: '/m/d.md' }),
    ]),
  ])
  expect(written).toEqual([
    { path: '/m/a.md', after: 1 },
    { path: '/m/d.md', after: 1 },
  ])
})

test('a message that was logged again is there once', () => {
  count = 0
  const first = message('user', 'Use tabs.')
  expect(readSaid([first, message('assistant', 'OK.'), first]).said.map(({ id }) => id)).toEqual(['m1', 'm2'])
})
