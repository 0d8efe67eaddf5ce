import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasTwoWords } from './gate.ts'

/** What the quick looks are to be equal to. */
function countWords(text: string): number {
  const segments = new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)
  return [...segments].filter(({ isWordLike }) => isWordLike).length
}

const chinese = fc.constantFrom(...'数据库迁移的表现怎么样需要什么好继续谢目')
const between = fc.constantFrom(..." ，。？！、；：,?!;._'-/\n", '')
const latin = fc.constantFrom('a', 'Z', '7', 'ok', '1082')

test('Chinese has two words where segmenting it finds two', () => {
  const text = fc
    .array(fc.oneof(chinese, chinese, between, latin), { maxLength: 8 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(chinese, text, (first, rest) => {
      expect(hasTwoWords(first + rest)).toBe(countWords((first + rest).trim()) > 1)
    }),
    { numRuns: 500 },
  )
})

test('ASCII is counted as any other script is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 20 }), (text) => {
      // Not a word, and no ASCII: counted with the classes of Unicode.
      expect(hasTwoWords(`${text} …`)).toBe(hasTwoWords(text))
    }),
    { numRuns: 500 },
  )
  expect([hasTwoWords('deploy'), hasTwoWords('how deploy'), hasTwoWords('getName()')]).toEqual([
    false,
    true,
    false,
  ])
})
