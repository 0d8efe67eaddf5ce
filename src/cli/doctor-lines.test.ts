import { expect, test } from 'vitest'
import { inOrder } from './doctor-lines.ts'

test('what matters comes first, each once, and otherwise in the order in which it was found', () => {
  const lines = inOrder([
    { rank: 'ok', text: 'works' },
    { rank: 'note', text: 'by the way' },
    { rank: 'problem', text: 'first' },
    { rank: 'waiting', text: 'yours' },
    { rank: 'problem', text: 'second' },
    { rank: 'problem', text: 'first' },
    { rank: 'off', text: 'memory is off' },
  ])
  expect(lines.map(({ text }) => text)).toEqual([
    ...['memory is off', 'first', 'second', 'yours', 'by the way', 'works'],
  ])
})
