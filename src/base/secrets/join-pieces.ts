// A secret that was written in pieces reads whole once what is between them is taken away: the quotes and the
// operator of a concatenation, the end of a wrapped line, the braces of a template.
import { once } from '../values/once.ts'
import type { Edit } from './matching/text-view.ts'

export interface Joint extends Edit {
  /** The language itself says that both sides are one text. The others may be neighbours by chance. */
  sure: boolean
  /** The line before was filled to its width, as programs fill lines that they wrap. */
  full: boolean
}

const QUOTE = '["\'`]'
const OPERATOR = '(?:\\+{1,2}|\\.{1,2}|&(?: _)?|\\|\\||<>|<<|\\^|~|//|\\\\|\\.concat\\()'
/** What a string literal begins with: `f"…"`, `L"…"`, `@"…"`. */
const PREFIX = '[fFbBrRuUL@$]{0,2}'
const QUOTED = `(?:${QUOTE}\\s{0,40}(?:${OPERATOR}\\s{0,40})?${PREFIX}${QUOTE}){1,4}`
const TEMPLATE = `(?:${QUOTE}\\s{0,8}\\})?\\$\\{\\s{0,8}${QUOTE}|${QUOTE}\\s{0,8}\\}`
const CONTINUED = '\\\\\\r?\\n[ \\t]{0,80}'
/** What may start a continued line: a comment, a quotation. */
const WRAPPED = '\\r?\\n[ \\t]{0,80}(?:(?:#|//|>)[ \\t]{1,4})?'
const between = once(() => new RegExp(`${QUOTED}|${TEMPLATE}|${QUOTE}|${CONTINUED}|${WRAPPED}`, 'g'))
/** All that there can be without quotes, which makes a pattern that costs nothing. */
const LINE_END = new RegExp(`${CONTINUED}|${WRAPPED}`, 'g')

/** Nothing but quotes and blanks: neighbouring pieces, not joined by an operator. */
const BARE = new RegExp(`^(?:${QUOTE}|\\s|${PREFIX}(?=${QUOTE}))+$`)

/** No secret that is known by its spelling is shorter. */
const LEAST = 16
/** How far a piece is looked at. */
const LONGEST_PIECE = 300
/** Programs that wrap do so at 64 characters or later. */
const FULL_LINE = 60

/** A name or a word, perhaps at the end of a sentence: half of a secret does not look like one. */
const WORD = /^[A-Za-z]?[a-z]*(?:['-][a-z]{1,20})?[.,:;]?$/

/** Where a text may have been taken apart, in order. */
export function jointsOf(text: string): Joint[] {
  const joints: Joint[] = []
  const pattern = /["'`]/.test(text) ? between() : LINE_END
  for (const { 0: gap, index: start } of text.matchAll(pattern)) {
    const end = start + gap.length
    if (!isPiecePart(text.charCodeAt(start - 1)) || !isPiecePart(text.charCodeAt(end))) continue
    // Rulers and the dashes of armour.
    if (text[start - 1] === '-' && text[end] === '-') continue
    const left = pieceBefore(text, start)
    const right = pieceAfter(text, end)
    const wrapped = /^\r?\n/.test(gap)
    const sure = !wrapped && !BARE.test(gap)
    // Inside a word a quote is an apostrophe, and a line ends with a word as a rule.
    const chance = wrapped || gap.length === 1
    if (chance && (left.length + right.length < LEAST || WORD.test(left) || WORD.test(right))) continue
    joints.push({ start, end, text: '', sure, full: wrapped && isFullLine(text, start) })
  }
  return joints
}

/** The text with every joint taken away. */
export function joinPieces(text: string): string {
  let joined = ''
  let at = 0
  for (const { start, end } of jointsOf(text)) {
    joined += text.slice(at, start)
    at = end
  }
  return at === 0 ? text : joined + text.slice(at)
}

/**
 * Which joints to take away together. Between three lines of which two hold a secret it is not known which: first all,
 * then every second one, and the others.
 */
export function jointChoices(text: string, joints: readonly Joint[]): (readonly Joint[])[] {
  const even: Joint[] = []
  const odd: Joint[] = []
  let row = even
  let inRow = false
  for (const [i, joint] of joints.entries()) {
    const before = joints[i - 1]
    const follows = before !== undefined && isOnePiece(text, before.end, joint.start)
    row = follows && row === even ? odd : even
    inRow ||= follows
    row.push(joint)
  }
  if (inRow) return [joints, even, odd]
  return joints.length > 0 ? [joints] : []
}

function isOnePiece(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_PIECE) return false
  for (let i = start; i < end; i++) if (!isPiecePart(text.charCodeAt(i))) return false
  return true
}

function pieceBefore(text: string, end: number): string {
  let start = end
  while (end - start < LONGEST_PIECE && isPiecePart(text.charCodeAt(start - 1))) start--
  return text.slice(start, end)
}

function pieceAfter(text: string, start: number): string {
  let end = start
  while (end - start < LONGEST_PIECE && isPiecePart(text.charCodeAt(end))) end++
  return text.slice(start, end)
}

function isFullLine(text: string, end: number): boolean {
  return end - (text.lastIndexOf('\n', end - 1) + 1) >= FULL_LINE
}

/** Letters, digits and `+ - . / = _ ~ | %`; false beyond the text. */
function isPiecePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57) ||
    code === 43 ||
    code === 61 ||
    code === 95 ||
    code === 126 ||
    code === 124 ||
    code === 37
  )
}
