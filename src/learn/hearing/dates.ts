// The day that a statement names, put behind the words that say it.
import { findSaidDates } from '../../base/text/said-dates.ts'

interface FoundDate {
  readonly index: number
  /** As it was written. */
  readonly text: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** Says nothing without the day on which it was written. */
  readonly relative: boolean
}

/** The first day in the text, by the time of the message (ISO) on this machine's calendar; not "yesterday". */
export function findDate(text: string, time: string): FoundDate | undefined {
  const said = new Date(time)
  const [today] = findSaidDates('today', said)
  const first = findSaidDates(text, said).find(
    ({ isDay, relative, sure, date }) => isDay && !(relative && sure && date < (today?.date ?? '')),
  )
  if (!first) return undefined
  const { start, end, date, relative } = first
  return { index: start, text: text.slice(start, end), date, relative }
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
