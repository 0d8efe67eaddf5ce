import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { testChange } from '../../../test/support/test-change.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { changesNamed } from '../history.ts'
import { openJournal } from './journal.ts'

const change = (id: string, group: string) => testChange(id, { group })

/** One change alone, and three that were made together. */
function history() {
  const place = { directory: join(temporaryDirectory(), 'journal'), ops: nodeFileOps }
  const journal = openJournal(place, { now: () => new Date('2026-04-09T10:00:00Z') })
  for (const [group, ids] of [
    ['solo', ['s1']],
    ['group', ['a1', 'a2', 'b1']],
  ] as const) {
    journal.append(ids.map((id) => change(id, group)))
    journal.finish(group, { durable: true })
  }
  const named = (name: string) => {
    try {
      return changesNamed({ journal }, name).map(({ id }) => id)
    } catch (error) {
      const { code, messages } = error as {
        code: string
        messages: { message: { values?: { count?: number } } }
      }
      return [code, messages.message.values?.count]
    }
  }
  return { named }
}

test('an id means one change, that of a group all that were made together, newest first', () => {
  const { named } = history()
  expect([named('a1'), named('group'), named('solo'), named('s1')]).toEqual([
    ['a1'],
    ['b1', 'a2', 'a1'],
    ['s1'],
    ['s1'],
  ])
})

test('so does a beginning of one, where it is the only one', () => {
  const { named } = history()
  // A change alone is its group: that is not two.
  expect([named('b'), named('gr'), named('s')]).toEqual([['b1'], ['b1', 'a2', 'a1'], ['s1']])
  expect([named('a'), named('zz'), named(' ')]).toEqual([
    ['ambiguous', 2],
    ['not_found', undefined],
    ['usage', undefined],
  ])
})
