import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendStatement, editStatements, splitStatements } from './statements.ts'

const texts = (body: string) => splitStatements(body).map(({ text }) => text)

describe('statements', () => {
  it('are sentences, items and lines, and a block of code is one', () => {
    const body =
      '# Title\n- One. Two!\n1. 三句。四句；\n> Quoted words.\n\n```sh\nnpm ci\nnpm test\n```\nUse e.g. tabs here.\n'
    expect(texts(body)).toEqual([
      'Title',
      'One.',
      'Two!',
      '三句。',
      '四句；',
      'Quoted words.',
      '```sh\nnpm ci\nnpm test\n```',
      'Use e.g. tabs here.',
    ])
    expect(splitStatements(body).filter(({ isQuotation }) => isQuotation)).toHaveLength(2)
    expect(splitStatements(body).filter(({ isHeading }) => isHeading)).toHaveLength(1)
  })

  it('go with their line where they are alone on it, and leave the others as they are', () => {
    const body = 'First. Second. Third.\n\n- item one\n- item two\n'
    expect(editStatements(body, new Map([[1, null]]))).toBe('First. Third.\n\n- item one\n- item two\n')
    expect(editStatements(body, new Map([[3, null]]))).toBe('First. Second. Third.\n\n- item two\n')
    expect(
      editStatements(
        body,
        new Map([
          [0, null],
          [1, null],
          [2, null],
        ]),
      ),
    ).toBe('\n- item one\n- item two\n')
    expect(editStatements(body, new Map([[4, 'another']]))).toBe(
      'First. Second. Third.\n\n- item one\n- another\n',
    )
    expect(editStatements('a fence\n```\nopen', new Map([[1, null]]))).toBe('a fence\n')
  })

  it('are appended in the form of what is there', () => {
    expect(appendStatement('- a\n- b\n', 'c')).toBe('- a\n- b\n- c\n')
    expect(appendStatement('A.\r\n', 'B.')).toBe('A.\r\n\r\nB.\r\n')
    expect(appendStatement('', 'B.')).toBe('B.\n')
  })

  it('without edits every byte stays; taken out, only they are gone', () => {
    const mark = fc.constantFrom('', '- ', '# ', '> ', '1. ')
    const sentence = fc.constantFrom('Use tabs. ', '用制表符。', 'a b', '!', 'Ask Bob! ')
    const line = fc.tuple(mark, fc.array(sentence, { maxLength: 4 }), fc.constantFrom('\n', '\r\n'))
    const fence = fc.constant('```\n')
    const body = fc
      .array(
        fc.oneof(
          { arbitrary: line.map(([start, said, end]) => start + said.join('') + end), weight: 9 },
          fence,
        ),
      )
      .map((lines) => lines.join(''))
    fc.assert(
      fc.property(body, fc.nat(), (text, at) => {
        expect(editStatements(text, new Map())).toBe(text)
        const before = splitStatements(text)
        if (before.length === 0) return
        const chosen = at % before.length
        const after = texts(editStatements(text, new Map([[chosen, null]])))
        expect(after).toEqual(before.filter((_, i) => i !== chosen).map((one) => one.text))
      }),
    )
  })
})
