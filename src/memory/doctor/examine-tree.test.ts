import { chmodSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readMemories } from '../scan-files.ts'
import { examineNames, examineTree } from './examine-tree.ts'

function place() {
  const directory = join(temporaryDirectory(), 'memory')
  for (const path of [directory, join(directory, 'team')]) mkdirSync(path, { mode: 0o700 })
  for (const file of ['a.md', 'team/b.md', 'other.txt'])
    writeFileSync(join(directory, file), file, { mode: 0o600 })
  const look = () =>
    examineTree(directory, readMemories(directory)).map(({ code, file, facts, fixable }) => [
      code,
      file,
      facts,
      fixable,
    ])
  return { directory, look, at: (file: string) => join(directory, file) }
}

test('access for others is reported with what it is and what it should be', () => {
  const { look, at } = place()
  expect(look()).toEqual([])
  chmodSync(at('.'), 0o750)
  chmodSync(at('team'), 0o701)
  chmodSync(at('a.md'), 0o644)
  chmodSync(at('team/b.md'), 0o400)
  // Not a memory: nothing of ours.
  chmodSync(at('other.txt'), 0o666)
  expect(look().sort()).toEqual([
    ['wrong_mode', '.', { mode: '750', wanted: '700' }, true],
    ['wrong_mode', 'a.md', { mode: '644', wanted: '600' }, true],
    ['wrong_mode', 'team/', { mode: '701', wanted: '700' }, true],
  ])
})

test('a file with a second name keeps its rights: they are those of the other name, too', () => {
  const { look, at } = place()
  chmodSync(at('a.md'), 0o644)
  linkSync(at('a.md'), at('../elsewhere'))
  expect(look()).toEqual([
    ['hard_link', 'a.md', {}, false],
    ['wrong_mode', 'a.md', { mode: '644', wanted: '600' }, false],
  ])
})

test('what a crash left is reported once, in whatever directory; hidden names of others are not looked at', () => {
  const { look, at } = place()
  for (const file of ['.memdir-tmp-x', 'team/.memdir-tmp-y', '.hidden.md']) writeFileSync(at(file), 'x')
  mkdirSync(at('.git'))
  writeFileSync(at('.git/a.md'), 'x')
  expect(look().sort()).toEqual([
    ['leftover', '.memdir-tmp-x', {}, true],
    ['leftover', 'team/.memdir-tmp-y', {}, true],
  ])
})

test('a name that is taken for the index of its directory collides with it', () => {
  const { directory, at } = place()
  writeFileSync(at('team/memory.md'), 'x')
  expect(examineNames(readMemories(directory))).toEqual([
    { code: 'name_collision', file: 'team/memory.md', facts: { of: 'team/MEMORY.md' }, fixable: false },
  ])
})
