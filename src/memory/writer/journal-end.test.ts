// The end of the newest month tells whether something was cut off; its name, how old it is at least.
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { testChange } from '../../../test/support/test-change.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { openJournal } from './journal.ts'
import { journalText } from './journal-lines.ts'

function place() {
  const directory = join(temporaryDirectory(), 'journal')
  let now = new Date('2026-10-31T23:00:00Z')
  const journal = openJournal({ directory, ops: nodeFileOps }, { now: () => now })
  return {
    journal,
    directory,
    nextMonth: () => {
      now = new Date('2026-11-01T01:00:00Z')
    },
  }
}

test('only the newest month is looked at', () => {
  const { journal, directory, nextMonth } = place()
  expect([journal.isCutOff(), journal.since()]).toEqual([false, undefined])
  journal.append([testChange('a')])
  expect(journal.isCutOff()).toBe(true)
  nextMonth()
  journal.finish('a', { durable: true })
  expect(readdirSync(directory)).toEqual(['2026-10.jsonl', '2026-11.jsonl'])
  expect([journal.isCutOff(), journal.since()]).toEqual([false, Date.parse('2026-11-01T00:00:00Z')])
  journal.append([testChange('b')])
  expect(journal.isCutOff()).toBe(true)
  expect(journal.unfinished().map(([{ id }]) => id)).toEqual(['b'])
  journal.rollBack('b', [])
  expect(journal.isCutOff()).toBe(false)
})

test('a mark that is torn, or that another line follows, is none', () => {
  for (const [after, isCutOff] of [
    ['', false],
    ['{"v":1,"done":"b"}', true],
    ['{"v":1,"do', true],
    ['{"v":1,"id":"b"}\n', true],
    ['{"v":1,"settled":"b","applied":[]}\n', false],
  ] as const) {
    const { journal, directory } = place()
    journal.append([testChange('a')])
    journal.finish('a', { durable: true })
    appendFileSync(join(directory, '2026-10.jsonl'), after)
    expect(journal.isCutOff(), after).toBe(isCutOff)
  }
})

test('what is appended to a torn line is on a line of its own, and to a whole one without a blank', () => {
  const { journal, directory } = place()
  journal.append([testChange('a')])
  journal.append([testChange('b')])
  const path = join(directory, '2026-10.jsonl')
  const text = () => nodeFileOps.readFile(path).toString('utf8')
  expect(text()).toBe(journalText([testChange('a'), testChange('b')]))
  appendFileSync(path, '{"torn')
  journal.append([testChange('c')])
  expect(text().split('\n').slice(2)).toEqual(['{"torn', ...journalText([testChange('c')]).split('\n')])
})
