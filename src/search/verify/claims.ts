// What a memory claims about the working tree: paths, commands, flags and symbols that can be checked, in backticks or
// where they look like code. They are repeated in the trusted header, so each is a whole match of a narrow grammar:
// harmless characters, no sentence.
import { codeSpansOf, withoutSpans } from './code-spans.ts'
import { bareCommands, commandOfSpan } from './command-claims.ts'
import {
  isAll,
  isDigit,
  isLower,
  isNameStart,
  isOneOf,
  isPathChar,
  isTokenChar,
  isUpper,
  isWord,
  nameEnd,
  nameStart,
  nextUpper,
  sentencesOf,
  wordEnd,
  wordStart,
} from './scan-text.ts'

type ClaimKind = 'path' | 'command' | 'flag' | 'symbol'

export interface Claim {
  kind: ClaimKind
  text: string
  /** It may belong to another program, machine or service: not being here says nothing. */
  elsewhere?: boolean
}

const MAX_CLAIMS = 12
/** Longer runs are data or sentences, not names. */
const MAX_NAME = 60
const MAX_PATH = 80
/** Shorter ones mean something else in every program. */
const MIN_FLAG = 5
const MAX_TEXT = 20_000
const words = (list: string) => new Set(list.split(' '))
const EXTENSIONS = words(
  'js cjs mjs jsx ts cts mts tsx py rb go rs java kt swift c cc cpp h hpp cs php sh bash zsh sql md mdx json jsonc yml yaml toml ini cfg conf env xml htm html css scss vue svelte proto graphql tf lock txt gradle mk dockerfile ipynb lua ex exs erl hs ml scala dart',
)
/** Their flags are not the project's, nor those of what is done with them. */
const PROGRAMS = words(
  'git npm npx pnpm yarn bun node deno docker podman kubectl helm terraform ansible curl wget ssh scp rsync cargo rustc go pip poetry uv python java mvn gradle brew apt psql mysql sqlite3 redis-cli aws gcloud az gh ffmpeg tar grep rg sed awk find make cmake gcc clang tsc eslint prettier biome jest vitest pytest webpack vite rollup esbuild systemctl compose commit committing push pushing pull pulling rebase rebasing merge merging install installing',
)

/** At most 12, in the order of the text; each once. */
export function findClaims(text: string): Claim[] {
  const claims = new Map<string, Claim>()
  for (const sentence of sentencesOf(text.slice(0, MAX_TEXT))) {
    for (const claim of claimsOf(sentence)) {
      if (claims.size === MAX_CLAIMS) return [...claims.values()]
      const isName = claim.text.length <= (claim.kind === 'path' ? MAX_PATH : MAX_NAME)
      if (isName && !claims.has(claim.text)) claims.set(claim.text, claim)
    }
  }
  return [...claims.values()]
}

interface PlacedClaim {
  at: number
  claim: Claim
}

function claimsOf(sentence: string): Claim[] {
  const found = pathClaims(sentence)
  const isPlaced = found.length > 0
  const spans = codeSpansOf(sentence)
  for (const { at, text } of spans) {
    const claim = claimOfSpan(text.trim(), isPlaced)
    if (claim) found.push({ at, claim })
  }
  found.push(...flagClaims(sentence), ...bareClaims(withoutSpans(sentence, spans), isPlaced))
  return found.sort((a, b) => a.at - b.at).map(({ claim }) => claim)
}

/** Around each slash and dot: most words have none, and looking at every letter costs more. */
function pathClaims(sentence: string): PlacedClaim[] {
  const found: PlacedClaim[] = []
  let end = 0
  for (let at = nextOf(sentence, '/', '.', 0); at >= 0; at = nextOf(sentence, '/', '.', end)) {
    let start = at
    while (start > end && isTokenChar(sentence, start - 1)) start--
    end = at + 1
    while (isTokenChar(sentence, end)) end++
    const claim = claimOfToken(sentence.slice(start, end))
    if (claim) found.push({ at: start, claim })
  }
  return found
}

function nextOf(text: string, one: string, other: string, from: number): number {
  const [first, second] = [text.indexOf(one, from), text.indexOf(other, from)]
  return first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second)
}

function flagClaims(sentence: string): PlacedClaim[] {
  const found: PlacedClaim[] = []
  let at = sentence.indexOf('--')
  const elsewhere = at >= 0 && namesProgram(sentence)
  while (at >= 0) {
    const isStart = !isWord(sentence, at - 1) && !isOneOf('$-', sentence, at - 1)
    let end = at + 2
    while ((isWord(sentence, end) && sentence[end] !== '_') || sentence[end] === '-') end++
    const isFlag = isStart && isLower(sentence, at + 2) && sentence[end] !== '_' && end - at >= MIN_FLAG
    const text = sentence.slice(at, end)
    if (isFlag) found.push({ at, claim: { kind: 'flag', text, ...(elsewhere && { elsewhere }) } })
    at = sentence.indexOf('--', end)
  }
  return found
}

/** What looks like code without backticks. */
function bareClaims(sentence: string, isPlaced: boolean): PlacedClaim[] {
  const found: PlacedClaim[] = []
  for (const { at, text } of bareCommands(sentence)) found.push({ at, claim: { kind: 'command', text } })
  for (let at = sentence.indexOf('('); at >= 0; at = sentence.indexOf('(', at + 1)) {
    const start = nameStart(sentence, at)
    const claim = bareCall(sentence, start, at, isPlaced)
    if (claim) found.push({ at: start, claim })
  }
  for (let at = nextUpper(sentence, 2); at < sentence.length; at = nextUpper(sentence, at)) {
    const start = wordStart(sentence, at)
    const claim = bareName(sentence, start)
    if (claim) found.push({ at: start, claim })
    at = wordEnd(sentence, at)
  }
  return found
}

function bareCall(sentence: string, at: number, end: number, isPlaced: boolean): Claim | undefined {
  if (end === at || nameEnd(sentence, at) !== end || isOneOf('$./@#-', sentence, at - 1)) return undefined
  const close = sentence.indexOf(')', end)
  const isPlain = close > 0 && !sentence.slice(end + 1, close).includes('(')
  const name = sentence.slice(at, end)
  if (!isPlain || (close > end + 1 && !isDistinctive(name, false))) return undefined
  return claimOfSymbol(name, true, isPlaced)
}

/** `verifyToken`, not iPhone, gRPC or GitHub, which are names of things. */
function bareName(sentence: string, at: number): Claim | undefined {
  const end = wordEnd(sentence, at)
  let hump = at
  while (isLower(sentence, hump) || isDigit(sentence, hump)) hump++
  const isCamel = isLower(sentence, at) && isLower(sentence, at + 1) && hump < end && isUpper(sentence, hump)
  if (!isCamel || !isLower(sentence, hump + 1)) return undefined
  const isPart = isOneOf('$./@#:-', sentence, at - 1) || isOneOf('$/(:-', sentence, end)
  if (isPart || (sentence[end] === '.' && isWord(sentence, end + 1))) return undefined
  return { kind: 'symbol', text: sentence.slice(at, end), elsewhere: true }
}

function claimOfSpan(span: string, isPlaced: boolean): Claim | undefined {
  const command = commandOfSpan(span)
  if (command !== undefined) return { kind: 'command', text: command }
  const from = span.startsWith('new ') ? 4 : span.startsWith('await ') ? 6 : 0
  const end = nameEnd(span, from)
  const isCall = span[end] === '(' && span.endsWith(')') && !hasBracket(span.slice(end + 1, -1))
  if (end === from || (end < span.length && !isCall)) return undefined
  return claimOfSymbol(span.slice(from, end), isCall, isPlaced)
}

function hasBracket(text: string): boolean {
  return text.includes('(') || text.includes(')')
}

/** `isPlaced`: its sentence says in which file. */
function claimOfSymbol(text: string, isCall: boolean, isPlaced: boolean): Claim | undefined {
  if (!isDistinctive(text, isCall)) return undefined
  const elsewhere = !isPlaced && mayLiveElsewhere(text, isCall)
  return { kind: 'symbol', text, ...(elsewhere && { elsewhere }) }
}

/** Where a program is named, its flags are meant; a script hands them on to another one. */
function namesProgram(sentence: string): boolean {
  for (let at = 0; at < sentence.length; at++) {
    const start = at
    while (isWord(sentence, at) || sentence[at] === '-') at++
    if (at > start && PROGRAMS.has(sentence.slice(start, at).toLowerCase())) return true
  }
  return false
}

function claimOfToken(token: string): Claim | undefined {
  // Most words are none: asked before anything else is.
  if (!token.includes('/') && !token.includes('.')) return undefined
  // Addresses name other machines.
  if (isAddress(token) || token.includes('://') || token.slice(0, 4).toLowerCase() === 'www.')
    return undefined
  const text = trimPath(token)
  return text.length <= MAX_PATH && isLikelyPath(text) ? { kind: 'path', text } : undefined
}

/** `me@example.com`, `sdk@1.8.0` */
function isAddress(token: string): boolean {
  for (let at = token.indexOf('@'); at >= 0; at = token.indexOf('@', at + 1))
    if (isWord(token, at - 1) && isWord(token, at + 1)) return true
  return false
}

/** A plain word is a word; camelCase, snake_case, CONSTANTS and calls are names in code. */
function isDistinctive(name: string, isCall: boolean): boolean {
  if (name.length < 4 || hasExtension(name)) return false
  if (isCall || name.includes('.') || name.includes(':') || isConstant(name)) return true
  for (let at = 0; at < name.length; at++)
    if (
      (isLower(name, at) && isUpper(name, at + 1)) ||
      (name[at] === '_' && isNameStart(name, at + 1) && name[at + 1] !== '_')
    )
      return true
  return false
}

/** `MAX_SIZE2` */
function isConstant(name: string): boolean {
  let at = 0
  while (isUpper(name, at) || (at > 1 && name[at] === '_')) at++
  return at > 1 && isAll(name, at, isDigit)
}

/** Variables of the environment, names of hosts, columns of a database: only code has calls and mixed letters. */
function mayLiveElsewhere(name: string, isCall: boolean): boolean {
  if (isCall) return false
  let before = ''
  for (let at = 0; at < name.length; at++) {
    const kind = isLower(name, at) ? 'lower' : isUpper(name, at) ? 'upper' : ''
    // `a1B` is mixed as well, `1B` and `A1b` are not.
    if (kind !== '' && before !== '' && kind !== before && !(kind === 'lower' && isDigit(name, at - 1)))
      return false
    if (!isDigit(name, at)) before = kind
  }
  return true
}

function isLikelyPath(path: string): boolean {
  const parts = path.split('/')
  if (!parts.every((part) => part !== '' && isAll(part, 0, isPathChar))) return false
  if (parts.length === 1) return hasExtension(path) && path[0] !== '.'
  if (isVersion(path)) return false
  // `owner/repo` or "read/write" without an extension or depth says nothing about files.
  const isRelative = parts[0] === '.' || parts[0] === '..'
  const last = parts.at(-1) ?? ''
  const dot = last.lastIndexOf('.')
  const endsInWord = dot >= 0 && dot + 1 < last.length && isAll(last, dot + 1, isWord)
  return endsInWord || parts.length > 2 || isRelative
}

/** `3/4`, `2024-10/11`, `1.2/x`, `v1.2` */
function isVersion(path: string): boolean {
  const from = path[0] === 'v' && isDigit(path, 1) ? 1 : 0
  if (!isDigit(path, from)) return false
  const end = digitsEnd(path, from)
  if (path[end] === '.' && isDigit(path, end + 1)) return true
  return from === 0 && isAll(path, 0, (text, at) => isDigit(text, at) || isOneOf('./-', text, at))
}

function digitsEnd(text: string, from: number): number {
  let end = from
  while (isDigit(text, end)) end++
  return end
}

function digitsStart(text: string, end: number): number {
  let start = end
  while (isDigit(text, start - 1)) start--
  return start
}

function hasExtension(name: string): boolean {
  return name.includes('.') && EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1))
}

/** Without the end of a sentence and the number of a line: `a.ts:42`, `a.ts:42-50`. */
function trimPath(token: string): string {
  let end = token.length
  while (isOneOf(':.', token, end - 1)) end--
  const path = token.slice(0, end)
  const last = digitsStart(path, end)
  if (last === end) return path
  const first = isOneOf(':-', path, last - 1) ? digitsStart(path, last - 1) : last
  if (first < last - 1 && path[first - 1] === ':') return path.slice(0, first - 1)
  return path[last - 1] === ':' ? path.slice(0, last - 1) : path
}
