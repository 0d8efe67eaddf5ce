// Words that are values of a scale: one can take the place of another of the same scale.
import type { Word } from './words.ts'

type Scale = 'number' | 'weekday' | 'month'

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/
const MONTH = /^(?:january|february|march|april|june|july|august|september|october|november|december)$/
const NUMERAL =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|once|twice|first|second|third|[零〇一二三四五六七八九十百千万亿两半])$/

export function scaleOf({ text }: Pick<Word, 'text'>): Scale | undefined {
  if (WEEKDAY.test(text)) return 'weekday'
  if (MONTH.test(text)) return 'month'
  return NUMERAL.test(text) || /^[v$€£-]?\d[\d.,:/-]*(?:%|[a-z]{1,3})?$/.test(text) ? 'number' : undefined
}
