// BERT's tokeniser: lower case without accents, Chinese characters apart, punctuation apart, then the longest
// known pieces of each word. Equal to the reference (Hugging Face tokenizers), with one wish of our own: "[SEP]"
// and its like in a text are ordinary text, so that nobody can write control tokens into a memory.
import { isPlainChinese } from '../../base/text/unicode.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A longer word is one unknown word: no vocabulary has it, and searching it would be quadratic. */
const LONGEST_WORD = 100

const PLAIN = /^[\t\n\r\x20-\x7e]*$/
const SPACE = /\s/

export interface WordPiece {
  /** The numbers of the pieces, without [CLS] and [SEP]. */
  tokenise(text: string): number[]
  /** [CLS] */
  readonly first: number
  /** [SEP] */
  readonly last: number
}

export function createWordPiece(vocabulary: Vocabulary): WordPiece {
  const unknown = vocabulary.idOf('[UNK]')

  const addWord = (text: string, from: number, to: number, ids: number[]): void => {
    const before = ids.length
    if (to - from > LONGEST_WORD && [...text.slice(from, to)].length > LONGEST_WORD) {
      ids.push(unknown)
      return
    }
    for (let at = from; at < to; ) {
      const { id, end } = vocabulary.longest(text, at, to, at > from)
      if (id < 0) {
        ids.length = before
        ids.push(unknown)
        return
      }
      ids.push(id)
      at = end
    }
  }

  const tokenise = (text: string): number[] => {
    const normal = normalise(text)
    const ids: number[] = []
    let start = -1
    for (let at = 0; at < normal.length; ) {
      const code = normal.codePointAt(at) ?? 0
      const next = at + (code > 0xffff ? 2 : 1)
      const kind = kindOf(code)
      if (kind === 'word') {
        if (start < 0) start = at
      } else {
        if (start >= 0) addWord(normal, start, at, ids)
        start = -1
        if (kind === 'apart') addWord(normal, at, next, ids)
      }
      at = next
    }
    if (start >= 0) addWord(normal, start, normal.length, ids)
    return ids
  }

  return { first: vocabulary.idOf('[CLS]'), last: vocabulary.idOf('[SEP]'), tokenise }
}

function normalise(text: string): string {
  if (PLAIN.test(text) || isPlainChinese(text)) return text.toLowerCase()
  const dropped = /(?![\t\n\r])[\0\ufffd\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
  let lower = ''
  // Character by character, as the reference does: JavaScript would write a Greek word's last sigma differently.
  for (const character of text.replace(dropped, '')) lower += character.toLowerCase()
  return lower.normalize('NFD').replace(/\p{Mn}/gu, '')
}

type Kind = 'space' | 'word' | 'apart'

function kindOf(code: number): Kind {
  const ascii = ASCII[code]
  if (ascii !== undefined) return ascii
  if (isChinese(code)) return 'apart'
  const character = String.fromCodePoint(code)
  // What is plain and no ideograph is punctuation.
  if (isPlainChinese(character)) return 'apart'
  if (SPACE.test(character)) return 'space'
  return /\p{P}/u.test(character) ? 'apart' : 'word'
}

const ASCII: Kind[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code <= 0x20) return 'space'
  return /[a-z0-9\x7f]/i.test(character) ? 'word' : 'apart'
})

/** The ranges that BERT sets apart; not the same as "written in Chinese". */
function isChinese(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x2a6df) ||
    (code >= 0x2a700 && code <= 0x2ceaf) ||
    (code >= 0x2f800 && code <= 0x2fa1f)
  )
}
