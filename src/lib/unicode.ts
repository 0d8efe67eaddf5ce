// Text as people see it: hidden characters, display width, cutting without breaking a character.

/** Tag characters and bidi controls: they carry invisible instructions or reorder text. Never legitimate here. */
const DENIED = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u061c]/gu
/** Whatever else shows nothing. Joiners, selectors and their like are judged by their neighbours. */
const STRIPPED =
  /(?![\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const JOINERS = /[\u200c\u200d]/gu
/** Of these only U+FE0E and U+FE0F are ever needed, one at a time, behind emoji and in keycaps (`1\ufe0f\u20e3`). */
const VARIATION = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
const MONGOLIAN_VARIATION = /[\u180b-\u180d\u180f]/gu
const MONGOLIAN = /[\u1820-\u18aa]/u
/** Scripts whose spelling needs joiners (Arabic, Indic, Khmer, Mongolian, …). */
const JOINING =
  /[\u0600-\u06ff\u0700-\u08ff\u0900-\u0dff\u0e80-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc]/u

export interface HiddenCharacter {
  /** `U+202E` */
  codePoint: string
  /** 1-based. */
  line: number
}

/** The first character that may not stand in a memory at all, or undefined. */
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

/** True when the text holds any character that people cannot see. Fast: one test for the ordinary case. */
const SUSPECT = /[\p{Default_Ignorable_Code_Point}\u061c\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u

/** Removes what people cannot see; keeps joiners and selectors where emoji and scripts need them. */
export function stripHidden(text: string): string {
  if (!SUSPECT.test(text)) return text
  return (
    text
      .replace(DENIED, '')
      .replace(STRIPPED, '')
      // Selectors first: a joiner that stands on one that goes has to go too.
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

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns that the text takes in a terminal. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || code === 0x7f) return 0
  if (code < 0x300) return 1
  if (ZERO_WIDTH.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Cuts to at most `columns` columns, with an ellipsis when something was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let width = 0
  let cut = ''
  for (const character of text) {
    const next = characterWidth(character)
    if (width + next > columns - 1) break
    width += next
    cut += character
  }
  return `${cut.trimEnd()}…`
}

/** The longest prefix of at most `limit` UTF-8 bytes that does not end inside a character. */
export function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= limit) return text
  let end = Math.max(0, limit)
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

/** Cuts to at most `limit` code points, at a word where there is one near, with an ellipsis. */
export function cutToCharacters(text: string, limit: number): string {
  const characters = [...text]
  if (characters.length <= limit) return text
  const head = characters.slice(0, limit - 1).join('')
  const space = head.search(/\s+\S*$/u)
  const kept = space > head.length * 0.6 ? head.slice(0, space) : head
  return `${kept.replace(/[\s,;:，；：、—–-]+$/u, '')}…`
}
