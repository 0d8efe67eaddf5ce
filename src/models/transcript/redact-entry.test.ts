import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactSecrets } from '../../base/secrets/redact-secrets.ts'
import type { RedactText } from '../../base/secrets/secret-finding.ts'
import type { Block } from '../content.ts'
import { decodeEntry, encodeEntry } from '../log-line.ts'
import { createMessage } from '../transcript-message.ts'
import { redactEntry } from './redact-entry.ts'

// Put together here, so that nothing in this file looks like one.
const KEY = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`

const redact: RedactText = (text) => {
  const { text: clean, findings } = redactSecrets(text)
  return { text: clean, rules: findings.map(({ rule }) => rule) }
}
const written = (...content: Block[]) =>
  redactEntry(
    {
      type: 'message',
      message: createMessage({ role: 'assistant', content, parent: null, time: new Date(0) }),
    },
    redact,
  )
const blocksOf = (entry: ReturnType<typeof written>) =>
  entry.type === 'message' ? entry.message.content : []

test('a message says which kinds of secrets it had', () => {
  const entry = written({ type: 'text', text: `${KEY} and ${KEY}` })
  expect(entry).toMatchObject({ type: 'message', message: { redacted: ['github-pat'] } })
  expect(blocksOf(entry)).toEqual([
    { type: 'text', text: '[redacted: github-pat] and [redacted: github-pat]' },
  ])
})

test('a message without secrets is the same object, and says nothing', () => {
  const message = createMessage({
    role: 'user',
    content: [{ type: 'text', text: 'hi' }],
    parent: null,
    time: new Date(0),
  })
  const entry = { type: 'message', message } as const
  expect(redactEntry(entry, redact)).toBe(entry)
})

test('thinking loses its signature with its secret, and keeps it otherwise', () => {
  const plain: Block = { type: 'thinking', text: 'hm', signature: 'c2ln' }
  expect(blocksOf(written(plain, { type: 'thinking', text: KEY, signature: 'c2ln' }))).toEqual([
    plain,
    { type: 'thinking', text: '[redacted: github-pat]' },
  ])
})

test.each([
  ['a value', { path: 'a', content: `x ${KEY}` }, { path: 'a', content: 'x [redacted: github-pat]' }],
  ['deep inside', { a: [{ b: KEY }], n: 1 }, { a: [{ b: '[redacted: github-pat]' }], n: 1 }],
  ['a name', { [KEY]: 1 }, { '[redacted: github-pat]': 1 }],
])('the input of a call stays JSON: %s', (_, input, clean) => {
  const [block] = blocksOf(
    written({ type: 'tool_use', id: 't', name: 'Write', inputJson: JSON.stringify(input) }),
  )
  expect(JSON.parse((block as { inputJson: string }).inputJson)).toEqual(clean)
})

test('results, malformed input and notes are looked at, too', () => {
  const blocks = blocksOf(
    written(
      { type: 'tool_result', toolUseId: 't', content: [{ type: 'text', text: `KEY=${KEY}` }] },
      { type: 'tool_use', id: 't', name: 'x', inputJson: '{}', malformed: `{"a": "${KEY}` },
    ),
  )
  expect(JSON.stringify(blocks)).not.toContain(KEY)
  const note = redactEntry({ type: 'note', kind: 'title', time: '', data: { title: KEY } }, redact)
  expect(note).toMatchObject({ data: { title: '[redacted: github-pat]' } })
})

test('whatever a call holds, its line is readable and without the secret', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(KEY, `"${KEY}"`, `\\n${KEY}`, KEY.slice(0, 9), KEY.slice(9)),
  )
  const value = fc.dictionary(part, fc.oneof(part, fc.array(part), fc.integer()))
  fc.assert(
    fc.property(value, (input) => {
      const entry = written({ type: 'tool_use', id: 't', name: 'x', inputJson: JSON.stringify(input) })
      const line = encodeEntry(entry)
      expect(line).not.toContain(KEY)
      expect(decodeEntry(line)?.type).toBe('message')
      const [block] = blocksOf(entry)
      expect(typeof JSON.parse((block as { inputJson: string }).inputJson)).toBe('object')
    }),
    { numRuns: 300 },
  )
})
