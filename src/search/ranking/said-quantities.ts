// Which kinds of quantity a text says, in both languages. Asked when a text is indexed: a prompt needs none of it.
import { QUANTITY, type QuantityWords, TIME_UNIT } from './quantities.ts'

const { count, duration, moment, money, share, condition } = QUANTITY

/** Not the digits of a name: S3, nRF52840, PDF/A-3. */
const DIGITS = '(?<![\\p{L}\\p{N}])(?<![\\p{L}\\p{N}_][-._/])\\p{N}'
/** Zephyr 3.7, version 2.10. */
const VERSION = `(?:\\p{Lu}\\p{L}{0,30}|version|edition) ?$`
/** A number and what follows it, as far as it tells the kind. */
const NUMBER_SPAN = 24

const CHINESE_TIME = '(?:[毫微]?秒|分钟|个?(?:小时|钟头|星期|礼拜|月|季度)|天|日|周|年|晚)'
const CHINESE_DIGIT = '[一二三四五六七八九十百千两半]'
const NUMBER_WORD = `(?:${[
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen',
  '(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|half|once|twice',
].join('|')})`

const word = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`
const unit = (units: string) => `^[\\p{N},.:]+ ?(?:${units})`

/** What a number in digits counts: the first that matches. One that none does is a count. */
const NUMBERS: QuantityWords = [
  [`${unit('%|％|percent')}|^0[.]\\p{N}`, share],
  [
    `^\\p{N}{1,2}[:：]\\p{N}{2}|^(?:19|20)\\p{N}{2}(?![\\p{N},.])|${unit('[ap]m(?!\\p{L})|[点號号]')}`,
    moment,
  ],
  [unit(`(?:${TIME_UNIT}|[shd])(?!\\p{L})|${CHINESE_TIME}`), duration],
  [unit('[€$£¥元块]|(?:euros?|dollars?|cents?|usd|eur|rmb)(?!\\p{L})'), money],
]

const WORDS: QuantityWords = [
  [word(`${TIME_UNIT}|hourly|daily|nightly|weekly|monthly|yearly|every`), duration | moment],
  [
    word(
      '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|mornings?|evenings?|spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december|q[1-4]',
    ),
    moment,
  ],
  [word('before|after|until|when|while|during|only|unless|if|once'), condition],
  [`[€$£¥]|${word('free|euros?|dollars?|cents?')}|免费`, money],
  [word(NUMBER_WORD), count],
  [`每|${CHINESE_DIGIT}${CHINESE_TIME}`, duration | moment],
  [
    '凌晨|早上|上午|下午|晚上|中午|半夜|(?:周|星期|礼拜)[一二三四五六日天末]|[月年季]度?[初底末]|工作日|节假日|[一二三四五六七八九十]点',
    moment,
  ],
  ['[前后](?![端台缀者续置])|时(?![区间])|期间|直到|才|如果|只有|除非', condition],
  [`百分之|${word('percent')}`, share],
  // 一 alone is as often "a".
  ['[二三四五六七八九十百千万两半]|一(?=[个次条点分小号页秒台人层位倍份种律])', count],
]

interface Patterns {
  digits: RegExp
  version: RegExp
  numbers: (readonly [RegExp, number])[]
  words: (readonly [RegExp, number])[]
}

let made: Patterns | undefined

function patterns(): Patterns {
  const compile = (words: QuantityWords) =>
    words.map(([pattern, kinds]) => [new RegExp(pattern, 'iu'), kinds] as const)
  made ??= {
    digits: new RegExp(`${DIGITS}[\\p{N},.:]*`, 'gu'),
    version: new RegExp(VERSION, 'u'),
    numbers: compile(NUMBERS),
    words: compile(WORDS),
  }
  return made
}

/** 0: none. */
export function saidQuantities(text: string): number {
  let kinds = 0
  for (const [pattern, kind] of patterns().words) if (pattern.test(text)) kinds |= kind
  for (const { index, 0: digits } of text.matchAll(patterns().digits))
    kinds |= kindsOfNumber(text, index, digits)
  return kinds
}

function kindsOfNumber(text: string, at: number, digits: string): number {
  const { version, numbers } = patterns()
  const isVersion = /\p{N}[.]\p{N}/u.test(digits) && version.test(text.slice(Math.max(0, at - 32), at))
  const span = text.slice(at, at + NUMBER_SPAN)
  return numbers.find(([pattern]) => pattern.test(span))?.[1] ?? (isVersion ? 0 : count)
}
