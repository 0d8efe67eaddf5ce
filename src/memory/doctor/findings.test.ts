// What each finding of `doctor` says: the file, the line, the numbers, and whether --fix mends it.
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { examine, examineSecrets } from '../doctor.ts'

function place(files: Record<string, string | Buffer>) {
  const home = temporaryDirectory()
  const [directory, state] = [join(home, 'memory'), join(home, 'state')]
  mkdirSync(directory, { mode: 0o700 })
  const put = (file: string, text: string | Buffer) => {
    mkdirSync(join(directory, file, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(join(directory, file), text, { mode: 0o600 })
  }
  for (const [file, text] of Object.entries(files)) put(file, text)
  const look = () =>
    examine(directory, state).findings.map(({ code, file, facts, fixable, note }) => [
      code,
      file,
      facts,
      fixable,
      note ?? false,
    ])
  return { directory, look, at: (file: string) => join(directory, file) }
}

const text = (id: string, body = `Body of ${id}`) => `---\nid: ${id}\nname: ${id}\n---\n${body}\n`

test('pointers: which line points to what', () => {
  const { look } = place({
    'MEMORY.md': '# Notes\n- [A](a.md)\n- [Gone](gone.md)\n- [A](a.md)\n',
    'a.md': text('a'),
    'b.md': text('b'),
  })
  expect(look()).toEqual([
    ['dead_pointer', 'MEMORY.md', { line: 3, target: 'gone.md' }, true, false],
    ['duplicate_pointer', 'MEMORY.md', { line: 4, target: 'a.md' }, true, false],
    ['missing_pointer', 'MEMORY.md', { target: 'b.md' }, true, false],
  ])
})

test('a pointer is missing neither for what is hidden nor where the index counts the rest', () => {
  const hidden = '---\nid: b\nname: b\nsuperseded_by: a\n---\nOld\n'
  expect(place({ 'MEMORY.md': '- [A](a.md)\n', 'a.md': text('a'), 'b.md': hidden }).look()).toEqual([])
  const counted = '- [A](a.md)\n_1 more memory is not listed here; recall finds it._\n'
  expect(place({ 'MEMORY.md': counted, 'a.md': text('a'), 'b.md': text('b') }).look()).toEqual([])
})

test('lines: 200 characters are enough for one, 200 lines for all', () => {
  const prose = (length: number) => '字'.repeat(length)
  expect(place({ 'MEMORY.md': `${prose(200)}\n` }).look()).toEqual([])
  expect(place({ 'MEMORY.md': `\n${prose(201)}\n` }).look()).toEqual([
    ['long_line', 'MEMORY.md', { line: 2, length: 201 }, false, false],
  ])
  // What leads to the file does not count.
  const line = (hook: number) => `- [A](a.md) — ${'h'.repeat(hook)}\n`
  expect(place({ 'MEMORY.md': line(199), 'a.md': text('a') }).look()).toEqual([])
  expect(place({ 'MEMORY.md': line(200), 'a.md': text('a') }).look()).toEqual([
    ['long_line', 'MEMORY.md', { line: 1, length: 201 }, true, false],
  ])
  expect(place({ 'MEMORY.md': 'x\n'.repeat(200) }).look()).toEqual([])
  expect(place({ 'MEMORY.md': 'x\n'.repeat(201) }).look()).toEqual([
    ['index_over_limit', 'MEMORY.md', { lines: 201 }, true, false],
  ])
})

test('two of one id, two of one text; without text they are not the same', () => {
  const index = '- [A](a.md)\n- [B](b.md)\n'
  expect(place({ 'MEMORY.md': index, 'a.md': text('x', 'one'), 'b.md': text('x', 'two') }).look()).toEqual([
    ['duplicate_id', 'b.md', { of: 'a.md', id: 'x' }, true, false],
  ])
  expect(place({ 'MEMORY.md': index, 'a.md': text('x', 'same'), 'b.md': text('y', ' same') }).look()).toEqual(
    [['duplicate_memory', 'b.md', { of: 'a.md', id: 'y' }, false, false]],
  )
  expect(place({ 'MEMORY.md': index, 'a.md': text('x', ''), 'b.md': text('y', '') }).look()).toEqual([])
})

test('of a ring of memories that hide each other the newest is reported; of equally old ones the last by name', () => {
  const hidden = (id: string, by: string, day: string) =>
    `---\nid: ${id}\nname: ${id}\ncreated: 2026-01-${day}\nsuperseded_by: ${by}\n---\nText of ${id}\n`
  const lost = (days: [string, string]) =>
    place({ 'a.md': hidden('a', 'b', days[0]), 'b.md': hidden('b', 'a', days[1]) }).look()
  expect(lost(['02', '01'])).toEqual([['lost_successor', 'a.md', { id: 'b' }, true, false]])
  expect(lost(['01', '02'])).toEqual([['lost_successor', 'b.md', { id: 'a' }, true, false]])
  expect(lost(['01', '01'])).toEqual([['lost_successor', 'b.md', { id: 'a' }, true, false]])
  expect(place({ 'a.md': hidden('a', 'a', '01') }).look()).toEqual([
    ['lost_successor', 'a.md', { id: 'a' }, true, false],
  ])
})

test('files: links, second names, what is no file, what cannot be read or searched', () => {
  const large = text('large', 'word '.repeat(400_001))
  const { look, at } = place({ 'MEMORY.md': '- [a](a.md)\n- [large](large.md)\n', 'a.md': text('a') })
  writeFileSync(at('large.md'), large, { mode: 0o600 })
  writeFileSync(at('huge.md'), Buffer.alloc(16_000_001, 'x'), { mode: 0o600 })
  symlinkSync('a.md', at('link.md'))
  mkdirSync(at('folder.md'), { mode: 0o700 })
  linkSync(at('a.md'), at('../second'))
  expect(look().sort()).toEqual([
    ['hard_link', 'a.md', {}, false, true],
    ['link', 'link.md', {}, false, true],
    ['not_searched', 'large.md', { bytes: large.length }, false, false],
    ['too_large', 'huge.md', {}, false, false],
  ])
})

test('an index that is a link is more than a note', () => {
  const { look, at } = place({ 'a.md': text('a') })
  symlinkSync('a.md', at('MEMORY.md'))
  expect(look()).toEqual([['link', 'MEMORY.md', {}, false, false]])
})

test('names that are one on another system, also that of the index', () => {
  const { look } = place({
    'MEMORY.md': '- [a](A.md)\n- [b](a.md)\n- [m](memory.md)\n',
    'A.md': text('a'),
    'a.md': text('b'),
    'memory.md': text('m'),
  })
  const found = look()
  expect(found.every(([code, , , fixable]) => code === 'name_collision' && fixable === false)).toBe(true)
  expect(found.map(([, file]) => String(file).toLowerCase()).sort()).toEqual(['a.md', 'memory.md'])
})

test('what cannot be seen is reported with its character and line', () => {
  const { look } = place({ 'MEMORY.md': '- [a](a.md)\n', 'a.md': text('a', 'one\ntwo\u202e') })
  expect(look()).toEqual([['hidden_characters', 'a.md', { character: 'U+202E', line: 6 }, false, false]])
})

test('a certain secret: its rule and its line; what only may be one is not reported', async () => {
  const key = `AKIA${'2E7UJQ4RT5YZ3VB6'}`
  const { directory } = place({
    'MEMORY.md': `- [a](a.md) — ${key}\n`,
    'a.md': text('a', `one\n${key}`),
    'b.md': text('b', 'password = "hunter2-Gh7kQ9"'),
  })
  const { memories } = examine(directory, join(directory, '../state'))
  const secret = (file: string, line: number, id?: string) => ({
    code: 'secret',
    file,
    facts: { rule: 'aws-access-token', line, ...(id && { id }) },
    fixable: false,
  })
  expect(await examineSecrets(directory, memories)).toEqual([secret('MEMORY.md', 1), secret('a.md', 6, 'a')])
})
