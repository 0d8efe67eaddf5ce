// Small steps over text by the kinds of its characters. Every process that verifies compiles each regular expression
// again, most of them twice: that took longer than all the rest.

const WORD = 1
const LOWER = 2
const UPPER = 4
const DIGIT = 8
const PATH = 16
const TOKEN = 32
const ASCII = 128
const KINDS = new Uint8Array(ASCII)
for (let code = 33; code < 127; code++) KINDS[code] = TOKEN
mark('abcdefghijklmnopqrstuvwxyz', WORD | LOWER | PATH)
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', WORD | UPPER | PATH)
mark('0123456789', WORD | DIGIT | PATH)
mark('_', WORD | PATH)
mark('@.+-', PATH)
for (const char of '"\'()`;,!?') KINDS[char.charCodeAt(0)] = 0

function mark(chars: string, kinds: number): void {
  for (let at = 0; at < chars.length; at++) {
    const code = chars.charCodeAt(at)
    KINDS[code] = (KINDS[code] as number) | kinds
  }
}

function isKind(text: string, at: number, kinds: number): boolean {
  const code = text.charCodeAt(at)
  return code < ASCII && ((KINDS[code] as number) & kinds) !== 0
}

/** `A`–`Z`, `a`–`z`, digits, `_`. */
export const isWord = (text: string, at: number) => isKind(text, at, WORD)
export const isLower = (text: string, at: number) => isKind(text, at, LOWER)
export const isUpper = (text: string, at: number) => isKind(text, at, UPPER)
export const isDigit = (text: string, at: number) => isKind(text, at, DIGIT)
/** What can begin a name in code. */
export const isNameStart = (text: string, at: number) => isKind(text, at, LOWER | UPPER) || text[at] === '_'
/** It stands in one part of a path. */
export const isPathChar = (text: string, at: number) => isKind(text, at, PATH)
/** No blank, quote, bracket or mark, and ASCII. */
export const isTokenChar = (text: string, at: number) => isKind(text, at, TOKEN)

export function isOneOf(chars: string, text: string, at: number): boolean {
  return at >= 0 && at < text.length && chars.includes(text[at] as string)
}

export function wordEnd(text: string, from: number): number {
  let end = from
  while (isWord(text, end)) end++
  return end
}

export function wordStart(text: string, end: number): number {
  let start = end
  while (isWord(text, start - 1)) start--
  return start
}

/** Behind `name`, `some.name` or `some::name`; `from` where none begins there. */
export function nameEnd(text: string, from: number): number {
  if (!isNameStart(text, from)) return from
  let end = wordEnd(text, from)
  for (;;) {
    const joint = text[end] === '.' ? 1 : text.startsWith('::', end) ? 2 : 0
    if (joint === 0 || !isNameStart(text, end + joint)) return end
    end = wordEnd(text, end + joint)
  }
}

/** Where the name begins that ends at `end`. */
export function nameStart(text: string, end: number): number {
  let start = wordStart(text, end)
  for (;;) {
    const joint = text[start - 1] === '.' ? 1 : text.startsWith('::', start - 2) ? 2 : 0
    if (joint === 0 || !isWord(text, start - joint - 1)) return start
    start = wordStart(text, start - joint)
  }
}

/** The next upper-case letter from `from` on; the length of the text where there is none. */
export function nextUpper(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code >= 0x41 && code <= 0x5a) break
    at++
  }
  return at
}

/** Every character from `from` on is of the kind that `is` tells. */
export function isAll(text: string, from: number, is: (text: string, at: number) => boolean): boolean {
  for (let at = from; at < text.length; at++) if (!is(text, at)) return false
  return true
}

/** The parts between sentence ends; whatever ends a line ends a sentence. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Letters and blanks, which most are: distinguished without a call.
    if (code === 0x20 || (code > 0x3f && code < 0x80)) continue
    const isEnd = isLineEnd(code) || (isStop(code) && isBlank(text.charCodeAt(at + 1)))
    if (!isEnd) continue
    if (at > from) sentences.push(text.slice(from, at))
    from = at + 1
  }
  sentences.push(text.slice(from))
  return sentences
}

/** Also 。；！？, behind which no blank is needed. */
function isLineEnd(code: number): boolean {
  if (code < ASCII) return (code >= 0x0a && code <= 0x0d) || (code >= 0x1c && code <= 0x1e)
  return '\x85\u2028\u2029。；！？'.includes(String.fromCharCode(code))
}

/** . ; ! ? */
function isStop(code: number): boolean {
  return code === 0x2e || code === 0x3b || code === 0x21 || code === 0x3f
}

function isBlank(code: number): boolean {
  if (code < ASCII) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return String.fromCharCode(code).trim() === ''
}
