// A text as the words that two texts are compared by: Han characters one by one, identifiers whole.

export interface Word {
  /** As it is compared: lower case, one form of every letter. */
  text: string
  /** As it was written, in one form of every letter. */
  raw: string
  /** Opens a sentence: its capital says nothing. */
  isFirst: boolean
  isHan: boolean
}

const LETTER = String.raw`(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])`
/** Bounded: a "word" of megabytes would overflow the matcher's stack. What is longer is several words. */
const WORD = new RegExp(
  String.raw`\p{Script=Han}|(?:(?<![\p{L}\p{N}])(?:--?|\.{0,2}/|~/|[@$#]))?${LETTER}{1,1000}(?:[-.:/@'\\+=]{1,1000}${LETTER}{1,1000}){0,100}(?:\+\+|#|%)?|[.!?。！？；\n]{1,1000}`,
  'gu',
)

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  for (const [raw] of text.normalize('NFKC').replace(/[‘’]/g, "'").matchAll(WORD)) {
    if (/^[.!?。！？；\n]/u.test(raw) && !/[\p{L}\p{N}]/u.test(raw)) {
      isFirst = true
      continue
    }
    words.push({ text: raw.toLowerCase(), raw, isFirst, isHan: /^\p{Script=Han}$/u.test(raw) })
    isFirst = false
  }
  return words
}

/** Sentences, list items and lines, without Markdown marks; in reading order. Linear in the length. */
export function statementsOf(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)[ \t]+/, ''))
    .flatMap((line) => line.split(/(?<=[.!?])[ \t]+|(?<=[。！？；])/u))
    .map((piece) => piece.trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement))
}

/**
 * The same for texts that are the same to the letter but for white space, quotes and a mark at the end. Not more: -d
 * and -D, C and C#, /etc and etc, 10³ and 103 are two things each, and what counts as known is stored nowhere.
 */
export function statementKey(statement: string): string {
  return statement
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[\p{L}\p{M}\p{N})"'`])[.,;:!。，；：！]$/u, '')
}
