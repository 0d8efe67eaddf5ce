import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paint } from '../output.ts'
import { markdownStream } from './markdown-stream.ts'

const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`
const paint: Paint = {
  bold: tag('b'),
  dim: tag('dim'),
  red: tag('red'),
  green: tag('green'),
  yellow: tag('yellow'),
  cyan: tag('code'),
}
const none = Object.fromEntries(
  Object.keys(paint).map((name) => [name, (text: string) => text]),
) as unknown as Paint

function shown(chunks: readonly string[], by: Paint = paint): string {
  const stream = markdownStream(by)
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end()
}

/** Pieces of the same kind that follow each other look the same as one. */
const joined = (text: string) => text.replaceAll(/<\/(\w+)><\1>/g, '')

describe('Markdown while it comes', () => {
  it.each([
    ['# Title\ntext', '<b>Title</b>\ntext'],
    ['- one\n  * two\n1. three', '• one\n  • two\n1. three'],
    ['> said', '<dim>│ </dim>said'],
    ['a **strong word** and `code` end', 'a <b>strong word</b> and <code>`code`</code> end'],
    [
      '```ts\nconst a = `**x**`\n# no\n```\nafter',
      '<dim>```ts</dim>\n<code>const a = `**x**`</code>\n<code># no</code>\n<dim>```</dim>\nafter',
    ],
    ['2 ** 3 and **kwargs and a ` tick\nnext', '2 ** 3 and **kwargs and a ` tick\nnext'],
    ['| a | b |\n| - | - |\n', '| a | b |\n| - | - |\n'],
    ['#hashtag - not a list', '#hashtag - not a list'],
    ['中文 **重点** 与 `代码`', '中文 <b>重点</b> 与 <code>`代码`</code>'],
  ])('%j', (text, expected) => {
    expect(joined(shown([text]))).toBe(expected)
    expect(joined(shown([...text]))).toBe(expected)
  })

  it('shows words as they come, and holds back only what may be a mark', () => {
    const stream = markdownStream(paint)
    expect(stream.push('Hello wor')).toBe('Hello wor')
    expect(stream.push('ld **bo')).toBe('ld ')
    expect(stream.push('ld** x')).toBe('<b>bold</b> x')
  })

  it('is the same however the text is cut into pieces, and loses nothing but marks', () => {
    const piece = fc.constantFrom(
      '#',
      ' ',
      '*',
      '**',
      '`',
      '```',
      '\n',
      '- ',
      '> ',
      'a',
      '字',
      'word ',
      '~~~',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(3), { maxLength: 40 }),
        (pieces, cuts) => {
          const text = pieces.join('')
          const chunks: string[] = []
          let at = 0
          for (const size of cuts) {
            chunks.push(text.slice(at, at + size))
            at += size
          }
          chunks.push(text.slice(at))
          const whole = joined(shown([text]))
          expect(joined(shown(chunks))).toBe(whole)
          const letters = (given: string) => given.replaceAll(/<\/?\w+>|[#*>•│\s-]/g, '')
          expect(letters(whole)).toBe(letters(text))
          expect(shown(chunks, none)).toBe(text)
        },
      ),
    )
  })
})
