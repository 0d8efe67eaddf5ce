// Numbers and units under one spelling: "thirty secs", "30 seconds" and 三十秒 are the same amount, "30 ms" is not.

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const VALUES = new Map([
  ...SMALL.map((word, at): [string, number] => [word, at]),
  ...TENS.map((word, at): [string, number] => [word, 20 + 10 * at]),
])
const SPELLED = [...VALUES.keys()].filter((word) => word !== 'one').join('|')
const SPELLED_NUMBER = new RegExp(
  `\\b(?:(${TENS.join('|')})[ -](${SMALL.slice(1, 10).join('|')})|(${SPELLED}|one(?= (?:hundred|thousand|million))))(?: (hundred|thousand|million))?\\b`,
  'gi',
)
const SCALES: Record<string, number> = { hundred: 100, thousand: 1_000, million: 1_000_000 }
const TIMES: [RegExp, string][] = [
  [/\btwice\b/gi, '2 times'],
  [/\bthrice\b/gi, '3 times'],
]

/** English number words as digits. "One" is left: it mostly counts nothing. */
export function digitsForWords(text: string): string {
  const plain = TIMES.reduce((done, [pattern, digits]) => done.replace(pattern, digits), text)
  return plain.replace(SPELLED_NUMBER, (_, tens?: string, unit?: string, alone?: string, scale?: string) => {
    const value =
      (VALUES.get((tens ?? alone ?? '').toLowerCase()) ?? 0) + (VALUES.get(unit?.toLowerCase() ?? '') ?? 0)
    return String(value * (SCALES[scale?.toLowerCase() ?? ''] ?? 1))
  })
}

const HAN_DIGITS = '零一二三四五六七八九'
const HAN_NUMBER = /[〇零一二两三四五六七八九十百千万亿]+/g
/** 一起, 统一, 万一, 千万: no amount. */
const NO_AMOUNT = /^(?:千万|万一|百般|千方百计)$/

/** Chinese numerals as digits; 一 in words like 一起 stays. */
export function digitsForNumerals(text: string): string {
  return text.replace(HAN_NUMBER, (numeral, at: number) => {
    if (NO_AMOUNT.test(numeral)) return numeral
    if (
      numeral === '一' &&
      (/[起直些样定般旦致切]/.test(text[at + 1] ?? '') || /[统唯]/.test(text[at - 1] ?? ''))
    )
      return numeral
    return ` ${amountOf(numeral)} `
  })
}

function amountOf(numeral: string): number | string {
  const plain = numeral.replaceAll('〇', '零').replaceAll('两', '二')
  if (!/[十百千万亿]/.test(plain)) return [...plain].map((digit) => HAN_DIGITS.indexOf(digit)).join('')
  let [total, section, digit] = [0, 0, 0]
  for (const character of plain) {
    const value = HAN_DIGITS.indexOf(character)
    if (value >= 0) digit = value
    else if (character === '万' || character === '亿') {
      total = (total + section + digit) * (character === '万' ? 10_000 : 100_000_000)
      section = digit = 0
    } else {
      section += (digit || 1) * (character === '十' ? 10 : character === '百' ? 100 : 1_000)
      digit = 0
    }
  }
  return total + section + digit
}

const UNITS: Record<string, string> = {}
for (const line of [
  'ms msec millisecond milliseconds',
  's sec secs second seconds',
  'min mins minute minutes',
  'h hr hrs hour hours',
  'percent %',
  'B byte bytes',
  'KB kilobyte kilobytes kB',
  'MB megabyte megabytes',
  'GB gigabyte gigabytes',
])
  for (const form of line.split(' ')) UNITS[form] = `unit:${line.split(' ')[0]}`

/** One name for a unit that follows a number; undefined for other words. The case tells bits from bytes. */
export function unitOf(word: string): string | undefined {
  return UNITS[word] ?? UNITS[word.toLowerCase().length > 2 ? word.toLowerCase() : word]
}
