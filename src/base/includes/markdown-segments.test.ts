import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIncludes } from './find-includes.ts'
import { dropComments, markdownSegments } from './markdown-segments.ts'

const kinds = (text: string) => markdownSegments(text).map(({ kind, text: part }) => [kind, part])
const markdown = fc
  .array(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '<!--',
      '-->',
      '\n',
      '\n\n',
      '    ',
      '\t',
      '- ',
      '> ',
      '1. ',
      '@a.md',
      ' ',
      'text',
      '\\',
      '\r\n',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

describe('markdownSegments', () => {
  it.each([
    [
      'a `b` c',
      [
        ['text', 'a '],
        ['code', '`b`'],
        ['text', ' c'],
      ],
    ],
    ['``a ` b``', [['code', '``a ` b``']]],
    ['`a\n\nb`', [['text', '`a\n\nb`']]],
    ['\\`a`', [['text', '\\`a`']]],
    [
      '```js\n@a.md\n```\nb',
      [
        ['code', '```js\n@a.md\n```\n'],
        ['text', 'b'],
      ],
    ],
    ['~~~\n```\n~~~\n', [['code', '~~~\n```\n~~~\n']]],
    ['- ```\n  x\n  ```\n', [['code', '- ```\n  x\n  ```\n']]],
    ['```\nnever closed', [['code', '```\nnever closed']]],
    [
      'a\n\n    code\nb',
      [
        ['text', 'a\n\n'],
        ['code', '    code\n'],
        ['text', 'b'],
      ],
    ],
    ['a\n    not code', [['text', 'a\n    not code']]],
    ['- a\n\n    in the item', [['text', '- a\n\n    in the item']]],
    [
      'a <!-- b\n``` --> c',
      [
        ['text', 'a '],
        ['comment', '<!-- b\n``` -->'],
        ['text', ' c'],
      ],
    ],
    [
      '`<!--` a -->',
      [
        ['code', '`<!--`'],
        ['text', ' a -->'],
      ],
    ],
    ['<!-- open', [['text', '<!-- open']]],
  ])('%j', (text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, fc.string()), (text) => {
        expect(
          markdownSegments(text)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes linear time on hostile text', () => {
    const started = Date.now()
    for (const hostile of [
      '`a` '.repeat(25_000),
      '<!-- '.repeat(25_000),
      '<!-- -->'.repeat(25_000),
      '`\n\n'.repeat(25_000),
      '- '.repeat(100_000),
      `@${'.'.repeat(200_000)}x`,
      Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1)).join(' '),
      '> '.repeat(25_000),
    ])
      findIncludes(dropComments(hostile))
    expect(Date.now() - started).toBeLessThan(4_000)
  })
})

describe('dropComments', () => {
  it.each([
    ['a\n<!-- note -->\nb', 'a\nb'],
    ['a <!-- note --> b', 'a  b'],
    ['`<!-- kept -->`', '`<!-- kept -->`'],
    ['```\n<!-- kept -->\n```', '```\n<!-- kept -->\n```'],
    ['<!-- a --><!-- b -->\nc', 'c'],
    ['<!-- never closed', '<!-- never closed'],
  ])('%j → %j', (text, expected) => {
    expect(dropComments(text)).toBe(expected)
  })

  it('leaves code as it is and text without comments untouched', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const code = (of: string) => markdownSegments(of).filter(({ kind }) => kind === 'code')
        if (!text.includes('<!--')) expect(dropComments(text)).toBe(text)
        for (const { text: part } of code(text)) expect(dropComments(text)).toContain(part.trim())
      }),
    )
  })
})

describe('findIncludes', () => {
  it.each([
    ['@./a.md', ['./a.md']],
    [
      'See @README and @docs/guide.md, @~/own.md; (@/etc/rules.md).',
      ['README', 'docs/guide.md', '~/own.md', '/etc/rules.md'],
    ],
    ['@a.md @a.md', ['a.md']],
    ['@my\\ notes/a.md', ['my notes/a.md']],
    ['@a.md#part', ['a.md']],
    ['**@a.md**', ['a.md']],
    ['mail me@example.md', []],
    ['@someone thanks', []],
    ['@scope/package', []],
    ['@picture.png @program.exe @a.', []],
    ['`@a.md` and ``@b.md``', []],
    ['```\n@a.md\n```', []],
    ['x\n\n    @a.md', []],
    ['<!-- @a.md -->', []],
    ['@../up.md', ['../up.md']],
    ['@', []],
  ])('%j', (text, expected) => {
    expect(findIncludes(text)).toEqual(expected)
  })

  it('finds none in code, whatever surrounds it', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const shown = markdownSegments(text).filter(({ kind }) => kind === 'text')
        const possible = shown.map((segment) => segment.text).join(' ')
        if (!possible.includes('@a.md')) expect(findIncludes(text)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})
