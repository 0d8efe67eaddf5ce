// What base64 in a text says.

interface DecodedRun {
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
      (sextet(text, i) << 18) | (sextet(text, i + 1) << 12) | (sextet(text, i + 2) << 6) | sextet(text, i + 3)
    if (!isText(bits >> 16) || !isText((bits >> 8) & 255) || !isText(bits & 255)) return false
  }
  return true
}

function sextet(text: string, at: number): number {
  return (SEXTETS[text.charCodeAt(at)] ?? 0) - 1
}

function isText(code: number): boolean {
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13
}

function isReadable(text: string): boolean {
  let odd = 0
  for (let i = 0; i < text.length; i++) if (!isText(text.charCodeAt(i))) odd++
  return odd * 16 <= text.length
}
