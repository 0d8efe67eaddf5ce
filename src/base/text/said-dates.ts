// Dates as people write them, in English and Chinese, made absolute by the day on which they were written: "Thursday" is
// of no use next month. Pure, by the calendar of this machine.
import { DAY_MS } from '../values/clock.ts'

export interface SaidDate {
  readonly start: number
  readonly end: number
  /** YYYY-MM-DD; for a month, a year or a week what stands for it. */
  readonly date: string
  readonly isDay: boolean
  /** Says nothing without the day on which it was written. */
  readonly relative: boolean
  /** Can only mean this: "on Friday" may be over or to come, and "next Friday" is one of two. */
  readonly sure: boolean
}

/** Days since the epoch, so that days can be counted. */
type Day = number

type Resolved = { day: Day | undefined; sure?: boolean; relative?: boolean } | { text: string } | undefined

interface Form {
  readonly words: RegExp
  resolve(match: RegExpExecArray, today: Day): Resolved
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WEEKDAY = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(day)?'
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(\\d{1,3}|an?|${COUNTS.slice(1).join('|')})`
const HAN_COUNTS = '零一二三四五六七八九十'
const HAN_COUNT = '(\\d{1,3}|[一二两三四五六七八九十])'
const HAN_WEEK = '(?:周|星期|礼拜)'
const HAN_UNIT = '个?(天|周|星期|礼拜)'
const HAN_DAY = '([一二三四五六日天])'

const english = (source: string, resolve: Form['resolve']): Form => ({
  words: new RegExp(`(?<![\\p{L}\\p{N}-])${source}(?![\\p{L}\\p{N}]|(?<=\\p{L})-\\p{L})`, 'giu'),
  resolve,
})
const chinese = (source: string, resolve: Form['resolve']): Form => ({
  words: new RegExp(source, 'gu'),
  resolve,
})
const surely = (day: Day): Resolved => ({ day, sure: true })

/** Where two fit at the same place, the first. */
const FORMS: readonly Form[] = [
  chinese('(?<!\\d)(\\d{4})-(\\d{1,2})-(\\d{1,2})(?!\\d)', ([, y, m, d]) => dated(y, m, d)),
  chinese('(\\d{4})年(\\d{1,2})月(\\d{1,2})[日号]', ([, y, m, d]) => dated(y, m, d)),
  chinese('(?<!\\d)(\\d{1,2})月(\\d{1,2})[日号]', ([, m, d], today) => ({
    day: nearest(Number(m), Number(d), today),
  })),
  english(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`, ([, m, d, y], today) =>
    namedMonth(m, d, y, today),
  ),
  english(`(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? (\\d{4}))?`, ([, d, m, y], today) =>
    namedMonth(m, d, y, today),
  ),
  english('(?:the )?day after tomorrow', (_, today) => surely(today + 2)),
  english('(?:the )?day before yesterday', (_, today) => surely(today - 2)),
  english('(today|tomorrow|yesterday)', ([, word = ''], today) =>
    surely(today + ({ tomorrow: 1, yesterday: -1 }[word.toLowerCase()] ?? 0)),
  ),
  english('(?:tonight|by eod|end of (?:the )?day)', (_, today) => ({ day: today })),
  english(`in ${COUNT} (days?|weeks?)`, ([, count, unit], today) =>
    surely(today + countOf(count) * daysOf(unit)),
  ),
  english(`${COUNT} (days?|weeks?) ago`, ([, count, unit], today) =>
    surely(today - countOf(count) * daysOf(unit)),
  ),
  english(`(?:(this coming|this|coming|next) )?${WEEKDAY}`, weekdayInWords),
  english('(this|next|last) month', ([, which], today) => ({ text: monthFrom(today, offsetOf(which)) })),
  english('(this|next|last) year', ([, which], today) => ({ text: yearFrom(today, offsetOf(which)) })),
  english('next week', (_, today) => ({ text: `the week of ${isoDay(mondayOf(today) + 7)}` })),
  english('(the )?end of (next|this|the)? ?month', ([, the, which = ''], today) => ({
    day: endOfMonth(today, offsetOf(which)),
    sure: the !== undefined,
  })),
  english('(?:the )?end of (?:this |the )?week', (_, today) => ({ day: coming(6, today - 1) })),
  chinese('大后天', (_, today) => surely(today + 3)),
  chinese('大前天', (_, today) => surely(today - 3)),
  chinese('后天', (_, today) => surely(today + 2)),
  chinese('(?<![之以日月年])前天', (_, today) => surely(today - 2)),
  chinese('(今天|今日|明天|明日|昨天|昨日)', ([word], today) =>
    surely(today + ({ 明: 1, 昨: -1 }[word.charAt(0)] ?? 0)),
  ),
  chinese('(今晚|明晚)', ([word], today) => ({ day: today + (word.startsWith('明') ? 1 : 0) })),
  chinese(`(上{1,2}|下{1,3}|这|這|本)个?${HAN_WEEK}${HAN_DAY}`, ([, which = '', name = ''], today) => {
    const weeks = which.startsWith('上') ? -which.length : which.startsWith('下') ? which.length : 0
    return surely(mondayOf(today) + 7 * weeks + hanDay(name))
  }),
  chinese(`(?<![上下这這本个每])${HAN_WEEK}${HAN_DAY}(之?前|截止|到期)?`, ([, name = '', end], today) => ({
    day: coming(hanDay(name), today),
    sure: end !== undefined,
  })),
  chinese(`${HAN_COUNT}${HAN_UNIT}(?:之?后|以后)`, ([, count, unit], today) =>
    surely(today + countOf(count) * daysOf(unit)),
  ),
  chinese(`${HAN_COUNT}${HAN_UNIT}之?内`, ([, count, unit], today) => ({
    day: today + countOf(count) * daysOf(unit),
  })),
  chinese(`${HAN_COUNT}${HAN_UNIT}(?:之?前|以前)`, ([, count, unit], today) =>
    surely(today - countOf(count) * daysOf(unit)),
  ),
  chinese('(?:本|这)?周末|(?:这|本)周内', (_, today) => ({ day: coming(6, today - 1) })),
  chinese('(下个?月|本月|这个月|月)底', ([, which = ''], today) =>
    surely(endOfMonth(today, which.startsWith('下') ? 1 : 0)),
  ),
  chinese('(上|这|本|下)个?月(?!底|\\d)', ([, which = ''], today) => ({
    text: monthFrom(today, { 上: -1, 下: 1 }[which] ?? 0),
  })),
]

/** From left to right; none where the time is no time. */
export function findSaidDates(text: string, said: Date): SaidDate[] {
  if (Number.isNaN(said.getTime())) return []
  const today = Math.floor(Date.UTC(said.getFullYear(), said.getMonth(), said.getDate()) / DAY_MS)
  const found = FORMS.flatMap(({ words, resolve }) =>
    [...text.matchAll(words)].flatMap((match) => saidDate(match, resolve(match, today))),
  )
  // A sort that keeps the order of forms that begin at the same place.
  found.sort((one, other) => one.start - other.start)
  const kept: SaidDate[] = []
  for (const one of found) if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  return kept
}

function saidDate({ 0: words, index: start }: RegExpExecArray, resolved: Resolved): SaidDate[] {
  if (!resolved) return []
  const place = { start, end: start + words.replace(AFTER, '').length }
  if ('text' in resolved) return [{ ...place, date: resolved.text, isDay: false, relative: true, sure: true }]
  const { day, sure = false, relative = true } = resolved
  return day === undefined ? [] : [{ ...place, date: isoDay(day), isDay: true, relative, sure }]
}

/** Says only that the day is a last one. */
const AFTER = /(?<=[一二三四五六日天])(?:之?前|截止|到期)$/u

function weekdayInWords(match: RegExpExecArray, today: Day): Resolved {
  const [, which = '', name = '', whole] = match
  if (whole === undefined && which === '') return undefined
  const index = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())
  const before = match.input.slice(Math.max(0, match.index - 8), match.index)
  if (which.toLowerCase() === 'next') {
    const following = mondayOf(today) + 7 + index
    // While that day is still to come in this week, people mean either.
    return { day: following, sure: following - today <= 7 }
  }
  const day = coming(index, today)
  if (which === '' && /\bsince $/i.test(before)) return surely(day - 7 === today ? day - 14 : day - 7)
  return { day, sure: which !== '' || /\b(?:by|until|till|before|due) $/i.test(before) }
}

function dated(y = '', m = '', d = ''): Resolved {
  return { day: dayOf(Number(y), Number(m), Number(d)), relative: false }
}

function namedMonth(month = '', d = '', y: string | undefined, today: Day): Resolved {
  const m = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return y === undefined ? { day: nearest(m, Number(d), today) } : dated(y, String(m), d)
}

function dayOf(y: number, m: number, d: number): Day | undefined {
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d
    ? Math.floor(date.getTime() / DAY_MS)
    : undefined
}

/** Without a year: the one that is nearest, at most three months back. */
function nearest(m: number, d: number, today: Day): Day | undefined {
  const year = dateOf(today).getUTCFullYear()
  const thisYear = dayOf(year, m, d)
  return thisYear !== undefined && thisYear < today - 90 ? dayOf(year + 1, m, d) : thisYear
}

/** The next day of this name, from Monday as 0; said on that day, the one of the next week. */
function coming(index: number, today: Day): Day {
  const ahead = (index - (today - mondayOf(today)) + 7) % 7
  return today + (ahead || 7)
}

/** Weeks begin on Monday. */
function mondayOf(day: Day): Day {
  return day - ((dateOf(day).getUTCDay() + 6) % 7)
}

function monthFrom(today: Day, months: number): string {
  const date = dateOf(today)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

function yearFrom(today: Day, years: number): string {
  return String(dateOf(today).getUTCFullYear() + years)
}

function endOfMonth(today: Day, months: number): Day {
  const date = dateOf(today)
  return Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0) / DAY_MS)
}

function dateOf(day: Day): Date {
  return new Date(day * DAY_MS)
}

function isoDay(day: Day): string {
  return dateOf(day).toISOString().slice(0, 10)
}

function hanDay(name: string): number {
  return '一二三四五六日'.indexOf(name.replace('天', '日'))
}

function countOf(count = ''): number {
  if (/^\d/.test(count)) return Number(count)
  const word = count.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  if (count === '两') return 2
  return Math.max(COUNTS.indexOf(word), HAN_COUNTS.indexOf(count))
}

function daysOf(unit = ''): number {
  return /^week|^周|星期|礼拜/i.test(unit) ? 7 : 1
}

function offsetOf(which = ''): number {
  return { last: -1, next: 1 }[which.toLowerCase()] ?? 0
}
