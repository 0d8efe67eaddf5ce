// The words of a statement, for comparing two of them word by word; Chinese by the character.
import { porterStem } from '../search/porter.ts'

export interface Word {
  /** As it was written. */
  text: string
  /** The same for forms of one word. */
  key: string
}

const WEEKDAY = '(?:周|星期|礼拜)[一二三四五六日天]'
const WORD = new RegExp(
  `${WEEKDAY}|\\d[\\w.:,%/-]*|(?:(?!\\p{Script=Han})[\\p{L}\\p{M}_])(?:(?!\\p{Script=Han})[\\p{L}\\p{M}\\w.+#/@'’-])*|\\p{Script=Han}|[=|~]`,
  'gu',
)
/** Words that say nothing about what is spoken of. */
const ARTICLES = new Set(['the', 'a', 'an', '的', '了'])

/** Without articles and marks. Linear in the length. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const plain = text
    .normalize('NFKC')
    .replace(/\bcan['’]?t\b|\bcannot\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/n['’]t\b/gi, ' not')
  for (const [found] of plain.matchAll(WORD)) {
    const word = found.replace(/[.,:'’/%-]+$/, (end) => (end.startsWith('%') ? '%' : ''))
    const lower = word.toLowerCase()
    if (!ARTICLES.has(lower)) words.push({ text: word, key: keyOf(lower) })
  }
  return words
}

function keyOf(word: string): string {
  if (/^(?:星期|礼拜|周)./.test(word)) return `周${word.at(-1) === '天' ? '日' : word.at(-1)}`
  const bare = word.replace(/['’]s$/, '')
  return /^[a-z]+$/.test(bare) ? porterStem(bare.replace(/days$/, 'day')) : bare
}

export function sameWords(one: readonly Word[], other: readonly Word[]): boolean {
  return one.length === other.length && one.every(({ key }, at) => key === other[at]!.key)
}

/** All words of `part` are in `whole`, in their order. */
export function isWithin(part: readonly Word[], whole: readonly Word[]): boolean {
  let at = 0
  for (const { key } of whole) if (at < part.length && part[at]!.key === key) at++
  return at === part.length
}

/** What two statements begin and end with alike, and what stands between in each. */
export interface Difference {
  before: Word[]
  older: Word[]
  newer: Word[]
  after: Word[]
}

export function differenceOf(older: readonly Word[], newer: readonly Word[]): Difference {
  const most = Math.min(older.length, newer.length)
  let start = 0
  while (start < most && older[start]!.key === newer[start]!.key) start++
  let end = 0
  while (end < most - start && older.at(-1 - end)!.key === newer.at(-1 - end)!.key) end++
  return {
    before: newer.slice(0, start),
    older: older.slice(start, older.length - end),
    newer: newer.slice(start, newer.length - end),
    after: newer.slice(newer.length - end),
  }
}

export type ValueKind = 'number' | 'day' | 'date' | 'often'

const NUMBER = String.raw`(?:\d[\w.:,%/-]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|[一二两三四五六七八九十百千万半]+)`
const UNIT =
  '(?:ms|s|min|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|percent|[kmgt]i?b|毫秒|秒|分钟|小时|天|周|个月|年|次|个|点|号|日|月|元|人|倍)'
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const KINDS: [ValueKind, RegExp][] = [
  ['day', new RegExp(`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|${WEEKDAY})$`, 'i')],
  [
    'date',
    new RegExp(
      `^(?:${MONTH}(?: ${NUMBER})?|${NUMBER} ${MONTH}|\\d{4}-\\d\\d-\\d\\d|${NUMBER} ?月(?: ?${NUMBER} ?[日号])?)$`,
      'i',
    ),
  ],
  ['often', /^(?:daily|weekly|monthly|hourly|yearly|quarterly)$/i],
  ['number', new RegExp(`^${NUMBER}(?: ?${UNIT})?$`, 'i')],
]

/** What kind of value these words are, taken together; undefined when they are none. */
export function valueKind(words: readonly Word[]): ValueKind | undefined {
  if (words.length === 0 || words.length > 6) return undefined
  const text = textOf(words)
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Latin words with spaces between them, Chinese without. */
export function textOf(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .join(' ')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}

/** The single value of this kind that a statement names, and the words around it. */
export function onlyValue(
  words: readonly Word[],
  kind: ValueKind,
): { value: Word[]; rest: Word[] } | undefined {
  const found: { value: Word[]; rest: Word[] }[] = []
  for (let at = 0; at < words.length; at++) {
    const length = [4, 3, 2, 1].find(
      (size) => at + size <= words.length && valueKind(words.slice(at, at + size)) === kind,
    )
    if (length === undefined) continue
    found.push({ value: words.slice(at, at + length), rest: words.toSpliced(at, length) })
    at += length - 1
  }
  return found.length === 1 ? found[0] : undefined
}
