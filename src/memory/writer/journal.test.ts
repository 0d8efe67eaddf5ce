import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { testChange } from '../../../test/support/test-change.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import type { Change } from '../writer.ts'
import { openJournal } from './journal.ts'
import { dropGroups, rewriteChanges } from './rewrite-journal.ts'

function place(start = '2026-11-15T10:00:00Z') {
  const directory = join(temporaryDirectory(), 'journal')
  let now = new Date(start)
  const journal = openJournal({ directory, ops: nodeFileOps }, { now: () => now })
  const file = () => join(directory, readdirSync(directory).sort().at(-1)!)
  return { directory, journal, file, at: (time: string) => (now = new Date(time)) }
}

const change = (id: string, group = id) => testChange(id, { group })
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id)

test('only changes of finished and rolled-back groups are listed; the rest is unfinished', () => {
  const { journal } = place()
  journal.append([change('a')])
  expect(journal.read()).toEqual([])
  expect(ids(journal.unfinished().flat())).toEqual(['a'])
  journal.finish('a', { durable: false })
  journal.append([change('b1', 'b'), change('b2', 'b')])
  journal.rollBack('b', ['b2'])
  expect(ids(journal.read())).toEqual(['a', 'b2'])
  expect(journal.unfinished()).toEqual([])
})

test('a change and its mark may be in two months, and the clock may go back', () => {
  const { journal, at } = place('2026-11-30T23:59:59Z')
  journal.append([change('a')])
  at('2026-12-01T00:00:00Z')
  expect(ids(journal.unfinished().flat())).toEqual(['a'])
  journal.finish('a', { durable: false })
  expect(ids(journal.read())).toEqual(['a'])
  at('2026-11-30T23:59:58Z')
  journal.append([change('b')])
  expect(ids(journal.unfinished().flat())).toEqual(['b'])
  journal.finish('b', { durable: false })
  expect(journal.unfinished()).toEqual([])
  expect(ids(journal.read()).sort()).toEqual(['a', 'b'])
})

test('a torn line swallows neither its neighbours nor the next one', () => {
  const { journal, file } = place()
  journal.append([change('a')])
  journal.finish('a', { durable: false })
  appendFileSync(file(), '{"v":1,"id":"torn","gro')
  journal.append([change('b')])
  journal.finish('b', { durable: false })
  expect(ids(journal.read())).toEqual(['a', 'b'])
})

test('lines of another form or a newer version are passed over', () => {
  const { journal, file } = place()
  journal.append([change('a')])
  journal.finish('a', { durable: false })
  appendFileSync(
    file(),
    [
      'null',
      '1',
      '[]',
      '{"v":2}',
      '{"v":1}',
      '{"v":1,"settled":"x"}',
      '{"v":1,"settled":"x","applied":3}',
      '{"v":1,"done":{}}',
      '{"v":1,"group":"g","file":3}',
    ].join('\n'),
  )
  expect(ids(journal.read())).toEqual(['a'])
  expect(journal.unfinished()).toEqual([])
})

test('a write with the clock ahead drops nothing, and what follows is written behind it', () => {
  const { journal, directory, at } = place('2026-11-15T00:00:00Z')
  for (const id of ['a', 'b']) {
    journal.append([change(id)])
    journal.finish(id, { durable: false })
  }
  at('2036-01-01T00:00:00Z')
  journal.append([change('ahead')])
  journal.finish('ahead', { durable: false })
  expect(ids(journal.read())).toEqual(['a', 'b', 'ahead'])
  at('2026-11-16T00:00:00Z')
  journal.append([change('after')])
  expect(journal.unfinished().map(ids)).toEqual([['after']])
  journal.finish('after', { durable: false })
  // The order is that of writing: undo takes back the last write, not the one with the highest date.
  expect(ids(journal.read())).toEqual(['a', 'b', 'ahead', 'after'])
  expect(readdirSync(directory)).toEqual(['2026-11.jsonl', '2036-01.jsonl'])
})

test('groups are dropped with their marks, and a file with nothing in it goes', () => {
  const { journal, directory, at } = place('2026-10-15T00:00:00Z')
  journal.append([change('old')])
  at('2026-11-15T00:00:00Z')
  journal.finish('old', { durable: false })
  journal.append([change('new')])
  journal.finish('new', { durable: false })
  dropGroups(journal.place, new Set(['old']))
  expect(readdirSync(directory)).toEqual(['2026-11.jsonl'])
  expect(readFileSync(join(directory, '2026-11.jsonl'), 'utf8')).not.toContain('old')
  expect(ids(journal.read())).toEqual(['new'])
  expect(journal.unfinished()).toEqual([])
})

test('erasing leaves no copy', () => {
  const { journal, directory } = place('2026-11-15T00:00:00Z')
  journal.append([change('keep'), change('erase')])
  journal.finish('keep', { durable: false })
  journal.finish('erase', { durable: false })
  expect(ids(journal.read())).toEqual(['keep', 'erase'])
  writeFileSync(join(directory, '.memdir-tmp-left'), 'erase')
  expect(rewriteChanges(journal.place, (entry) => (entry.id === 'erase' ? undefined : entry))).toBe(1)
  expect(readdirSync(directory)).toEqual(['2026-11.jsonl'])
  expect(readFileSync(join(directory, '2026-11.jsonl'), 'utf8')).not.toContain('erase.md')
  expect(ids(journal.read())).toEqual(['keep'])
})

test('an empty or missing history reads as none', () => {
  const { journal, directory } = place()
  expect(journal.read()).toEqual([])
  expect(journal.unfinished()).toEqual([])
  mkdirSync(directory)
  writeFileSync(join(directory, '2026-11.jsonl'), '')
  expect(journal.read()).toEqual([])
  journal.append([change('a')])
  expect(ids(journal.unfinished().flat())).toEqual(['a'])
})

test('a group that is longer than one write takes is read back whole', () => {
  const { journal, file } = place()
  const text = 'x'.repeat(400_000)
  const many = Array.from({ length: 8 }, (_, i) => ({
    ...change(`c${i}`, 'g'),
    groupSize: 8,
    after: { hash: 'h', text },
  }))
  journal.append(many)
  expect(readFileSync(file(), 'utf8').length).toBeGreaterThan(3_000_000)
  expect(journal.unfinished()).toEqual([many])
  journal.finish('g', { durable: true })
  expect(journal.read()).toEqual(many)
})

test('of two marks of a group the later counts', () => {
  const { journal } = place()
  journal.append([change('a1', 'a'), change('a2', 'a')])
  journal.finish('a', { durable: true })
  journal.rollBack('a', [])
  expect(journal.read()).toEqual([])
  expect(ids(journal.readAll())).toEqual(['a1', 'a2'])
})
