import { expect, test } from 'vitest'
import { withStatements } from './read-set.ts'

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
