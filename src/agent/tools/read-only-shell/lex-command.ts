// Accept-only lexer of command lines. It knows words, quotes and a few operators; every other character is refused,
// so that nothing a shell would expand, substitute or run gets through unnoticed.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellLineTexts } from '../../../base/messages/shell-line.ts'
import { UNPRINTABLE } from '../../../base/text/invisible.ts'

export interface Piece {
  text: string
  /** Unquoted `*`, `?` and `[…]` stand for file names; quoted text stands for itself. */
  quoted: boolean
}

export interface ShellWord {
  /** The text after quotes are removed; patterns are still patterns. */
  value: string
  /** No quotes anywhere. */
  plain: boolean
  /** Holds an unquoted file-name pattern. */
  glob: boolean
  pieces: readonly Piece[]
}

export type Operator = '|' | '||' | '&&' | ';'
export type Redirection = 'out-null' | 'err-null' | 'err-to-out' | 'out-to-err'

export type Token =
  | { type: 'word'; word: ShellWord }
  | { type: 'operator'; operator: Operator }
  | { type: 'redirection'; redirection: Redirection; text: string }
  | { type: 'input'; word: ShellWord }

type Lexed = { ok: true; tokens: Token[] } | { ok: false; reason: Message }

const MAX_LENGTH = 4_000
/** Controls, separators other than the space, private and unassigned characters, and letters that show nothing. */
const UNSEEN = new RegExp(`${UNPRINTABLE}|[^\\P{Zs} ]`, 'u')
const PLAIN = /[A-Za-z0-9_./,:=@%+^!-]|[^\P{L}\u0000-\u007f]|[^\P{N}\u0000-\u007f]|[^\P{M}\u0000-\u007f]/u
/** In its place a redirection is certain to write nothing. The end is looked at, so that nothing hides behind it. */
const REDIRECTION = /^(?:([12]?)>[ \t]*\/dev\/null|(2)>&1|(1?)>&2)(?=[ \t|;]|$)/
const BRACKET = /^\[[!^]?[A-Za-z0-9_.]+(?:-[A-Za-z0-9])?[A-Za-z0-9_.]*\]/

class Refusal extends Error {
  readonly reason: Message

  constructor(reason: Message) {
    super(reason.en)
    this.reason = reason
  }
}

export function lexCommand(text: string): Lexed {
  if (text.length > MAX_LENGTH)
    return { ok: false, reason: message(shellLineTexts.tooLong, { most: MAX_LENGTH }) }
  const unseen = UNSEEN.exec(text.replaceAll('\t', ' '))
  if (unseen)
    return { ok: false, reason: message(shellLineTexts.unseenCharacter, { code: codePointOf(unseen[0]) }) }
  try {
    return { ok: true, tokens: tokensOf(text) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason }
    throw error
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    if (/^[ \t]/.test(rest)) {
      at++
      continue
    }
    const { token, length } = redirectionAt(rest) ?? operatorAt(rest) ?? inputAt(rest) ?? wordToken(rest)
    tokens.push(token)
    at += length
  }
  return tokens
}

interface Read<T> {
  token: T
  length: number
}

function redirectionAt(rest: string): Read<Token> | undefined {
  const found = REDIRECTION.exec(rest)
  if (!found) return undefined
  const [text, toNull, errToOut, outToErr] = found
  let redirection: Redirection = 'out-null'
  if (errToOut !== undefined) redirection = 'err-to-out'
  else if (outToErr !== undefined) redirection = 'out-to-err'
  else if (toNull === '2') redirection = 'err-null'
  return { token: { type: 'redirection', redirection, text }, length: text.length }
}

function operatorAt(rest: string): Read<Token> | undefined {
  const operator = /^(?:\|\||&&|\|(?![|&])|;(?!;))/.exec(rest)?.[0] as Operator | undefined
  return operator && { token: { type: 'operator', operator }, length: operator.length }
}

/** `< file`: reading is harmless; `<<`, `<>`, `<&` and `<(` are not read here. */
function inputAt(rest: string): Read<Token> | undefined {
  const opening = /^<[ \t]*(?=[A-Za-z0-9_./'"])/.exec(rest)?.[0]
  if (!opening) return undefined
  const { word, length } = wordAt(rest.slice(opening.length))
  return { token: { type: 'input', word }, length: opening.length + length }
}

function wordToken(rest: string): Read<Token> {
  const { word, length } = wordAt(rest)
  return { token: { type: 'word', word }, length }
}

function wordAt(rest: string): { word: ShellWord; length: number } {
  // The escapes that `find` and `expr` need, as whole words.
  const escaped = /^\\([()*])(?=[ \t]|$)/.exec(rest)?.[1]
  if (escaped) return { word: wordOf([{ text: escaped, quoted: true }], false), length: 2 }
  const lone = /^[[\]](?=[ \t;|]|$)/.exec(rest)?.[0]
  if (lone) return { word: wordOf([{ text: lone, quoted: true }], true), length: 1 }
  const pieces: Piece[] = []
  let plain = true
  let at = 0
  while (at < rest.length && !/^(?:[ \t|;]|&&)/.test(rest.slice(at, at + 2))) {
    const read = pieceAt(rest.slice(at), pieces.length === 0)
    if (rest[at] === '"' || rest[at] === "'") plain = false
    pieces.push(read.token)
    at += read.length
  }
  // Neither blank, operator nor word: `|&`, `;;`.
  if (at === 0) throw new Refusal(message(shellLineTexts.contains, { text: rest.slice(0, 2) }))
  return { word: wordOf(pieces, plain), length: at }
}

function wordOf(pieces: readonly Piece[], plain: boolean): ShellWord {
  return {
    value: pieces.map((piece) => piece.text).join(''),
    plain,
    glob: pieces.some((piece) => !piece.quoted && /[*?[]/.test(piece.text)),
    pieces,
  }
}

function pieceAt(rest: string, first: boolean): Read<Piece> {
  if (rest[0] === "'") return singleQuoted(rest)
  if (rest[0] === '"') return doubleQuoted(rest)
  const bracket = BRACKET.exec(rest)?.[0]
  if (bracket) return { token: { text: bracket, quoted: false }, length: bracket.length }
  const [character = ''] = rest
  if (character === '*' || character === '?') return { token: { text: character, quoted: false }, length: 1 }
  if (character === '!' && first && !/^!(?:[ \t=]|$)/.test(rest))
    throw new Refusal(message(shellLineTexts.usesHistory))
  if (!PLAIN.test(character)) throw new Refusal(refusalFor(rest, character))
  return { token: { text: character, quoted: true }, length: character.length }
}

function singleQuoted(rest: string): Read<Piece> {
  const end = rest.indexOf("'", 1)
  if (end < 0) throw new Refusal(message(shellLineTexts.openQuote))
  return { token: { text: rest.slice(1, end), quoted: true }, length: end + 1 }
}

/** Inside: no backtick; `$` only before the closing quote, where it stands for itself; `\"` and `\\` are escapes. */
function doubleQuoted(rest: string): Read<Piece> {
  let text = ''
  for (let at = 1; at < rest.length; at++) {
    const character = rest.charAt(at)
    if (character === '"') return { token: { text, quoted: true }, length: at + 1 }
    if (character === '`') throw new Refusal(message(shellLineTexts.substitutes))
    if (character === '$' && rest[at + 1] !== '"') throw new Refusal(message(shellLineTexts.expands))
    if (character === '\\') {
      const next = rest[at + 1]
      if (next === '$' || next === '`') throw new Refusal(message(shellLineTexts.escapes))
      if (next === '"' || next === '\\') at++
      text += rest.charAt(at)
    } else text += character
  }
  throw new Refusal(message(shellLineTexts.openQuote))
}

function refusalFor(rest: string, character: string): Message {
  if (character === '$') return message(shellLineTexts.expands)
  if (character === '`') return message(shellLineTexts.substitutes)
  if (character === '>') return message(shellLineTexts.redirectsToFile)
  if (character === '<') return message(shellLineTexts.redirectsInput)
  if (character === '&')
    return message(rest.startsWith('&>') ? shellLineTexts.redirectsOutput : shellLineTexts.inBackground)
  if (character === '(' || character === ')') return message(shellLineTexts.subShell)
  if (character === '{' || character === '}') return message(shellLineTexts.braces)
  if (character === '\\') return message(shellLineTexts.backslash)
  if (character === '~') return message(shellLineTexts.tilde)
  if (character === '#') return message(shellLineTexts.comment)
  return message(shellLineTexts.containsUnquoted, { text: character })
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
