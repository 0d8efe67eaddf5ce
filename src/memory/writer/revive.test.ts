// What becomes of a hidden memory when the one that took its place goes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwriting } from '../../../test/support/overwriting.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { contentHash } from '../../base/values/hash.ts'
import { openWriter } from '../open-writer.ts'

const text = (id: string, supersededBy?: string) =>
  `---\nid: ${id}\nname: ${id}\n${supersededBy ? `superseded_by: ${supersededBy}\n` : ''}---\nText of ${id}\n`

function place(files: Record<string, string>) {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  mkdirSync(directory)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, file), content)
  const writer = overwriting(
    openWriter({
      directory,
      state: join(home, 'state'),
      loadScan: async () => (content) => ({ status: 'ok', text: content, warnings: [] }),
      ops: { ...nodeFileOps, fsync: () => {} },
    }),
  )
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  const actions = () => writer.journal.read().map(({ file, action }) => [file, action])
  return { writer, read, actions }
}

const remove = (file: string) => ({ file, content: null })
const by = (action: 'remove' | 'merge' | 'edit') => ({ actor: 'user', action })

test('it lives again, and its history says so', async () => {
  const { writer, read, actions } = place({ 'a.md': text('a', 'b'), 'b.md': text('b') })
  await writer.overwrite([remove('b.md')], by('remove'))
  expect(read('a.md')).toBe(text('a'))
  expect(actions()).toEqual([
    ['b.md', 'remove'],
    ['a.md', 'revive'],
  ])
})

test('it follows what had taken the place of that one', async () => {
  const { writer, read, actions } = place({
    'a.md': text('a', 'b'),
    'b.md': text('b', 'c'),
    'c.md': text('c'),
  })
  await writer.overwrite([remove('b.md')], by('remove'))
  expect(read('a.md')).toBe(text('a', 'c'))
  expect(actions()).toEqual([
    ['b.md', 'remove'],
    ['a.md', 'supersede'],
  ])
})

test('it follows neither a memory that does not exist nor itself', async () => {
  for (const next of ['nobody', 'a']) {
    const { writer, read } = place({ 'a.md': text('a', 'b'), 'b.md': text('b', next) })
    await writer.overwrite([remove('b.md')], by('remove'))
    expect(read('a.md'), next).toBe(text('a'))
  }
})

test('it follows what says it from now on, whether that changes with it or not, and lives again where nothing does', async () => {
  for (const heir of ['c', undefined])
    for (const kept of [[], [{ file: 'c.md', content: `${text('c')}and more\n` }]]) {
      const { writer, read } = place({ 'a.md': text('a', 'b'), 'b.md': text('b'), 'c.md': text('c') })
      await writer.overwrite([...kept, { ...remove('b.md'), heir }], by('merge'))
      expect(read('a.md'), `${heir} ${kept.length}`).toBe(heir ? text('a', 'c') : text('a'))
    }
})

test('it stays hidden while another file of that id is there, and when the id only moves', async () => {
  const { writer, read } = place({ 'a.md': text('a', 'b'), 'b.md': text('b'), 'copy.md': text('b') })
  await writer.overwrite([remove('b.md')], by('remove'))
  expect(read('a.md')).toBe(text('a', 'b'))
  const moved = place({ 'a.md': text('a', 'b'), 'b.md': text('b') })
  await moved.writer.overwrite([remove('b.md'), { file: 'new.md', content: text('b') }], by('edit'))
  expect(moved.read('a.md')).toBe(text('a', 'b'))
})

test('a file that is not text is left alone', async () => {
  const { writer, read } = place({ 'b.md': text('b'), 'a.md': `${text('a', 'b')}\0` })
  await writer.overwrite([remove('b.md')], by('remove'))
  expect(contentHash(read('a.md'))).toBe(contentHash(`${text('a', 'b')}\0`))
})
