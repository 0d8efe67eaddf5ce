// What a changed field looks like in the file, byte for byte, and what of the frontmatter is read at all.
import { expect, test } from 'vitest'
import { joinDocument, parseDocument, setFields } from '../../base/yaml/frontmatter.ts'
import { repairFrontmatter } from '../doctor/repair-frontmatter.ts'

const set = (text: string, changes: Record<string, unknown>) =>
  joinDocument(setFields(parseDocument(text), changes))
/** Odd spacing, which no library would write: where it is still there, only the line in question changed. */
const ODD = 'own:  [ 1,2 ]\n'

test('the first field is changed and removed where it is', () => {
  const text = `---\nname:   A\n${ODD}---\nBody\n`
  expect(set(text, { name: 'B' })).toBe(`---\nname: B\n${ODD}---\nBody\n`)
  expect(set(text, { name: undefined })).toBe(`---\n${ODD}---\nBody\n`)
  expect(set(text, { missing: undefined })).toBe(text)
  expect(set(`---\n\n  # note\n${ODD}---\n`, { name: 'B' })).toBe(`---\n\n  # note\n${ODD}name: B\n---\n`)
})

test.each([
  ['a text', 'a text'],
  ['（括号）', '（括号）'],
  ['7 days', '"7 days"'],
  ['7', '"7"'],
  ['ends with a colon:', '"ends with a colon:"'],
  ['ends with a blank ', '"ends with a blank "'],
  ['key: value', '"key: value"'],
  ['with # a sign', '"with # a sign"'],
  ['Yes', '"Yes"'],
  ['null', '"null"'],
  ['two\nlines', '"two\\nlines"'],
  [3, '3'],
  [true, 'true'],
  [null, 'null'],
  [['a', 'b, c', '[d]'], '[a, "b, c", "[d]"]'],
  [{ origin: 'user', none: undefined, said: 'a, b' }, '{ origin: user, said: "a, b" }'],
])('%j is written as %s', (value, written) => {
  expect(set(`---\n${ODD}---\n`, { name: value })).toBe(`---\n${ODD}name: ${written}\n---\n`)
})

test('half a character is written as the sign for one that cannot be read', () => {
  expect(set(`---\n${ODD}---\n`, { name: 'a\ud83d' })).toBe(`---\n${ODD}name: "a\ufffd"\n---\n`)
})

test('where lines do not show the fields, a library changes and removes them', () => {
  const data = (changes: Record<string, unknown>) =>
    parseDocument(set('---\n{ a: 1, b: [x], c: y }\n---\nBody', changes))
  expect(data({ a: 2, d: 'new' })).toMatchObject({ data: { a: 2, b: ['x'], c: 'y', d: 'new' }, body: 'Body' })
  expect(data({ a: undefined }).data).toEqual({ b: ['x'], c: 'y' })
})

test('a line of dashes below a text opens no frontmatter', () => {
  const text = 'abc\nname: A\n---\nBody\n'
  expect(parseDocument(text)).toMatchObject({ status: 'missing', data: {}, body: text })
})

test('16,384 characters of frontmatter are read, and not one more', () => {
  const status = (length: number) => parseDocument(`---\r\nname: ${'x'.repeat(length - 8)}\r\n---\r\n`).status
  expect([status(16_384), status(16_385)]).toEqual(['ok', 'broken'])
})

test('what can be read is not mended', () => {
  const text = '---\nname: "a\n  b"\n---\nBody\n'
  expect([parseDocument(text).status, repairFrontmatter(text)]).toEqual(['ok', text])
  expect(repairFrontmatter('no frontmatter')).toBeUndefined()
})

test('of what cannot be read only the lines at fault are changed', () => {
  const text = (name: string) => `---\nname: ${name}\nown:   'x'\nlist: [ 1,2 ]\n---\n`
  expect(repairFrontmatter(text('a: b'))).toBe(text('"a: b"'))
  expect(repairFrontmatter('---\nname: a: b\nmore:\n\tin: 1\n---\n')).toBe(
    '---\nname: "a: b"\nmore:\n  in: 1\n---\n',
  )
})
