// The one answer to what people cannot see, and what is done about it: refused, taken out, or shown as a space.
import { once } from '../values/once.ts'
import { isAscii, isPlainChinese, isPlainlyVisible } from './unicode.ts'

/** Shows nothing: by Unicode's own table, and the marks of annotations. */
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]'
const invisible = once(() => new RegExp(INVISIBLE, 'u'))
const allInvisible = once(() => new RegExp(INVISIBLE, 'gu'))
/** The same, and what drives a terminal, ends a line or is no character. As the source of a pattern with the flag `u`. */
export const UNPRINTABLE = '[\\p{Default_Ignorable_Code_Point}\\p{C}\\p{Zl}\\p{Zp}]'

/** Tag characters and bidi controls: they carry invisible instructions or reorder text. Never legitimate here. */
const DENIED = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u061c]/gu
/** Whatever else shows nothing. Joiners, selectors and their like are judged by their neighbours. */
const stripped = once(
  () =>
    new RegExp(
      `(?![\\u200c\\u200d\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])${INVISIBLE}`,
      'gu',
    ),
)
const JOINERS = /[\u200c\u200d]/gu
/** Only U+FE0E and U+FE0F are ever needed, one at a time, behind emoji and in keycaps (`1\ufe0f\u20e3`). */
const VARIATION = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
const MONGOLIAN_VARIATION = /[\u180b-\u180d\u180f]/gu
const MONGOLIAN = /[\u1820-\u18aa]/u
/** Scripts whose spelling needs joiners (Arabic, Indic, Khmer, Mongolian, …). */
const JOINING =
  /[\u0600-\u06ff\u0700-\u08ff\u0900-\u0dff\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc]/u

interface HiddenCharacter {
  /** `U+202E` */
  codePoint: string
  /** 1-based. */
  line: number
}

/** The first character that is not allowed in a memory at all, or undefined. */
export function findDeniedCharacter(text: string): HiddenCharacter | undefined {
  DENIED.lastIndex = 0
  const match = DENIED.exec(text)
  if (!match) return undefined
  const code = match[0].codePointAt(0) ?? 0
  return {
    codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
    line: text.slice(0, match.index).split('\n').length,
  }
}

/** Removes what people cannot see; keeps joiners and selectors where emoji and scripts need them. */
export function stripHidden(text: string): string {
  if (isAscii(text) || isPlainChinese(text) || !invisible().test(text)) return text
  return (
    text
      .replace(DENIED, '')
      .replace(stripped(), '')
      // Selectors first: a joiner that depends on a removed one is removed too.
      .replace(VARIATION, (selector, at: number, all: string) => {
        if (selector !== '\ufe0e' && selector !== '\ufe0f') return ''
        const before = characterBefore(all, at)
        const needed = isKeycapBase(before) ? all[at + 1] === '\u20e3' : /\p{Emoji}/u.test(before)
        return needed ? selector : ''
      })
      .replace(MONGOLIAN_VARIATION, (selector, at: number, all: string) =>
        MONGOLIAN.test(characterBefore(all, at)) ? selector : '',
      )
      .replace(JOINERS, (joiner, at: number, all: string) => {
        const before = characterBefore(all, at)
        const after = characterAt(all, at + 1)
        const emoji =
          /\p{Extended_Pictographic}/u.test(after) &&
          /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(before)
        return emoji || (JOINING.test(before) && JOINING.test(after)) ? joiner : ''
      })
  )
}

function isKeycapBase(character: string): boolean {
  return /^[#*0-9]$/.test(character)
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const low = text.charCodeAt(at - 1)
  const pair = low >= 0xdc00 && low <= 0xdfff && at >= 2
  return text.slice(at - (pair ? 2 : 1), at)
}

/** One character. */
export function isInvisible(character: string): boolean {
  return !isAscii(character) && invisible().test(character)
}

/** Also the joiners and selectors that emoji and scripts need: for what only has to be distinguished. */
export function withoutInvisible(text: string): string {
  return isAscii(text) || isPlainChinese(text) ? text : text.replace(allInvisible(), '')
}

/** Something is in it that people cannot see and that nothing needs; in a name not even joiners are needed. */
export function hasHidden(name: string): boolean {
  return /[\u200c\u200d]/.test(name) || stripHidden(name) !== name
}

export function hasControl(text: string): boolean {
  return isAscii(text) ? /[\0-\x1f\x7f]/.test(text) : /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** A name or a path that comes from anywhere, on one line: nothing in it drives a terminal or hides. */
export function printableLine(text: string): string {
  if (isPlainlyVisible(text)) return text.trim()
  return stripHidden(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** A text of several lines: tabs stay, escape codes do not. */
export function printableLines(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(DENIED, '\ufffd')
    .replace(/(?![\t\n])\p{Cc}/gu, '\ufffd')
}
