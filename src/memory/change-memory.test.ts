import { expect, test } from 'vitest'
import { changeMemory, isEditableText } from './memory-file.ts'

const change = (text: string, body?: string) => changeMemory(Buffer.from(text), {}, body)

test('the body of a file is changed also where its frontmatter cannot be read', () => {
  const broken = '---\nname: "A\n---\n'
  expect(change(`${broken}old\n`, 'new')).toBe(`${broken}new\n`)
  expect(change(`${broken}old\n`)).toBe(`${broken}old\n`)
})

test('a new body has the line ends of the file, even where the old one had none', () => {
  expect(change('---\r\nname: A\r\n---\r\n', 'one\ntwo')).toBe('---\r\nname: A\r\n---\r\none\r\ntwo\r\n')
  expect(change('old\r\n', 'one\ntwo')).toBe('one\r\ntwo\r\n')
  expect(change('---\nname: A\n---\nold\r\n', 'one\r\ntwo')).toBe('---\nname: A\n---\none\ntwo\n')
  expect(change('', ' new \n\n')).toBe('new\n')
})

test('text is what can be changed without losing bytes', () => {
  expect(
    [Buffer.from('日本'), Buffer.from([0x61, 0, 0x62]), Buffer.from([0xff])].map(isEditableText),
  ).toEqual([true, false, false])
})
