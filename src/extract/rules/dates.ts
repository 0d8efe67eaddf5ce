// Dates as people write them, made absolute by the day on which they were written: "Thursday" is of no use next month.

export interface FoundDate {
  readonly index: number
  /** As it was written. */
  readonly text: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** Says nothing without the day on which it was written. */
  readonly relative: boolean
}

const DAY = 86_400_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const HAN_DIGITS = '零一二三四五六七八九十'
const MONTH = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`

type Resolve = (match: RegExpExecArray, today: Day) => Day | undefined

/** Days since the epoch, so that days can be counted. */
type Day = number

const FORMS: readonly { pattern: RegExp; relative: boolean; resolve: Resolve }[] = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, relative: false, resolve: ([, y, m, d]) => day(y, m, d) },
  { pattern: /(\d{4})年(\d{1,2})月(\d{1,2})[日号]/, relative: false, resolve: ([, y, m, d]) => day(y, m, d) },
  {
    pattern: /(?<!\d)(\d{1,2})月(\d{1,2})[日号]/,
    relative: true,
    resolve: ([, m, d], today) => comingDay(Number(m), Number(d), today),
  },
  {
    pattern: new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b`, 'i'),
    relative: true,
    resolve: ([, m, d, y], today) => namedMonth(m, d, y, today),
  },
  {
    pattern: new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? (\d{4}))?\b`, 'i'),
    relative: true,
    resolve: ([, d, m, y], today) => namedMonth(m, d, y, today),
  },
  {
    pattern: /\b(?:(next|this) )?(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b(?=\W|$)/i,
    relative: true,
    resolve: ([text, which, name = ''], today) =>
      /day$/i.test(text) || which
        ? weekday(
            WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase()),
            which?.toLowerCase() === 'next' ? 1 : 0,
            today,
          )
        : undefined,
  },
  {
    pattern: /(下{0,3})(?:个|這|这|本)?(?:周|星期|礼拜)([一二三四五六日天])/,
    relative: true,
    resolve: ([, next = '', name = ''], today) =>
      weekday('一二三四五六日'.indexOf(name.replace('天', '日')), next.length, today),
  },
  {
    pattern: /\b(?:today|tonight|by eod|end of (?:the )?day)\b|今天|今晚/i,
    relative: true,
    resolve: (_, today) => today,
  },
  { pattern: /\btomorrow\b|明天|明晚/i, relative: true, resolve: (_, today) => today + 1 },
  { pattern: /大后天/, relative: true, resolve: (_, today) => today + 3 },
  { pattern: /后天/, relative: true, resolve: (_, today) => today + 2 },
  {
    pattern: /\bin (\d{1,3}|a|an|one|two|three|four|five|six) (day|week)s?\b/i,
    relative: true,
    resolve: ([, n = '', unit], today) => today + count(n) * (unit?.toLowerCase() === 'week' ? 7 : 1),
  },
  {
    pattern: /(\d{1,3}|[一二两三四五六七八九十])个?(天|周|星期)(?:后|之后|以后|内|之内)/,
    relative: true,
    resolve: ([, n = '', unit], today) => today + count(n) * (unit === '天' ? 1 : 7),
  },
  {
    pattern: /\b(?:the )?end of (?:this |the )?week\b|(?:本|这)?周末|这周内|本周内/i,
    relative: true,
    resolve: (_, today) => weekday(6, 0, today - 1),
  },
  {
    pattern: /\b(?:the )?end of (next |this |the )?month\b|(下个|本|这个)?月底/i,
    relative: true,
    resolve: ([, en, zh], today) => endOfMonth(today, /next/i.test(en ?? '') || zh === '下个' ? 1 : 0),
  },
]

/** The first date in the text, by the time of the message (ISO) on this machine's calendar. */
export function findDate(text: string, time: string): FoundDate | undefined {
  const said = new Date(time)
  if (Number.isNaN(said.getTime())) return undefined
  const today = Math.floor(Date.UTC(said.getFullYear(), said.getMonth(), said.getDate()) / DAY)
  let first: FoundDate | undefined
  for (const { pattern, relative, resolve } of FORMS) {
    const match = pattern.exec(text)
    if (!match || (first && match.index >= first.index)) continue
    const found = resolve(match, today)
    if (found !== undefined)
      first = {
        index: match.index,
        text: match[0],
        date: isoDay(found),
        relative: relative && !/\d{4}/.test(match[0]),
      }
  }
  return first
}

/** The text with the absolute date behind a relative one. */
export function withAbsoluteDate(text: string, found: FoundDate): string {
  if (!found.relative) return text
  const at = text.indexOf(found.text)
  if (at < 0) return text
  const end = at + found.text.length
  const absolute = /\p{Script=Han}/u.test(text) ? `（${found.date}）` : ` (${found.date})`
  return text.slice(0, end) + absolute + text.slice(end)
}

export function isoDay(value: Day): string {
  return new Date(value * DAY).toISOString().slice(0, 10)
}

function day(y = '', m = '', d = ''): Day | undefined {
  const time = Date.UTC(Number(y), Number(m) - 1, Number(d))
  const date = new Date(time)
  return date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
    ? Math.floor(time / DAY)
    : undefined
}

function namedMonth(month = '', d = '', y: string | undefined, today: Day): Day | undefined {
  const m = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return y === undefined ? comingDay(m, Number(d), today) : day(y, String(m), d)
}

/** Without a year: the one that is nearest, at most three months back. */
function comingDay(m: number, d: number, today: Day): Day | undefined {
  const year = new Date(today * DAY).getUTCFullYear()
  const thisYear = day(String(year), String(m), String(d))
  if (thisYear === undefined) return undefined
  return thisYear < today - 90 ? day(String(year + 1), String(m), String(d)) : thisYear
}

/** `weeks` 0: the next such day, today not counted; else that many weeks on, weeks beginning on Monday. */
function weekday(index: number, weeks: number, today: Day): Day | undefined {
  if (index < 0) return undefined
  const now = (new Date(today * DAY).getUTCDay() + 6) % 7
  if (weeks > 0) return today - now + 7 * weeks + index
  return today + ((index - now + 6) % 7) + 1
}

function endOfMonth(today: Day, months: number): Day {
  const date = new Date(today * DAY)
  return Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0) / DAY)
}

function count(n: string): number {
  const words = ['a', 'one', 'two', 'three', 'four', 'five', 'six']
  if (/^\d/.test(n)) return Number(n)
  if (n === '两') return 2
  const word = words.indexOf(n.toLowerCase())
  return word >= 0 ? Math.max(1, word) : Math.max(1, n === 'an' ? 1 : HAN_DIGITS.indexOf(n))
}
