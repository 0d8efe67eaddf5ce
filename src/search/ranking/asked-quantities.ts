// Which kinds of quantity a question asks for, in both languages. On the way of every prompt.
import { isAscii } from '../../base/text/unicode.ts'
import { QUANTITY, type QuantityWords, TIME_UNIT } from './quantities.ts'

const { count, duration, moment, money, share, condition } = QUANTITY

/** The first that matches says what is asked for. */
const ENGLISH: QuantityWords = [
  // How long a text or a list is, is a number.
  [
    '\\bhow long (?:is|are|can|may|should|must)\\b(?!.{0,80}\\b(?:take|last|keep|stay|wait|run)\\b)',
    duration | moment | count,
  ],
  [`\\bhow (?:long|soon|late|early|old)\\b|\\bhow many ${TIME_UNIT}\\b`, duration | moment],
  ['\\bhow often\\b', count | duration | moment],
  // Not "when I open it": a question has its verb there.
  [
    "\\bwhen(?:'s| (?:is|are|was|were|do|does|did|will|can|should|must|may|has|have)\\b)|\\bwhat time\\b|\\b(?:which|what) day\\b",
    moment | duration | condition,
  ],
  [
    "\\bhow much\\b.{1,60}\\b(?:costs?|pay|spend|charged?)\\b|\\bhow expensive\\b|\\bwhat(?:'s| is| are| was) the (?:price|cost)\\b|\\bwhat (?:does|do|did|would) .{1,60} cost\\b",
    money | count,
  ],
  [
    "\\bhow accurate\\b|\\bwhat percentage\\b|\\bwhat share\\b|\\bwhat(?:'s| is| are| was) the accuracy\\b",
    share | count,
  ],
  ["\\bhow many\\b|\\b(?:what|phone) number\\b|\\bwhat(?:'s| is| are| was) the (?:number|amount)\\b", count],
  [
    "\\bhow (?:much|big|large|small|high|low|far|fast|slow|heavy|wide|tall|deep)\\b|\\bwhat size\\b|\\bwhat(?:'s| is| are| was) the (?:size|duration)\\b",
    count | share | money | duration,
  ],
]

/** 几个 is as often "some" as "how many". */
const CHINESE: QuantityWords = [
  ['多少钱|什么价', money | count],
  ['多久|多长时间|几(?:天|周|年|个?小时|分钟)|多少(?:天|周|年|个?月|个?小时|分钟|秒)', duration | moment],
  ['什么时候|啥时候|何时|哪一?天|星期几|周几|几[点号月]', moment | duration | condition],
  ['(?:率|占比|比例)是?多少|百分之几', share | count],
  ['多少|几次|多[长大快高重远宽]', count | share | money | duration],
]

/** Without one of these no pattern matches, and none has to be made: the first use of all costs two milliseconds. */
const ENGLISH_SIGNS =
  /how (?:long|soon|late|early|old|many|often|much|expensive|accurate|big|large|small|high|low|far|fast|slow|heavy|wide|tall|deep)|when|(?:what|which) (?:time|day|percentage|share|number|size)|phone number|what.{1,70}(?:price|cost|accuracy|number|amount|size|duration)/
const CHINESE_SIGNS = /[多几]|什么[时价]|啥时|何时|哪一?天|百分/

/** 0: none. */
export function askedQuantities(text: string): number {
  const lower = text.toLowerCase()
  const kinds = ENGLISH_SIGNS.test(lower) ? firstKinds(lower, ENGLISH) : 0
  return kinds || (!isAscii(text) && CHINESE_SIGNS.test(text) ? firstKinds(text, CHINESE) : 0)
}

function firstKinds(text: string, words: QuantityWords): number {
  return words.find(([pattern]) => new RegExp(pattern).test(text))?.[1] ?? 0
}
