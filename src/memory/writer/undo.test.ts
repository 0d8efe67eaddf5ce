import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWriter } from '../../../test/support/open-test-writer.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readLog } from '../history.ts'
import { planUndo, withTied } from '../plan-undo.ts'
import { listMemoryFiles } from '../scan-files.ts'
import type { ChangeAction } from '../writer.ts'
import { undoChanges } from './undo.ts'

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const writer = openTestWriter(home)
  const write = (files: Record<string, string | null>, action: ChangeAction = 'add') =>
    writer.overwrite(
      Object.entries(files).map(([file, content]) => ({ file, content })),
      { actor: 'user', action },
    )
  const log = () => readLog(writer)
  const changeOf = (file: string) => log().filter((change) => change.file === file)[0]!
  const undo = (...files: string[]) => undoChanges(writer, directory, files.map(changeOf), 'user')
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  return {
    directory,
    writer,
    write,
    log,
    changeOf,
    undo,
    read,
    files: () => listMemoryFiles(directory).sort(),
  }
}

test('one change of an import is independent; one of a merge brings the others', async () => {
  const { writer, write, changeOf } = place()
  const tied = (file: string) =>
    withTied(writer, [changeOf(file)])
      .map((change) => change.file)
      .sort()
  await write({ 'a.md': 'a', 'b.md': 'b' }, 'import')
  expect(tied('a.md')).toEqual(['a.md'])
  await write({ 'c.md': 'c', 'd.md': 'd' }, 'merge')
  expect(tied('c.md')).toEqual(['c.md', 'd.md'])
  await write({ 'e.md': 'e', 'f.md': 'f' }, 'supersede')
  expect(tied('f.md')).toEqual(['e.md', 'f.md'])
})

test('what was taken back already is not brought along, and is refused when it is meant', async () => {
  const { directory, writer, write, log, undo, files } = place()
  await write({ 'a.md': 'a', 'b.md': 'b' }, 'import')
  await undo('a.md', 'b.md')
  expect(files()).toEqual([])
  const added = log().filter(({ action }) => action === 'import')
  const again = await undoChanges(writer, directory, added, 'user')
  expect(again.undone).toEqual([])
  expect(again.skipped.map(({ reason }) => reason.key)).toEqual([
    'changes.undone-already',
    'changes.undone-already',
  ])
  expect(again.redo).toEqual([])
})

test('a merge is taken back whole or not at all', async () => {
  const { directory, write, undo, files, read } = place()
  await write({ 'a.md': 'a', 'b.md': 'b' })
  await write({ 'a.md': 'a and b', 'b.md': null }, 'merge')
  writeFileSync(join(directory, 'a.md'), 'mine')
  const left = await undo('b.md')
  expect([left.undone, files(), read('a.md')]).toEqual([[], ['a.md'], 'mine'])
  expect(left.skipped.map(({ file, reason }) => [file, reason.key]).sort()).toEqual([
    ['a.md', 'changes.changed-again'],
    ['b.md', 'changes.changed-again'],
  ])
  writeFileSync(join(directory, 'a.md'), 'a and b')
  expect((await undo('b.md')).undone.map(({ file }) => file).sort()).toEqual(['a.md', 'b.md'])
  expect([read('a.md'), read('b.md')]).toEqual(['a', 'b'])
})

test('what the writer refuses is left with its reason, and the others continue in one change', async () => {
  const { directory, write, undo, log, files } = place()
  await write({ 'Notes.md': 'x', 'b.md': 'b' })
  await write({ 'Notes.md': null, 'b.md': null }, 'remove')
  // A name that other systems take for the one that comes back.
  writeFileSync(join(directory, 'notes.md'), 'mine')
  const outcome = await undo('Notes.md', 'b.md')
  expect(outcome.undone.map(({ file }) => file)).toEqual(['b.md'])
  expect(outcome.skipped.map(({ file, reason }) => [file, reason.key])).toEqual([
    ['Notes.md', 'paths.cannot-be-written'],
  ])
  expect(files()).toEqual(['b.md', 'notes.md'])
  expect(outcome.redo).toEqual([log()[0]!.id])
})

test('several are brought back by the id of their group', async () => {
  const { write, undo, log } = place()
  await write({ 'a.md': 'a', 'b.md': 'b' }, 'import')
  const { undone, redo } = await undo('a.md', 'b.md')
  const [last] = log()
  expect([redo, undone.map(({ by }) => by).sort()]).toEqual([
    [last!.group],
    log()
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  ])
})

test('a plan says what would be left alone, and why', async () => {
  const { directory, write, log } = place()
  await write({ 'a.md': 'one' })
  await write({ 'a.md': 'two' }, 'edit')
  await write({ 'p.md': 'p' }, 'purge')
  const why = () => planUndo(directory, log()).map((problem) => problem?.key)
  expect(why()).toEqual(['changes.purge-is-final', undefined, undefined])
  writeFileSync(join(directory, 'a.md'), 'mine')
  // The edit is left, and the add with it: the file does not say what it said.
  expect(why()).toEqual(['changes.purge-is-final', 'changes.changed-again', 'changes.changed-again'])
  rmSync(join(directory, 'a.md'))
  expect(why().slice(1)).toEqual(['changes.changed-again', 'changes.changed-again'])
})
