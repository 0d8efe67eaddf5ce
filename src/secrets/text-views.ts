// Ways to read a text: as a reader would take it (NFKC, nothing invisible, escapes resolved), what base64 in it says,
// and which parts of it are our own redaction notes.

export interface TextView {
  text: string
  /** Original start of the character at each offset of `text`, and of the end. */
  starts: Int32Array
  /** False when the view starts or ends inside the original text: what touches such an edge may be cut. */
  opensText: boolean
  closesText: boolean
}

/** Longer folds (one Arabic character becomes a sentence) hold no part of a secret and would inflate the text. */
const LONGEST_FOLD = 4

/** What may read differently: beyond ASCII; an escape of Markdown or JSON, of an address, of HTML. */
const FOLDABLE =
  /[^\0-\x7f]|\\(?:u[\da-fA-F]{4}|[!-/:-@[-`{-~nrt])|%[2-7][\da-fA-F]|&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[a-zA-Z]{2,8});/gu

/** How far around a folded character a secret may reach that only shows without it. */
const REACH = 2000

/** The parts of a text that read differently, each as one view. None for most texts. */
export function normalizedViews(text: string): TextView[] {
  const folds = new Map<string, string>()
  const views: TextView[] = []
  let from = -1
  let to = -1
  for (const { 0: written, index } of text.matchAll(FOLDABLE)) {
    if (!folds.has(written)) folds.set(written, foldOf(written))
    if (folds.get(written) === written) continue
    if (from >= 0 && index - REACH > to) {
      views.push(foldedView(text, from, to, folds))
      from = -1
    }
    if (from < 0) from = wholeCharacter(text, index - REACH)
    to = wholeCharacter(text, index + REACH)
  }
  if (from >= 0) views.push(foldedView(text, from, to, folds))
  return views
}

/** Steps off the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

function foldedView(text: string, from: number, to: number, folds: Map<string, string>): TextView {
  const part = text.slice(from, to)
  const starts = new Int32Array(part.length * LONGEST_FOLD + 1)
  const parts: string[] = []
  let length = 0
  const keep = (plain: string, at: number) => {
    for (let i = 0; i < plain.length; i++) starts[length++] = from + at + i
    parts.push(plain)
  }
  let at = 0
  for (const { 0: written, index } of part.matchAll(FOLDABLE)) {
    keep(part.slice(at, index), at)
    // What comes after the last folded one may not have been met yet.
    const fold = folds.get(written) ?? foldOf(written)
    folds.set(written, fold)
    for (let i = 0; i < fold.length; i++) starts[length++] = from + index
    parts.push(fold)
    at = index + written.length
  }
  keep(part.slice(at), at)
  starts[length] = to
  return { text: parts.join(''), starts, opensText: from === 0, closesText: to === text.length }
}

function foldOf(written: string): string {
  if (written < '\x80') return unescaped(written)
  if (isInvisible(written.codePointAt(0) ?? 0)) return ''
  const fold = written.normalize('NFKC')
  return fold.length <= LONGEST_FOLD ? fold : written
}

const BLANKS: Record<string, string> = { n: '\n', r: '\n', t: '\t' }
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

/** What an escape stands for; itself where that is no character of a secret. */
function unescaped(written: string): string {
  if (written.startsWith('\\u')) return ofCode(Number.parseInt(written.slice(2), 16), written)
  if (written.startsWith('\\')) return BLANKS[written[1]!] ?? written[1]!
  if (written.startsWith('%')) return ofCode(Number.parseInt(written.slice(1), 16), written)
  if (/^&#x/i.test(written)) return ofCode(Number.parseInt(written.slice(3), 16), written)
  if (written.startsWith('&#')) return ofCode(Number(written.slice(2, -1)), written)
  return NAMED[written.slice(1, -1).toLowerCase()] ?? written
}

function ofCode(code: number, written: string): string {
  if (isInvisible(code)) return ''
  return code >= 9 && code < 127 ? String.fromCharCode(code) : written
}

/** Soft hyphen, joiners, zero-width, bidi controls, variation selectors, tags, fillers. */
function isInvisible(code: number): boolean {
  if (code < 0x2000)
    return (
      code === 0xad ||
      code === 0x34f ||
      code === 0x61c ||
      code === 0x115f ||
      code === 0x1160 ||
      code === 0x17b4 ||
      code === 0x17b5 ||
      (code >= 0x180b && code <= 0x180f)
    )
  if (code < 0x3000)
    return (
      (code >= 0x200b && code <= 0x200f) ||
      (code >= 0x202a && code <= 0x202e) ||
      (code >= 0x2060 && code <= 0x206f)
    )
  if (code < 0x10000)
    return code === 0x3164 || (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || code === 0xffa0
  return (code >= 0x1d173 && code <= 0x1d17a) || (code >= 0xe0000 && code <= 0xe0fff)
}

export interface DecodedRun {
  start: number
  end: number
  text: string
}

/** 20 characters of base64 hold 15 bytes: no format we know is shorter. */
const LEAST_RUN = 20
/** Words on following lines only belong to a block when its lines are full. */
const FULL_LINE = 60

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The value of each base64 character plus one; 0 is none. `-` and `_` are the URL-safe spelling of `+` and `/`. */
const SEXTETS = new Uint8Array(128)
for (let i = 0; i < 64; i++) SEXTETS[ALPHABET.charCodeAt(i)] = i + 1
SEXTETS[45] = 63
SEXTETS[95] = 64

export function* base64Runs(text: string): Generator<DecodedRun> {
  for (let i = 0; i < text.length; ) {
    const end = runEnd(text, i)
    if (end - i < LEAST_RUN || !startsReadable(text, i)) {
      i = end + 1
      continue
    }
    const stop = blockEnd(text, i, end)
    const decoded = Buffer.from(text.slice(i, stop), 'base64').toString('latin1')
    if (isReadable(decoded)) yield { start: i, end: stop, text: decoded }
    i = stop + 1
  }
}

function runEnd(text: string, from: number): number {
  let end = from
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code > 127 || SEXTETS[code] === 0) break
    end++
  }
  return end
}

/** The end of a block whose full lines follow each other. */
function blockEnd(text: string, start: number, firstEnd: number): number {
  let lineStart = start
  let end = firstEnd
  while (end - lineStart >= FULL_LINE) {
    const next = nextLine(text, end)
    const nextEnd = next < 0 ? -1 : runEnd(text, next)
    if (nextEnd <= next) break
    lineStart = next
    end = nextEnd
  }
  return end
}

/** Where the text of the next line starts when `at` ends its own line, or -1. At most 16 blanks deep. */
function nextLine(text: string, at: number): number {
  let i = text[at] === '\r' ? at + 1 : at
  if (text[i] !== '\n') return -1
  const deepest = i + 17
  i++
  while (i < deepest && (text[i] === ' ' || text[i] === '\t')) i++
  return i
}

/** A cheap look at the first nine bytes: most long words decode to noise. */
function startsReadable(text: string, start: number): boolean {
  for (let i = start; i < start + 12; i += 4) {
    const bits =
      ((SEXTETS[text.charCodeAt(i)]! - 1) << 18) |
      ((SEXTETS[text.charCodeAt(i + 1)]! - 1) << 12) |
      ((SEXTETS[text.charCodeAt(i + 2)]! - 1) << 6) |
      (SEXTETS[text.charCodeAt(i + 3)]! - 1)
    if (!isText(bits >> 16) || !isText((bits >> 8) & 255) || !isText(bits & 255)) return false
  }
  return true
}

function isText(code: number): boolean {
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13
}

function isReadable(text: string): boolean {
  let odd = 0
  for (let i = 0; i < text.length; i++) if (!isText(text.charCodeAt(i))) odd++
  return odd * 16 <= text.length
}

// The scanner looks through its own notes, so that a redacted text stays as it is.
const NOTE = /\[redacted: ([a-z0-9-]{2,60})\]/g
const MARK = '[redacted: '

export function redactionNote(rule: string): string {
  return `${MARK}${rule}]`
}

export interface NoteSpans {
  overlaps(start: number, end: number): boolean
}

const NONE: NoteSpans = { overlaps: () => false }

/** Only notes that name a rule of ours count: nobody can hide a secret inside something that looks like a note. */
export function noteSpans(text: string, rules: ReadonlySet<string>): NoteSpans {
  if (!text.includes(MARK)) return NONE
  const starts: number[] = []
  const ends: number[] = []
  for (const note of text.matchAll(NOTE)) {
    if (!rules.has(note[1]!)) continue
    starts.push(note.index)
    ends.push(note.index + note[0].length)
  }
  return starts.length === 0 ? NONE : { overlaps: (start, end) => overlapsAny(starts, ends, start, end) }
}

/** Binary search for the last note that starts before `end`. */
function overlapsAny(
  starts: readonly number[],
  ends: readonly number[],
  start: number,
  end: number,
): boolean {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < end) low = middle + 1
    else high = middle
  }
  return low > 0 && ends[low - 1]! > start
}
