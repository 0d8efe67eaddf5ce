import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { testChange } from '../../../test/support/test-change.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { openJournal } from './journal.ts'
import { journalText } from './journal-lines.ts'
import { dropGroups, rewriteChanges } from './rewrite-journal.ts'

const change = (id: string) => testChange(id, { merged: `words of ${id}` })

/** A history of two months, and the number of a month's file, which is another one after it was written again. */
function place() {
  const directory = join(temporaryDirectory(), 'journal')
  let now = new Date('2026-10-15T10:00:00Z')
  const journal = openJournal({ directory, ops: nodeFileOps }, { now: () => now })
  const fill = () => {
    journal.append([change('old')])
    journal.finish('old', { durable: true })
    now = new Date('2026-11-15T10:00:00Z')
    journal.append([change('new')])
    journal.finish('new', { durable: true })
    journal.append([change('last')])
  }
  const month = (name: string) => join(directory, `${name}.jsonl`)
  return {
    journal,
    fill,
    text: (name: string) => readFileSync(month(name), 'utf8'),
    number: (name: string) => statSync(month(name)).ino,
  }
}

test('a month in which nothing goes is not written again', () => {
  const { journal, fill, number } = place()
  fill()
  const before = [number('2026-10'), number('2026-11')]
  expect(rewriteChanges(journal.place, (one) => one)).toBe(0)
  dropGroups(journal.place, new Set(['nobody']))
  expect([number('2026-10'), number('2026-11')]).toEqual(before)
  expect(rewriteChanges(journal.place, (one) => (one.id === 'new' ? undefined : one))).toBe(1)
  expect(number('2026-10')).toBe(before[0])
  expect(number('2026-11')).not.toBe(before[1])
})

test('the last line of a month goes too', () => {
  const { journal, fill, text } = place()
  fill()
  expect(rewriteChanges(journal.place, (one) => (one.id === 'last' ? undefined : one))).toBe(1)
  expect(text('2026-11')).not.toContain('last')
  expect(text('2026-11')).toContain('new.md')
})

test('a change that only loses its words is written again, and none is counted', () => {
  const { journal, fill, text } = place()
  fill()
  const { merged, ...rest } = change('old')
  expect(rewriteChanges(journal.place, (one) => (one.id === 'old' ? rest : one))).toBe(0)
  expect(text('2026-10')).not.toContain(merged)
  expect(text('2026-11')).toContain('words of new')
})

test('a group goes with its mark, and the others of its month stay', () => {
  const { journal, fill, text } = place()
  fill()
  dropGroups(journal.place, new Set(['new']))
  expect(text('2026-11')).toBe(journalText([change('last')]))
})

test('where there is no history there is nothing to rewrite', () => {
  const { journal } = place()
  expect(rewriteChanges(journal.place, () => undefined)).toBe(0)
})
