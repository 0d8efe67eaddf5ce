// A text as whoever reads it takes it: nothing hidden, one spelling for letters that look alike, sentences in one line.
import { stripHidden } from '../lib/unicode.ts'

export interface ReadableText {
  /** Line by line as it was written: as many lines as the original. */
  lines: string
  /** The same length, with the line breaks inside a sentence as spaces. */
  joined: string
}

export function readableText(text: string): ReadableText {
  const plain = stripHidden(text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n'))
    // What joins emoji or letters of other scripts is no part of a word that is looked for.
    .replace(/[\u200c\u200d\ufe0e\ufe0f]/g, '')
    .normalize('NFKD')
    .replace(/([a-z])\p{M}{1,20}/giu, '$1')
    .normalize('NFC')
  const lines = foldLookAlikes(plain)
    // Emphasis in the middle of a word, and blanks that only look different.
    .replace(/(?<=\p{L})(?:\*{1,3}|~~)(?=\p{L})/gu, '')
    .replace(/[^\S\n]/g, ' ')
  return { lines, joined: lines.replace(SOFT_BREAK, ' ') }
}

/** A line break that ends no sentence, heading or item: the next line goes on with it. */
const SOFT_BREAK = /(?<![.!?:;\]。！？：；\n])\n(?=[^\s#>|`~*+\-–•=\d]|\d(?!\d{0,2}[.)]))/g

/** Letters of other scripts that look like these. Only in a word that has Latin letters too: other words are words. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ',
    b: 'Ьβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıӏɩ',
    j: 'ј',
    k: 'кκ',
    l: 'ⅼ',
    m: 'м',
    n: 'ոη',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսц',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'СϹ',
    E: 'ЕΕ',
    H: 'НΗ',
    I: 'ІΙ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    S: 'Ѕ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'УΥ',
    Z: 'Ζ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
)

const MIXED_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]+/gu

function foldLookAlikes(text: string): string {
  // Nothing to fold in most texts, and the look for it is cheap.
  if (!/[\u0131\u0250-\u02af\u0370-\u058f\u1d00-\u1d7f\ua731]/u.test(text)) return text
  return text.replace(MIXED_WORD, (word) =>
    /[a-z]/i.test(word) ? [...word].map((letter) => LOOK_ALIKES[letter] ?? letter).join('') : word,
  )
}
