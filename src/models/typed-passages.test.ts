import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedPassages } from './typed-messages.ts'

const typed = (message: string) => typedPassages(message).map(({ text }) => text)

describe('what the person typed', () => {
  it('stands around fences, quotations, tables and logs', () => {
    const message = [
      'why does this fail?',
      '```sh',
      'npm test',
      '```',
      '> never do that',
      '| a | b |',
      '    at run (file.ts:1:2)',
      'TypeError: x is not a function',
      'I prefer a short answer.',
    ].join('\n')
    expect(typed(message)).toEqual(['why does this fail?', 'I prefer a short answer.'])
  })

  it('ends where a document or a paste begins, but not at a list of what is to be kept', () => {
    expect(typed('please look\n\n# Plan\nAlways do this')).toEqual(['please look'])
    expect(typed('I got this feedback:\n\nAlways do this\nand that')).toEqual(['I got this feedback:'])
    expect(typed('从现在起记住：\n- 用 pnpm')).toEqual(['从现在起记住：', '- 用 pnpm'])
  })

  it('goes on over a line that an editor wrapped', () => {
    const wrapped =
      'I would like to keep the answers short and without any repetition of\nwhat I have said before.'
    expect(typed(wrapped)).toEqual([wrapped])
  })

  it('of a very long text is only its beginning and end', () => {
    const long = [
      'first',
      ...Array.from({ length: 200 }, (_, i) => `Sentence ${i} of a long document that goes on.`),
      'last',
    ]
    expect(typed(long.join('\n'))).toEqual([
      'first',
      'Sentence 0 of a long document that goes on.',
      'Sentence 199 of a long document that goes on.',
      'last',
    ])
  })

  it('keeps prose with inline code and an address', () => {
    const text = 'use `foo_bar({ a: 1 })` as in https://example.com/a_b?c=d'
    expect(typed(text)).toEqual([text])
  })

  it('is always a part of the message at the place that it names', () => {
    const line = fc.constantFrom(
      'I prefer tabs',
      '```',
      '> a',
      '',
      'x:',
      '# t',
      '| a |',
      'a: b',
      '  at x (y)',
      '以后都用',
    )
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const message = lines.join(end)
        for (const { text, start } of typedPassages(message))
          expect(message.slice(start, start + text.length)).toBe(text)
      }),
    )
  })
})
