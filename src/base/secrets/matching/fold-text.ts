// A text as a reader would take it: NFKC, nothing invisible, escapes resolved.
import { isInvisible } from '../../text/invisible.ts'
import type { Edit } from './text-view.ts'

/** Longer folds (one Arabic character becomes a sentence) hold no part of a secret and would inflate the text. */
const LONGEST_FOLD = 4

/** What may read differently: beyond ASCII; an escape of Markdown or JSON, of an address, of HTML. */
const FOLDABLE =
  /[^\0-\x7f]|\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|[!-/:-@[-`{-~nrt])|%[2-7][\da-fA-F]|&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[a-zA-Z]{2,8});/gu

/** What reads differently. Nothing for most texts. */
export function foldEdits(text: string): Edit[] {
  const folds = new Map<string, string>()
  const edits: Edit[] = []
  for (const { 0: written, index } of text.matchAll(FOLDABLE)) {
    const fold = folds.get(written) ?? foldOf(written)
    folds.set(written, fold)
    if (fold !== written) edits.push({ start: index, end: index + written.length, text: fold })
  }
  return edits
}

function foldOf(written: string): string {
  if (written < '\x80') return unescaped(written)
  if (isInvisible(written)) return ''
  const fold = written.normalize('NFKC')
  return fold.length <= LONGEST_FOLD ? fold : written
}

const BLANKS: Record<string, string> = { n: '\n', r: '\r', t: '\t' }
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  sol: '/',
  plus: '+',
  equals: '=',
  period: '.',
  colon: ':',
  commat: '@',
  shy: '',
  zwnj: '',
  zwj: '',
}

/** What an escape means; itself where that is no character of a secret. */
function unescaped(written: string): string {
  if (/^\\[ux]./.test(written)) return ofCode(Number.parseInt(written.replace(/^\\[ux]\{?/, ''), 16), written)
  if (written.startsWith('\\')) return BLANKS[written.charAt(1)] ?? written.charAt(1)
  if (written.startsWith('%')) return ofCode(Number.parseInt(written.slice(1), 16), written)
  if (/^&#x/i.test(written)) return ofCode(Number.parseInt(written.slice(3), 16), written)
  if (written.startsWith('&#')) return ofCode(Number(written.slice(2, -1)), written)
  return NAMED[written.slice(1, -1).toLowerCase()] ?? written
}

function ofCode(code: number, written: string): string {
  if (code >= 127 && code <= 0x10ffff && isInvisible(String.fromCodePoint(code))) return ''
  return code >= 9 && code < 127 ? String.fromCharCode(code) : written
}
