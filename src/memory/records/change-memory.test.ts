import { expect, test } from 'vitest'
import { changeMemory, isEditableText } from '../memory-file.ts'

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

test('a type that Claude Code wrote below metadata is changed there, and nothing else', () => {
  const file = (type: string, more = '') =>
    `---\nname: A\nmetadata: # kept\n  node_type: memory\n  type: ${type}\n  originSessionId: s1\n---${more}\n`
  const changed = (text: string, fields: object) => changeMemory(Buffer.from(text), fields)
  expect(changed(file('user'), { type: 'feedback' })).toBe(file('feedback'))
  expect(changed(file('user'), { type: 'project', name: 'B' })).toBe(
    file('project').replace('name: A', 'name: B'),
  )
  expect(changed(file('user'), { type: undefined })).toBe(file('x').replace('  type: x\n', ''))
  expect(changed('---\nmetadata: { type: user, a: 1 }\n---\n', { type: 'project' })).toBe(
    '---\nmetadata: { type: project, a: 1 }\n---\n',
  )
  // Its own field counts more, and a word that is no type is no type.
  expect(changed(`---\ntype: user\n${file('user').slice(4)}`, { type: 'project' })).toBe(
    `---\ntype: project\n${file('user').slice(4)}`,
  )
  expect(changed(file('strange'), { type: 'project' })).toBe(
    file('strange').replace('---\n---', '').replace('s1\n---', 's1\ntype: project\n---'),
  )
})
