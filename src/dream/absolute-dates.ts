// Words such as "tomorrow" and 下周四 as the date that they meant when they were written. Only what has one meaning:
// "on Friday" may be over or to come, so it stays. Quotations and code stay, too. Pure.
import { DAY_MS } from '../lib/clock.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAY = `(${WEEKDAYS.join('|')})`
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(\\d{1,3}|an?|${COUNTS.slice(1).join('|')})`
const CHINESE_DAYS = '日一二三四五六'
const CHINESE_COUNTS = '零一二三四五六七八九十'
const CHINESE_COUNT = '(\\d{1,3}|[一二两三四五六七八九十])'

/** What recurs has no one date. */
const RECURS = /\b(?:every|each|always|daily|weekly|usually|monthly|on most)\b|每|总是|平时|通常/iu
const QUOTED =
  /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|\[\[[^\]\n]*\]\]|https?:\/\/\S+/gu
/** Behind these a date needs no "on". */
const LED = /\b(?:by|until|till|before|after|since|from|of|for|on|as of|than|due)\s+$/iu

/** The date of a match, and what it says instead; undefined where it has no one meaning. */
type Resolve = (match: RegExpMatchArray, said: Date) => string | undefined

interface Rule {
  readonly words: RegExp
  readonly resolve: Resolve
}

const english = (source: string, resolve: Resolve): Rule => ({
  words: new RegExp(`(?<![\\p{L}\\p{N}-])${source}(?![\\p{L}\\p{N}]|-\\p{L})`, 'giu'),
  resolve,
})
const chinese = (source: string, resolve: Resolve): Rule => ({ words: new RegExp(source, 'gu'), resolve })

const RULES: readonly Rule[] = [
  english('(?:the )?day after tomorrow', (_, said) => dayFrom(said, 2)),
  english('(?:the )?day before yesterday', (_, said) => dayFrom(said, -2)),
  english('(today|tomorrow|yesterday)', ([, word = ''], said) =>
    dayFrom(said, { today: 0, tomorrow: 1, yesterday: -1 }[word.toLowerCase()] ?? 0),
  ),
  english(`in ${COUNT} (days?|weeks?)`, ([, count, unit = ''], said) =>
    dayFrom(said, countOf(count) * daysOf(unit)),
  ),
  english(`${COUNT} (days?|weeks?) ago`, ([, count, unit = ''], said) =>
    dayFrom(said, -countOf(count) * daysOf(unit)),
  ),
  english(`(?<=\\b(?:by|until|till|before|due) )${WEEKDAY}`, ([, day = ''], said) => coming(said, day)),
  english(`(?<=\\bsince )${WEEKDAY}`, ([, day = ''], said) =>
    dayFrom(said, -(7 - ahead(said, day)) % 7 || -7),
  ),
  english(`(?:this|this coming|coming) ${WEEKDAY}`, ([, day = ''], said) => coming(said, day)),
  english(`next ${WEEKDAY}`, ([, day = ''], said) => nextWeekday(said, day)),
  english('(this|next|last) month', ([, which = ''], said) => monthFrom(said, offsetOf(which))),
  english('(this|next|last) year', ([, which = ''], said) => String(said.getFullYear() + offsetOf(which))),
  english('next week', (_, said) => `the week of ${dayFrom(said, 7 - ((said.getDay() + 6) % 7))}`),
  english('the end of (?:the|this) month', (_, said) => endOfMonth(said)),
  chinese('大后天', (_, said) => dayFrom(said, 3)),
  chinese('大前天', (_, said) => dayFrom(said, -3)),
  chinese('后天', (_, said) => dayFrom(said, 2)),
  chinese('(?<![之以日月年])前天', (_, said) => dayFrom(said, -2)),
  chinese('(今天|今日|明天|明日|昨天|昨日)', ([, word = ''], said) =>
    dayFrom(said, { 今: 0, 明: 1, 昨: -1 }[word.charAt(0)] ?? 0),
  ),
  chinese(`(上|这|本|下)(?:个)?(?:周|星期|礼拜)([一二三四五六日天])`, ([, which = '', day = ''], said) =>
    weekdayOfWeek(said, { 上: -1, 下: 1 }[which] ?? 0, day),
  ),
  chinese(
    '(?<!上|这|本|下|个|每)(?:周|星期|礼拜)([一二三四五六日天])(?=之?前|截止|到期)',
    ([, day = ''], said) => coming(said, WEEKDAYS[chineseDay(day)] ?? ''),
  ),
  chinese(`${CHINESE_COUNT}(天|周|个星期)(?:之?后|以后)`, ([, count, unit = ''], said) =>
    dayFrom(said, countOf(count) * daysOf(unit)),
  ),
  chinese(`${CHINESE_COUNT}(天|周|个星期)(?:之?前|以前)`, ([, count, unit = ''], said) =>
    dayFrom(said, -countOf(count) * daysOf(unit)),
  ),
  chinese('(?:本月|这个月|月)底', (_, said) => endOfMonth(said)),
  chinese('(上|这|本|下)(?:个)?月(?!底|\\d)', ([, which = ''], said) =>
    monthFrom(said, { 上: -1, 下: 1 }[which] ?? 0),
  ),
]

/** One statement. The same text where nothing in it can be resolved. */
export function absoluteDates(text: string, said: Date): string {
  if (RECURS.test(text) || Number.isNaN(said.getTime())) return text
  const quoted = [...text.matchAll(QUOTED)].map(
    ({ 0: quote, index }) => [index, index + quote.length] as const,
  )
  const found: { start: number; end: number; date: string }[] = []
  for (const { words, resolve } of RULES) {
    for (const match of text.matchAll(words)) {
      const [start, end] = [match.index, match.index + match[0].length]
      const isTaken = [...quoted, ...found.map((one) => [one.start, one.end] as const)].some(
        ([from, to]) => start < to && from < end,
      )
      const date = isTaken || isDated(text, end) ? undefined : resolve(match, said)
      if (date !== undefined) found.push({ start, end, date })
    }
  }
  found.sort((a, b) => a.start - b.start)
  let result = ''
  let done = 0
  for (const { start, end, date } of found) {
    result += text.slice(done, start) + placed(text, start, end, date)
    done = end
  }
  return result + text.slice(done)
}

/** "Thursday (2026-04-09)": it says the date already. */
function isDated(text: string, end: number): boolean {
  return /^\s*[(（,，]?\s*\d{4}-\d\d/u.test(text.slice(end))
}

/** In English a date that nothing leads to needs an "on". */
function placed(text: string, start: number, end: number, date: string): string {
  const words = text.slice(start, end)
  const isEnglish = /^[\x00-\x7f]+$/.test(words)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date)
  if (!isEnglish || !isDay || LED.test(text.slice(0, start)) || text.slice(end).startsWith("'")) return date
  if (/^(?:the end of|this|coming|next)\b/i.test(words) && /\b(?:is|was|=)\s+$/i.test(text.slice(0, start)))
    return date
  return `${/^[A-Z]/.test(words) ? 'On' : 'on'} ${date}`
}

/** Noon, so that a day of 23 hours is none less. */
function dayFrom(said: Date, days: number): string {
  const noon = new Date(said.getFullYear(), said.getMonth(), said.getDate(), 12)
  const day = new Date(noon.getTime() + days * DAY_MS)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

function monthFrom(said: Date, months: number): string {
  const month = new Date(said.getFullYear(), said.getMonth() + months, 1, 12)
  return `${month.getFullYear()}-${two(month.getMonth() + 1)}`
}

function endOfMonth(said: Date): string {
  const last = new Date(said.getFullYear(), said.getMonth() + 1, 0, 12)
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`
}

/** Days until the next one of this name; 0 on the day itself. */
function ahead(said: Date, day: string): number {
  return (WEEKDAYS.indexOf(day.toLowerCase()) - said.getDay() + 7) % 7
}

/** Said on a Thursday, "by Thursday" is the next one. */
function coming(said: Date, day: string): string {
  return dayFrom(said, ahead(said, day) || 7)
}

/** While that day is still to come in this week, people mean either. */
function nextWeekday(said: Date, day: string): string | undefined {
  const days = ahead(said, day) || 7
  const isThisWeek = ((said.getDay() + 6) % 7) + days < 7
  return isThisWeek ? undefined : dayFrom(said, days)
}

/** Weeks begin on Monday. */
function weekdayOfWeek(said: Date, week: number, day: string): string {
  const monday = -((said.getDay() + 6) % 7)
  return dayFrom(said, monday + 7 * week + ((chineseDay(day) + 6) % 7))
}

function chineseDay(day: string): number {
  return day === '天' ? 0 : CHINESE_DAYS.indexOf(day)
}

function countOf(count = ''): number {
  if (/^\d+$/.test(count)) return Number(count)
  const word = count.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  if (count === '两') return 2
  return Math.max(COUNTS.indexOf(word), CHINESE_COUNTS.indexOf(count))
}

function daysOf(unit: string): number {
  return /^week|^周|星期/i.test(unit) ? 7 : 1
}

function offsetOf(which: string): number {
  return { last: -1, next: 1 }[which.toLowerCase()] ?? 0
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
