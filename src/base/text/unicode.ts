// Text as people see it: display width, cutting without breaking a character.

/**
 * Patterns with classes like `\p{L}` cost a starting process half a millisecond each to make and a whole one to run for
 * the first time. So they are written inside the functions that need them, and ASCII has patterns of its own.
 */
export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text)
}

/**
 * What Chinese is mostly written with: ASCII that shows, ideographs of Unicode's first block, and the punctuation between
 * them. All of it can be seen, none is a mark on a letter, and only the ideographs and ASCII's are letters or digits: such
 * text needs none of the expensive patterns either.
 */
export function isPlainChinese(text: string): boolean {
  return !/[^\t\n\r\x20-\x7e\u4e00-\u9fff\xb7\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002\u300a-\u300f\u3010\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/.test(
    text,
  )
}

/** Columns that the text takes in a terminal. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/** ASCII that shows. */
function isPlain(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text)
}

/**
 * ASCII that shows, and what of Latin, punctuation, signs, kana, Chinese characters and full-width forms shows in any
 * case. False says nothing; true saves patterns with classes like `\\p{C}`, which take ten times as long.
 */
export function isPlainlyVisible(text: string): boolean {
  return !/[^\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u23ff\u2500-\u27bf\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uff01-\uff60]/.test(
    text,
  )
}

/** What is not Latin, by what was found before: few characters make most of a table. */
const widths = new Map<string, number>()
const MOST_WIDTHS = 4_096

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || code === 0x7f) return 0
  if (code < 0x300) return 1
  const known = widths.get(character)
  if (known !== undefined) return known
  if (widths.size >= MOST_WIDTHS) widths.clear()
  const width = otherWidth(character)
  widths.set(character, width)
  return width
}

function otherWidth(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0
  return isWide(character) ? 2 : 1
}

function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    character,
  )
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
