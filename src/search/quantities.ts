// Whether a question asks how many or when, and whether a text says any such thing. "How many rows does the orders table
// have" shares its words with what is written of orders, and no memory without a number or a time answers it. Closed
// classes of words, in both languages; what is in doubt counts as asked for nothing, and as said.
import { isAscii } from '../lib/unicode.ts'

/** Without one of these the pattern, whose first use costs half a millisecond of a prompt, need not be made. */
const QUESTION_WORDS = ['how ', 'when', 'what', 'which day']
const ENGLISH_ASKED = new RegExp(
  [
    '\\bhow (?:many|much|long|often|big|large|small|high|low|old|far|fast|slow|heavy|late|early|soon|wide|tall|deep|accurate|expensive)\\b',
    // Not "when I open it": a question has its verb there.
    "\\bwhen(?:'s| (?:is|are|was|were|do|does|did|will|can|should|must|may|has|have)\\b)",
    '\\bwhat (?:time|percentage|number|size|share)\\b',
    "\\bwhat(?:'s| is| are| was) the (?:price|cost|size|accuracy|number|amount|duration)\\b",
    '\\bwhich day\\b',
    '\\bwhat (?:does|do|did|would) .{1,60} cost\\b',
  ].join('|'),
)
/** 几个 is as often "some" as "how many". */
const CHINESE_ASKED = /多少|多[久长大快高重远宽]|什么时候|啥时候|何时|哪一?天|星期几|周几|几[点号次天月]/

export function asksForQuantity(text: string): boolean {
  const lower = text.toLowerCase()
  if (QUESTION_WORDS.some((word) => lower.includes(word)) && ENGLISH_ASKED.test(lower)) return true
  return !isAscii(text) && CHINESE_ASKED.test(text)
}

/** Made when a text is first indexed: a prompt needs none of it. */
let said: RegExp | undefined

export function saysQuantity(text: string): boolean {
  said ??= new RegExp(SAID, 'iu')
  return said.test(text)
}

const SAID = [
  // Not the digits of a name: S3, nRF52840, PDF/A-3.
  '(?<![\\p{L}\\p{N}])(?<![\\p{L}\\p{N}_][-._/])\\p{N}',
  `(?<![\\p{L}\\p{N}])(?:${[
    'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen',
    '(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|half|once|twice|every',
    'hourly|daily|nightly|weekly|monthly|yearly|(?:second|minute|hour|day|night|week|month|quarter|year|weekend)s?',
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|morning|evening|spring|summer|autumn|winter',
    'january|february|march|april|june|july|august|september|october|november|december',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  '[二三四五六七八九十百千万两半每]|一(?=[个次条天点分小号页秒台人月年层位倍份种周律])|凌晨|早上|晚上|中午|周[日末]|月底|年底',
].join('|')
