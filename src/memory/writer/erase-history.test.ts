import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { Change, ChangeAction, Content } from '../writer.ts'
import { eraseFromHistory, planErasure, textsToErase } from './erase-history.ts'
import { openJournal } from './journal.ts'

const content = (text: string): Content => ({ hash: contentHash(text), text })
const file = (id: string, words: string) => `---\nid: ${id}\nname: N ${words}\n---\n${words}\n`

let count = 0
/** One change; `before` and `after` are the words of the file, undefined where there is none. */
function change(
  action: ChangeAction,
  memory: string,
  [before, after]: readonly [string | undefined, string | undefined],
  more: Partial<Change> = {},
): Change {
  const id = `c${++count}`
  return {
    id,
    group: id,
    time: '2026-04-09T10:00:00Z',
    actor: 'user',
    action,
    file: `${memory}.md`,
    memory,
    before: before === undefined ? null : content(file(memory, before)),
    after: after === undefined ? null : content(file(memory, after)),
    ...more,
  }
}

test('a memory has its own changes, those of what was merged into it, and nothing else', () => {
  const made = change('add', 'a', [undefined, 'apple'])
  const other = change('add', 'b', [undefined, 'berry'])
  const stranger = change('add', 's', [undefined, 'stone'])
  const group = 'merge1'
  const kept = change('merge', 'a', ['apple', 'apple and berry'], { group })
  const gone = change('merge', 'b', ['berry', undefined], { group })
  const all = [made, other, stranger, kept, gone]
  const plan = planErasure(all, { id: 'a', file: 'a.md' })
  expect(plan).toEqual({
    ids: ['a', 'b'],
    files: ['a.md', 'b.md'],
    changes: [made.id, kept.id, other.id, gone.id],
    mergedAway: [group],
  })
  expect(textsToErase(all, plan)).toEqual([
    'apple\n',
    'N apple',
    'berry\n',
    'N berry',
    'apple and berry\n',
    'N apple and berry',
  ])
})

test('what was removed together with a change of it, and not merged, is a memory of its own', () => {
  const group = 'g'
  const all = [
    change('add', 'a', [undefined, 'apple']),
    change('add', 'b', [undefined, 'berry']),
    change('edit', 'a', ['apple', 'apples'], { group }),
    change('remove', 'b', ['berry', undefined], { group }),
  ]
  expect(planErasure(all, { id: 'a', file: 'a.md' }).files).toEqual(['a.md'])
})

test('of a memory that was merged into another only its own goes, and the words that the other kept of it', () => {
  const group = 'merge2'
  const all = [
    change('add', 'a', [undefined, 'apple']),
    change('add', 'b', [undefined, 'berry']),
    change('merge', 'a', ['apple', 'apple too'], { group, merged: 'berry, said otherwise' }),
    change('merge', 'b', ['berry', undefined], { group }),
    change('merge', 'x', ['xylophone', 'xylophones'], { merged: 'of another merge' }),
  ]
  const plan = planErasure(all, { id: 'b', file: 'b.md' })
  expect([plan.ids, plan.mergedAway]).toEqual([['b'], [group]])
  expect(textsToErase(all, plan)).toEqual(['berry\n', 'N berry', 'berry, said otherwise'])
})

test('a change of an index belongs to no memory', () => {
  const index = change('merge', 'a', ['x', undefined], { file: 'MEMORY.md', memory: undefined, group: 'g' })
  const all = [change('add', 'a', [undefined, 'apple']), change('merge', 'a', ['apple', 'b'], { group: 'g' })]
  expect(planErasure([...all, index], { id: 'a', file: 'a.md' }).changes).not.toContain(index.id)
})

test('of the changes of an index the lines that name the memory go; what named it never stays as it was', () => {
  const pointers = (...names: string[]) =>
    content(names.map((name) => `- [N ${name}](${name}.md)\n`).join(''))
  const index = (before: Content | null, after: Content | null) =>
    change('edit', 'x', [undefined, undefined], { file: 'MEMORY.md', memory: undefined, before, after })
  const made = index(null, pointers('b'))
  const grown = index(pointers('b'), pointers('b', 'a', 'c'))
  const only = index(pointers('b', 'c'), pointers('b', 'a', 'c'))
  const gone = index(pointers('b'), null)
  const own = change('add', 'a', [undefined, 'apple'])
  const directory = join(temporaryDirectory(), 'journal')
  const journal = openJournal(
    { directory, ops: nodeFileOps },
    { now: () => new Date('2026-04-09T10:00:00Z') },
  )
  const all = [own, made, grown, only, gone]
  journal.append(all)
  expect(eraseFromHistory(journal, planErasure(all, { id: 'a', file: 'a.md' }))).toBe(2)
  const kept = journal.readAll().map(({ id, before, after }) => ({ id, before, after }))
  expect(kept).toEqual([
    { id: made.id, before: null, after: pointers('b') },
    { id: grown.id, before: pointers('b'), after: pointers('b', 'c') },
    { id: gone.id, before: pointers('b'), after: null },
  ])
})
