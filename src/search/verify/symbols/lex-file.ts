// The names in a file, by simple lexing: good enough to tell code from comments. What it gets wrong is never lost: a
// name in what looks like a comment counts as mentioned, and what is mentioned is not called gone.
import { DEFINED, entryOf, entryOfText, MENTIONED, USED } from './entry.ts'
import type { FileKind } from './file-kind.ts'

/** Longer runs are data. */
const MAX_NAME = 60

const LETTER = 1
const DIGIT = 2
const CLASS = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const char = String.fromCharCode(byte)
  if (/[A-Za-z_$]/.test(char)) CLASS[byte] = LETTER
  else if (/\d/.test(char)) CLASS[byte] = DIGIT
}

const [NEWLINE, DOUBLE, HASH, SINGLE, STAR, DASH, DOT, SLASH, COLON, LESS, GREATER, BACKSLASH, BACKTICK] = [
  0x0a, 0x22, 0x23, 0x27, 0x2a, 0x2d, 0x2e, 0x2f, 0x3a, 0x3c, 0x3e, 0x5c, 0x60,
] as const

/** What comes before a name that is defined there. */
const DEFINING = new Set(
  'function class interface type enum struct trait def defp fn func fun const let var val module namespace record object protocol macro'
    .split(' ')
    .map((word) => entryOfText(word, USED)),
)

type Inside = 'code' | 'line' | 'block' | 'markup' | 'string' | 'triple'

interface LexState {
  inside: Inside
  /** The byte that ends the string. */
  quote: number
}

/** One entry for each name and how it was found, in no order, some of them more than once. */
export function lexFile(bytes: Uint8Array, kind: FileKind): number[] {
  const entries: number[] = []
  const state: LexState = { inside: 'code', quote: 0 }
  let before = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    const finding = kind === 'prose' || isComment(state) ? MENTIONED : USED
    const isText = kind === 'prose' || state.inside !== 'code'
    if (CLASS[byte] === LETTER) {
      const end = wordEnd(bytes, at)
      if (end - at > 1 && end - at <= MAX_NAME) {
        const isDefined = finding === USED && DEFINING.has(before)
        before = entryOf(bytes, at, end, isDefined ? DEFINED : finding)
        entries.push(before)
      }
      // `dry-run`, `my-component`: in a string, a comment or markup it is one name as well.
      const kebab = isText || kind === 'hash' || kind === 'markup' ? kebabEnd(bytes, end) : end
      if (kebab > end && kebab - at <= MAX_NAME)
        entries.push(
          isInPath(bytes, at, kebab)
            ? entryOf(bytes, at, kebab, USED, 'file')
            : entryOf(bytes, at, kebab, finding),
        )
      at = end
    } else if (CLASS[byte] === DIGIT) at = wordEnd(bytes, at)
    else if (byte === DASH && isFlagAt(bytes, at) && (isText || (kind !== 'c' && kind !== 'dash'))) {
      const end = kebabEnd(bytes, wordEnd(bytes, at + 2))
      if (end - at <= MAX_NAME) entries.push(entryOf(bytes, at, end, finding))
      at = end
    } else {
      if (byte !== 0x20) before = 0
      at += kind === 'prose' ? 1 : step(bytes, at, kind, state)
    }
  }
  return entries
}

function isComment({ inside }: LexState): boolean {
  return inside === 'line' || inside === 'block' || inside === 'markup' || inside === 'triple'
}

/** What a byte that belongs to no name begins or ends. How many bytes were used. */
function step(bytes: Uint8Array, at: number, kind: FileKind, state: LexState): number {
  const byte = bytes[at]
  const next = bytes[at + 1]
  const isTriple = next === byte && bytes[at + 2] === byte
  switch (state.inside) {
    case 'code':
      state.inside = opened(bytes, at, kind)
      state.quote = byte ?? 0
      return state.inside === 'triple' ? 3 : 1
    case 'line':
      if (byte === NEWLINE) state.inside = 'code'
      return 1
    case 'block':
      if (byte !== STAR || next !== SLASH) return 1
      state.inside = 'code'
      return 2
    case 'markup':
      if (byte === GREATER && bytes[at - 1] === DASH) state.inside = 'code'
      return 1
    case 'triple':
      if (byte !== state.quote || !isTriple) return 1
      state.inside = 'code'
      return 3
    case 'string':
      if (byte === BACKSLASH) return 2
      // Only those in backticks go on behind the end of a line: an apostrophe must not swallow the file.
      if (byte === state.quote || (byte === NEWLINE && state.quote !== BACKTICK)) state.inside = 'code'
      return 1
  }
}

/** What begins here, in code. */
function opened(bytes: Uint8Array, at: number, kind: FileKind): Inside {
  const byte = bytes[at]
  const [before, next, third] = [bytes[at - 1], bytes[at + 1], bytes[at + 2]]
  if (byte === SLASH && next === STAR && kind !== 'hash') return 'block'
  if (byte === SLASH && next === SLASH && before !== COLON && (kind === 'c' || kind === 'markup'))
    return 'line'
  if (byte === HASH && kind === 'hash' && isBlank(before)) return 'line'
  if (byte === DASH && next === DASH && kind === 'dash') return 'line'
  if (byte === LESS && next === 0x21 && third === DASH && kind === 'markup') return 'markup'
  if (byte !== DOUBLE && byte !== SINGLE && (byte !== BACKTICK || kind !== 'c')) return 'code'
  return kind === 'hash' && next === byte && third === byte ? 'triple' : 'string'
}

function wordEnd(bytes: Uint8Array, from: number): number {
  let end = from
  while (CLASS[bytes[end] ?? 0] !== 0) end++
  return end
}

/** Behind further words that are joined by single dashes. */
function kebabEnd(bytes: Uint8Array, from: number): number {
  let end = from
  while (bytes[end] === DASH && CLASS[bytes[end + 1] ?? 0] !== 0) end = wordEnd(bytes, end + 1)
  return end
}

/** `./user-card`, `user-card.ts`: what a file is called, not a name in code. */
function isInPath(bytes: Uint8Array, from: number, to: number): boolean {
  const isStem = bytes[to] === DOT && CLASS[bytes[to + 1] ?? 0] === LETTER
  return isStem || bytes[from - 1] === SLASH
}

function isFlagAt(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== DASH || CLASS[bytes[at + 2] ?? 0] !== LETTER) return false
  const before = bytes[at - 1] ?? 0
  return before !== DASH && CLASS[before] === 0
}

function isBlank(byte: number | undefined): boolean {
  return byte === undefined || byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d
}
