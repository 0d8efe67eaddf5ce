// Whether a newer statement takes an older one back: the same subject, and a negation, an opposite word, another
// number, day or month, or an announced change. Precise rather than greedy: what is merely different is no contradiction.
import { tokenize } from '../search/tokens.ts'

export type Contradiction = 'negation' | 'opposite' | 'number' | 'value' | 'change'

const NEGATION =
  /\b(?:not|never|no longer|without|cannot|nor|neither|none)\b|n['’]t\b|不|没有|没|勿|别|无需|禁止|切勿/gi

/** Words that exclude each other. Each side as a pattern. */
const OPPOSITES: [RegExp, RegExp][] = [
  [/\balways\b/i, /\bnever\b/i],
  [/\benabled?s?\b/i, /\bdisabled?s?\b/i],
  [
    /\ballow(?:s|ed)?\b|\bpermit(?:s|ted)?\b/i,
    /\bforbid(?:s|den)?\b|\bprohibit(?:s|ed)?\b|\bdisallow(?:s|ed)?\b/i,
  ],
  [/\b(?:likes?|loves?|enjoys?|prefers?)\b/i, /\b(?:hates?|dislikes?|avoids?|detests?)\b/i],
  [/\buse[sd]?\b|\busing\b/i, /\bavoid(?:s|ed)?\b|\bstop(?:s|ped)? using\b/i],
  [/\brequired?s?\b|\bmandatory\b/i, /\boptional\b|\bunnecessary\b/i],
  [/\bsingle\b|\bunmarried\b/i, /\bmarried\b|\bengaged\b/i],
  [/\bpublic\b/i, /\bprivate\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\btabs\b/i, /\bspaces\b/i],
  [/\blight (?:mode|theme)\b/i, /\bdark (?:mode|theme)\b/i],
  [/\bsynchronous(?:ly)?\b/i, /\basynchronous(?:ly)?\b/i],
  [/总是|每次都|一律/, /从不|从来不/],
  [/开启|启用|打开/, /关闭|禁用|停用/],
  [/允许|可以/, /禁止|不得|不许/],
  [/喜欢|偏好|爱/, /讨厌|不喜欢/],
  [/使用|采用/, /避免|弃用|停用/],
  [/必须|必填/, /可选|选填/],
  [/之前/, /之后/],
  [/公开/, /私有|私密/],
]

const CHANGED =
  /\b(?:now|instead|no longer|anymore|any more|switched|moved|migrated|replaced|renamed|changed|since (?:then|today)|from now on)\b|现在|改为|改成|改用|换成|换到|不再|迁移到|替换为|从现在起|搬到|更名/i

const NUMBER = /\d+(?:[.:,]\d+)*%?/g
const NAMED =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|(?:周|星期|礼拜)[一二三四五六日天]|(?<![\d一二三四五六七八九十])(?:十[一二]?|[一二三四五六七八九])(?=月|点|次|个|天|年|小时|分钟|号|日)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|daily|weekly|monthly|hourly|yearly)\b/gi

/** Share of the shorter's words that both say; and of the longer's. */
interface Overlap {
  shorter: number
  longer: number
}

/** How `newer` contradicts `older`, both single statements; undefined when it does not. */
export function findContradiction(older: string, newer: string): Contradiction | undefined {
  if (older.length > 600 || newer.length > 600) return undefined
  const bare = overlapOf(strip(older), strip(newer))
  if (isSameSubject(bare, 0.8, 0.75)) {
    if (count(older, NEGATION) % 2 !== count(newer, NEGATION) % 2) return 'negation'
    if (OPPOSITES.some(([a, b]) => isOpposed(older, newer, a, b) || isOpposed(older, newer, b, a)))
      return 'opposite'
  }
  // Only the value differs: the rest of both must be nearly the same words.
  if (isSameSubject(bare, 0.8, 0.7)) {
    if (differ(older, newer, NUMBER) && !namesOthers(older, newer)) return 'number'
    if (differ(older, newer, NAMED)) return 'value'
  }
  return CHANGED.test(newer) &&
    !CHANGED.test(older) &&
    isSameSubject(bare, 0.6, 0.35) &&
    sameHead(older, newer)
    ? 'change'
    : undefined
}

function isOpposed(older: string, newer: string, one: RegExp, other: RegExp): boolean {
  return one.test(older) && !other.test(older) && other.test(newer) && !one.test(newer)
}

function isSameSubject({ shorter, longer }: Overlap, least: number, leastLonger: number): boolean {
  return shorter >= least && longer >= leastLonger
}

/** The words that say what it is about: without values, negations and opposites. */
function strip(text: string): string {
  const values = [NUMBER, NAMED, NEGATION, CHANGE_WORDS, OPPOSITE_WORDS]
  return values.reduce((rest, pattern) => rest.replace(pattern, ' '), text)
}

const CHANGE_WORDS = new RegExp(CHANGED, 'gi')
const OPPOSITE_WORDS = new RegExp(
  OPPOSITES.flat()
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

function overlapOf(one: string, other: string): Overlap {
  const a = new Set(tokenize(one))
  const b = new Set(tokenize(other))
  const both = [...a].filter((term) => b.has(term)).length
  const [less, more] = [Math.min(a.size, b.size), Math.max(a.size, b.size)]
  return less === 0 ? { shorter: 0, longer: 0 } : { shorter: both / less, longer: both / more }
}

const SAYS =
  /\b(?:is|are|was|were|be|has|have|had|uses?|takes?|needs?|must|should|can|to|at)\b|[:=：]|是|为|有|用|需|要|到/i

/**
 * Two numbers that name what is spoken of, as in "server 1 runs …", not what is said of it: nothing says something
 * before them and as much follows as precedes. More than one that differs: they are about two things anyway.
 */
function namesOthers(older: string, newer: string): boolean {
  const theirs = [...newer.matchAll(NUMBER)]
  const changed = [...older.matchAll(NUMBER)].filter((match, at) => match[0] !== theirs[at]?.[0])
  if (changed.length !== 1) return true
  const [{ index, 0: number }] = changed as [RegExpExecArray]
  const [before, after] = [older.slice(0, index), older.slice(index + number.length)]
  return !SAYS.test(before) && tokenize(after).length >= Math.max(2, tokenize(before).length)
}

/** Both name as many such values, and not the same ones. */
function differ(older: string, newer: string, pattern: RegExp): boolean {
  const a = valuesOf(older, pattern)
  const b = valuesOf(newer, pattern)
  return a.length > 0 && a.length === b.length && a.some((value) => !b.includes(value))
}

function valuesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([value]) => value.toLowerCase().replace(/s$/, ''))
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

/** They begin by naming the same thing. */
function sameHead(older: string, newer: string): boolean {
  const head = (text: string) => tokenize(strip(text))[0]
  const first = head(older)
  return first !== undefined && first === head(newer)
}
