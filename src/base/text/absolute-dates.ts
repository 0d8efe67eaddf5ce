// Words such as "tomorrow" and 下周四 replaced by the date that they meant when they were written. Only what has one
// meaning; quotations and code stay as they are. Pure.
import { findSaidDates, type SaidDate } from './said-dates.ts'

/** What recurs has no one date. */
const RECURS = /\b(?:every|each|always|daily|weekly|usually|monthly|on most)\b|每|总是|平时|通常/iu
const QUOTED =
  /`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|\[\[[^\]\n]*\]\]|https?:\/\/\S+/gu
/** Behind these a date needs no "on". */
const LED = /\b(?:by|until|till|before|after|since|from|of|for|on|as of|than|due)\s+$/iu

/** One statement. The same text where nothing in it can be resolved. */
export function absoluteDates(text: string, said: Date): string {
  let result = ''
  let done = 0
  for (const { start, end, date, sure } of relativeDates(text, said)) {
    if (!sure) continue
    result += text.slice(done, start) + placed(text, start, end, date)
    done = end
  }
  return result + text.slice(done)
}

/**
 * The same statement with dates in the place of words such as "next Thursday", and nothing else changed: each the date
 * that its words meant, also where they could have meant another one.
 */
export function isDateRewrite(before: string, after: string, said: Date): boolean {
  let pattern = ''
  let done = 0
  for (const { start, end, date } of relativeDates(before, said)) {
    pattern += `${literally(before.slice(done, start))}(?:${literally(before.slice(start, end))}|(?:[Oo]n )?${literally(date)} ?)`
    done = end
  }
  return before !== after && new RegExp(`^${pattern}${literally(before.slice(done))}$`, 'u').test(after)
}

/** Those that somebody who reads the statement later would need. */
function relativeDates(text: string, said: Date): SaidDate[] {
  if (RECURS.test(text)) return []
  const quoted = [...text.matchAll(QUOTED)].map(
    ({ 0: quote, index }) => [index, index + quote.length] as const,
  )
  return findSaidDates(text, said).filter(
    ({ start, end, relative }) =>
      relative && !isDated(text, end) && !quoted.some(([from, to]) => start < to && from < end),
  )
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
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
