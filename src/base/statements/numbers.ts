// The numbers of a text in one form: 三十, thirty and 30 are one, 二〇二六 and 2026.
import { scaleOf } from './scale-of.ts'
import type { Word } from './words.ts'

const ENGLISH = new Map(
  Object.entries({
    zero: 0,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
  }),
)
const DIGITS = new Map([...'〇一二三四五六七八九'].map((digit, value) => [digit, value]))
DIGITS.set('零', 0).set('两', 2)
const UNITS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
])
const LARGE_UNITS = new Map([
  ['万', 10_000],
  ['亿', 100_000_000],
])

/** In reading order. What is no number that can be read (半, "hundred") stays as it is written. */
export function numbersIn(words: readonly Word[]): string[] {
  const numbers: string[] = []
  let run = ''
  const endRun = () => {
    if (run !== '') numbers.push(...readNumerals(run))
    run = ''
  }
  for (const word of words) {
    if (isNumeral(word)) {
      run += word.text
      continue
    }
    endRun()
    if (scaleOf(word) !== undefined) numbers.push(String(ENGLISH.get(word.text) ?? word.text))
  }
  endRun()
  return numbers
}

function isNumeral({ text, isHan }: Word): boolean {
  return isHan && (DIGITS.has(text) || UNITS.has(text) || LARGE_UNITS.has(text))
}

function readNumerals(run: string): string[] {
  const value = [...run].every((one) => DIGITS.has(one)) ? readDigits(run) : readValue(run)
  return value === undefined ? [...run] : [value]
}

/** 二〇二六; a single one is a number, too. */
function readDigits(run: string): string {
  return [...run].map((digit) => DIGITS.get(digit)).join('')
}

/** 三百零五, 两万; undefined for what is not in order: 二三十. */
function readValue(run: string): string | undefined {
  let total = 0
  let part = 0
  let digit: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const one of run) {
    const value = DIGITS.get(one)
    const unit = UNITS.get(one)
    if (value !== undefined) {
      if (digit !== undefined && digit !== 0) return undefined
      digit = value
    } else if (unit !== undefined) {
      if (unit >= least) return undefined
      part += (digit || 1) * unit
      least = unit
      digit = undefined
    } else {
      const large = LARGE_UNITS.get(one) ?? 1
      total = (total + part + (digit ?? 0) || 1) * large
      part = 0
      digit = undefined
      least = Number.POSITIVE_INFINITY
    }
  }
  return String(total + part + (digit ?? 0))
}
