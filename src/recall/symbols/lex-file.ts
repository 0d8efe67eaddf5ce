// The names in a file, by simple lexing: good enough to tell code from comments. What it gets wrong is never lost: a
// name in what looks like a comment counts as mentioned, and what is mentioned is not called gone.
import { DEFINED, entryOf, entryOfText, type Finding, MENTIONED, USED } from './entry.ts'
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

const [NEWLINE, DOUBLE, HASH, SINGLE, STAR, DASH, SLASH, LESS, GREATER, BACKSLASH, BACKTICK] = [
  0x0a, 0x22, 0x23, 0x27, 0x2a, 0x2d, 0x2f, 0x3c, 0x3e, 0x5c, 0x60,
] as const

/** What comes before a name that is defined there. */
const DEFINING = new Set(
  'function class interface type enum struct trait def defp fn func fun const let var val module namespace record object protocol macro'
    .split(' ')
    .map((word) => entryOfText(word, USED)),
)

type Inside = 'code' | 'line' | 'block' | 'markup' | 'string' | 'triple'

/** One entry for each name and how it was found, in no order, some of them more than once. */
export function lexFile(bytes: Uint8Array, kind: FileKind): number[] {
  const entries: number[] = []
  const isProse = kind === 'prose'
  let inside: Inside = 'code'
  let quote = 0
  let before = 0
  const found = (): Finding =>
    isProse || inside === 'line' || inside === 'block' || inside === 'markup' || inside === 'triple'
      ? MENTIONED
      : USED
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    if (CLASS[byte] === LETTER) {
      const end = wordEnd(bytes, at)
      if (end - at <= MAX_NAME && end - at > 1) {
        const finding = found()
        const isDefined = finding === USED && DEFINING.has(before)
        before = entryOf(bytes, at, end, isDefined ? DEFINED : finding)
        entries.push(before)
      }
      // `dry-run`, `my-component`: in a string, a comment or markup it is one name as well.
      const isText = isProse || inside !== 'code' || kind === 'hash' || kind === 'markup'
      const kebab = isText ? kebabEnd(bytes, end) : end
      if (kebab > end && kebab - at <= MAX_NAME) entries.push(entryOf(bytes, at, kebab, found()))
      at = end
      continue
    }
    if (CLASS[byte] === DIGIT) {
      at = wordEnd(bytes, at)
      continue
    }
    if (byte !== 0x20) before = 0
    if (byte === DASH && isFlagAt(bytes, at) && (isProse || inside !== 'code' || kind !== 'c')) {
      const isComment = kind === 'dash' && inside === 'code'
      const end = kebabEnd(bytes, wordEnd(bytes, at + 2))
      if (!isComment) {
        if (end - at <= MAX_NAME) entries.push(entryOf(bytes, at, end, found()))
        at = end
        continue
      }
    }
    if (isProse) {
      at++
      continue
    }
    const next = bytes[at + 1]
    if (inside === 'code') {
      if ((kind === 'c' || kind === 'markup') && byte === SLASH && next === SLASH && bytes[at - 1] !== 0x3a)
        inside = 'line'
      else if (kind !== 'hash' && byte === SLASH && next === STAR) inside = 'block'
      else if (kind === 'hash' && byte === HASH && isBlank(bytes[at - 1])) inside = 'line'
      else if (kind === 'dash' && byte === DASH && next === DASH) inside = 'line'
      else if (kind === 'markup' && byte === LESS && next === 0x21 && bytes[at + 2] === DASH)
        inside = 'markup'
      else if (byte === DOUBLE || byte === SINGLE || (byte === BACKTICK && kind === 'c')) {
        const isTriple = kind === 'hash' && next === byte && bytes[at + 2] === byte
        inside = isTriple ? 'triple' : 'string'
        quote = byte
        if (isTriple) at += 2
      }
    } else if (inside === 'line') {
      if (byte === NEWLINE) inside = 'code'
    } else if (inside === 'block') {
      if (byte === STAR && next === SLASH) {
        inside = 'code'
        at++
      }
    } else if (inside === 'markup') {
      if (byte === GREATER && bytes[at - 1] === DASH) inside = 'code'
    } else if (inside === 'triple') {
      if (byte === quote && next === quote && bytes[at + 2] === quote) {
        inside = 'code'
        at += 2
      }
    } else if (byte === BACKSLASH) at++
    // Only those in backticks go on behind the end of a line: an apostrophe must not swallow the file.
    else if (byte === quote || (byte === NEWLINE && quote !== BACKTICK)) inside = 'code'
    at++
  }
  return entries
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

function isFlagAt(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== DASH || CLASS[bytes[at + 2] ?? 0] !== LETTER) return false
  const before = bytes[at - 1] ?? 0
  return before !== DASH && CLASS[before] === 0
}

function isBlank(byte: number | undefined): boolean {
  return byte === undefined || byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d
}
