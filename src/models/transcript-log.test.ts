import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { text } from './content.ts'
import { readTranscript } from './read-transcript.ts'
import { openTranscriptLog } from './transcript-log.ts'
import { createMessage, type TranscriptMessage } from './transcript-message.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-log-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const header = { id: 'c1', project: 'p', time: '2026-01-01T00:00:00Z' }
const open = (path: string) =>
  openTranscriptLog({ path, header: () => header, redact: (text) => ({ text, rules: [] }) })

function chain(count: number): TranscriptMessage[] {
  const messages: TranscriptMessage[] = []
  for (let at = 0; at < count; at++) {
    const role = at % 2 === 0 ? 'user' : 'assistant'
    const parent = messages.at(-1)?.id ?? null
    messages.push(createMessage({ role, content: [text(`wörd ${at}`)], parent, time: new Date(at) }))
  }
  return messages
}

test('a conversation is resumed as it was', async () => {
  const path = join(directory, 'deep', 'c1.jsonl')
  const messages = chain(4)
  const log = open(path)
  log.appendMessages(messages.slice(0, 2))
  log.close()
  const again = open(path)
  again.appendMessages(messages.slice(2))
  again.append([{ type: 'note', kind: 'title', time: header.time, data: 'A talk' }])
  again.close()
  const session = await readTranscript(path)
  expect(session.header).toMatchObject({ ...header, version: 1 })
  expect(session.messages).toEqual(messages)
  expect(session.notes).toHaveLength(1)
  expect(session.skipped).toBe(0)
})

test('tool input survives byte for byte', async () => {
  const path = join(directory, 'c.jsonl')
  const use = { type: 'tool_use' as const, id: 't', name: 'Read', inputJson: '{"10":1.0,"2":"a"}' }
  const log = open(path)
  log.appendMessages([createMessage({ role: 'assistant', content: [use], parent: null, time: new Date(0) })])
  log.close()
  expect((await readTranscript(path)).messages[0]?.content).toEqual([use])
})

test('a line torn anywhere costs that line only, and the next one is readable', async () => {
  const path = join(directory, 'c.jsonl')
  const messages = chain(3)
  const log = open(path)
  log.appendMessages(messages)
  log.close()
  const whole = readFileSync(path)
  const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: lastStart + 1, max: whole.length - 2 }), async (cut) => {
      writeFileSync(path, whole)
      truncateSync(path, cut)
      expect((await readTranscript(path)).messages).toEqual(messages.slice(0, 2))
      const next = { ...messages[2]!, id: 'next' }
      const resumed = open(path)
      resumed.appendMessages([next])
      resumed.close()
      expect((await readTranscript(path)).messages).toEqual([...messages.slice(0, 2), next])
    }),
    { numRuns: 40 },
  )
})

test('after a boundary only what follows it is seen; the file keeps all', async () => {
  const path = join(directory, 'c.jsonl')
  const before = chain(4)
  const summary = createMessage({
    role: 'user',
    content: [text('so far')],
    parent: null,
    time: new Date(9),
    meta: 'summary',
  })
  const log = open(path)
  log.appendMessages(before)
  log.append([{ type: 'boundary', id: 'b', time: header.time, trigger: 'auto', removed: 4 }])
  log.appendMessages([summary])
  log.close()
  const session = await readTranscript(path)
  expect(session.messages).toEqual([summary])
  expect(session.all).toHaveLength(5)
})

test('lines that are not ours are skipped and counted', async () => {
  const path = join(directory, 'c.jsonl')
  const log = open(path)
  log.appendMessages(chain(1))
  log.close()
  appendFileSync(path, 'no json\n{"type":"message","id":1}\n{"type":"later"}\n\n[1]\n')
  const session = await readTranscript(path)
  expect(session.messages).toHaveLength(1)
  expect(session.skipped).toBe(4)
})

test('a newer version is refused, not misread', async () => {
  const path = join(directory, 'c.jsonl')
  writeFileSync(path, '{"type":"conversation","version":99,"id":"c"}\n')
  await expect(readTranscript(path)).rejects.toThrow(/newer/)
})
