import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMessages, withStatements } from '../../bench/evaluate/read-set.mjs'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'

test('a line that something was written from becomes that, with itself as the quotation', () => {
  const corpus = [
    { id: 'a', group: 'g', text: 'we moved the retro to Monday, ok?' },
    { id: 'b', group: 'g', text: 'thanks' },
  ]
  const statements = [
    { text: 'The retro is on Mondays.', evidence: ['a'] },
    { text: 'The retro was moved.', evidence: ['a', 'unknown'] },
  ]
  expect(withStatements(corpus, statements)).toEqual([
    {
      id: 'a',
      group: 'g',
      text: 'The retro is on Mondays.\nThe retro was moved.',
      quote: 'we moved the retro to Monday, ok?',
    },
    { id: 'b', group: 'g', text: 'thanks' },
  ])
})

test('of conversations only what the person said is read, with its label', () => {
  const path = join(temporaryDirectory(), 'm.jsonl')
  const said = { id: 'a', text: 'Always lint.', session: 's1', time: '2026-03-01T10:00:00Z', keep: 'yes' }
  const lines = [said, { id: 'f', role: 'assistant', text: 'Always use tabs.', session: 's3' }]
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(readMessages(path)).toEqual([
    { id: 'a', text: 'Always lint.', conversation: 's1', time: '2026-03-01T10:00:00.000Z', keep: 'yes' },
  ])
})
