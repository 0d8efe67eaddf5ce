// What kind of character each UTF-16 unit is, and what it is folded to. Tables are filled as characters are met:
// classifying all 65,536 up front would cost a tenth of a process start.
import { isPlainChinese } from '../text/unicode.ts'
import { simplifiedOf } from './traditional.ts'

export const WORD_SEPARATOR = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
/** Written without spaces: ideographs, kana, Hangul syllables. */
export const CJK = 5
/** Belongs to a word but is not spelled: combining marks, apostrophes, joiners. */
export const SILENT = 6
export const UNDERSCORE = 7

const classes = new Uint8Array(65536)
/** The folded unit: lower case, without accent, simplified. 0 where a unit folds to itself. */
const folds = new Uint16Array(65536)

for (let unit = 0; unit < 128; unit++) {
  classes[unit] = WORD_SEPARATOR
  if (unit >= 97 && unit <= 122) classes[unit] = LOWER
  else if (unit >= 48 && unit <= 57) classes[unit] = DIGIT
  else if (unit >= 65 && unit <= 90) {
    classes[unit] = UPPER
    folds[unit] = unit + 32
  }
}
classes[39] = SILENT
classes[95] = UNDERSCORE

export function classOf(unit: number): number {
  return classes[unit] || classify(unit)
}

export function foldOf(unit: number): number {
  return folds[unit] || unit
}

function classify(unit: number): number {
  const kind = kindOf(unit)
  classes[unit] = kind
  if (kind === LOWER || kind === UPPER) folds[unit] = foldLetter(unit)
  if (kind === CJK) folds[unit] = simplifiedOf(unit)
  return kind
}

function kindOf(unit: number): number {
  if (isCjk(unit)) return CJK
  // Typographic apostrophes join as the plain one does.
  if (unit === 0x2019 || unit === 0x2018 || unit === 0x02bc) return SILENT
  // Half of a pair. Rare ideographs are worth indexing; emoji and the like count as letters, too: they are words.
  if (unit >= 0xd800 && unit <= 0xdfff) return LOWER
  const character = String.fromCharCode(unit)
  if (isPlainChinese(character)) return WORD_SEPARATOR
  if (/[\p{M}\u200c\u200d]/u.test(character)) return SILENT
  if (/\p{N}/u.test(character)) return DIGIT
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER
  return /\p{L}/u.test(character) ? LOWER : WORD_SEPARATOR
}

function isCjk(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    (unit >= 0x3041 && unit <= 0x30ff && unit !== 0x30fb && unit !== 0x30a0) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit === 0x3005 ||
    unit === 0x3007
  )
}

function foldLetter(unit: number): number {
  const lower = String.fromCharCode(unit).toLowerCase().normalize('NFD').charCodeAt(0)
  return lower || unit
}

/** Simplified characters for traditional ones; everything else unchanged. For models that learnt only the former. */
export function toSimplified(text: string): string {
  let out = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x3400 || !isCjk(unit)) continue
    const folded = simplifiedOf(unit)
    if (folded === unit) continue
    out += text.slice(copied, at) + String.fromCharCode(folded)
    copied = at + 1
  }
  return copied === 0 ? text : out + text.slice(copied)
}
