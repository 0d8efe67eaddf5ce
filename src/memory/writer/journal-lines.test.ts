import { expect, test } from 'vitest'
import { testChange } from '../../../test/support/test-change.ts'
import { effective, groupOf, journalText, parseJournal, unfinishedIn } from './journal-lines.ts'

const change = (id: string, group = id) => testChange(id, { group })
const done = (group: string) => ({ done: group })
const settled = (group: string, ...applied: string[]) => ({ settled: group, applied })

test('lines that are torn, of another version or not ours are passed over', () => {
  const good = [change('a'), done('a'), settled('b', 'c')]
  expect(parseJournal(journalText(good))).toEqual(good)
  const whole = { v: 1, ...change('a') }
  const bad: unknown[] = [
    null,
    7,
    'text',
    { ...whole, v: 2 },
    { v: 1, done: 7 },
    { v: 1, settled: 'a' },
    { v: 1, settled: 7, applied: [] },
    ...(['id', 'group', 'time', 'actor', 'action', 'file'] as const).map((key) => ({ ...whole, [key]: 7 })),
    { ...whole, before: 'x' },
    { ...whole, before: undefined },
    { ...whole, before: {} },
    { ...whole, after: 7 },
    { ...whole, after: { hash: 7 } },
  ]
  for (const one of bad) expect(parseJournal(`${JSON.stringify(one)}\n`), JSON.stringify(one)).toEqual([])
  expect(parseJournal(`{"v":1,"id":"a\n${journalText([change('a')])}\n\n{`)).toEqual([change('a')])
})

test('what took place: groups with a mark, the last one counting; of a group taken back what stayed', () => {
  const lines = [change('a'), change('b', 'g'), change('c', 'g'), done('a'), done('g'), settled('g', 'c')]
  expect(effective(lines).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(effective([change('a')])).toEqual([])
  expect(effective([change('a'), settled('a'), done('a')]).map(({ id }) => id)).toEqual(['a'])
})

test('what has no mark is unfinished, the newest group first', () => {
  const lines = [
    change('a'),
    change('b', 'g'),
    done('a'),
    change('c', 'g'),
    change('d'),
    change('e'),
    settled('e'),
  ]
  expect(unfinishedIn(lines).map((group) => group.map(({ id }) => id))).toEqual([['d'], ['b', 'c']])
  expect(lines.map(groupOf)).toEqual(['a', 'g', 'a', 'g', 'd', 'e', 'e'])
})
